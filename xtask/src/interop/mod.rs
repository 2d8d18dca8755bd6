//! `cargo xtask interop`: a C host of ours with servers of other people's.

mod certificates;
mod front;
pub(crate) mod install;
mod peers;
mod proxy;
mod runs;
mod served;

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result, anyhow, bail};

use crate::{
    c::alone,
    files,
    gate::{self, Done},
    readme,
    repo::Repo,
    run,
    tool::{self, NGINX, OPENSSL, Tool},
};
use certificates::Certificates;
use front::Raised;
use peers::{Over, PEERS, Peer};
use served::{Served, free_port};

/// A guard against hangs alone.
const LIMIT: Duration = Duration::from_secs(600);

/// Servers that are tried at a time.
const AT_ONCE: usize = 12;

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The servers to try; all if none is named
    peers: Vec<String>,
}

/// Installs what is missing, tries the servers, and closes with one line of sums.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<ExitCode> {
    for name in &args.peers {
        if !PEERS.iter().any(|peer| peer.name == name) {
            let names: Vec<_> = PEERS.iter().map(|peer| peer.name).collect();
            bail!("no server is called {name}, only {}", names.join(", "));
        }
    }
    let lacking = tool::lacking(FRONT_NEEDS);
    let chosen = |peer: &&Peer| {
        let named = args.peers.is_empty() || args.peers.iter().any(|name| name == peer.name);
        let lacking = lacking.as_ref().filter(|_| peer.is_behind());
        if let (true, Some(lacks)) = (named, lacking) {
            println!("skipped {}: {lacks}", peer.name);
        }
        named && lacking.is_none()
    };
    let sums = all(repo, &PEERS.iter().filter(chosen).collect::<Vec<_>>())?;
    print!("{}", sums.said);
    println!("{} passed, {} failed", sums.passed, sums.failed);
    Ok(if sums.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The same in the gate, but for what stands behind something else.
pub(crate) fn step(context: &gate::Context<'_>) -> Result<Done> {
    let done = gated(context.repo, |peer| !peer.is_behind())?;
    example(context.repo)?;
    Ok(done)
}

/// What [`step_front`] needs beside.
pub(crate) const FRONT_NEEDS: &[Tool] = &[NGINX, OPENSSL];

/// Servers behind something else in the gate.
pub(crate) fn step_front(context: &gate::Context<'_>) -> Result<Done> {
    gated(context.repo, Peer::is_behind)
}

fn gated(repo: &Repo, chosen: impl Fn(&Peer) -> bool) -> Result<Done> {
    let peers: Vec<_> = PEERS.iter().filter(|peer| chosen(peer)).collect();
    let sums = all(repo, &peers)?;
    if sums.failed > 0 {
        bail!("{}{} passed, {} failed", sums.said, sums.passed, sums.failed);
    }
    Ok(Done::Passed(format!("{} checks, {} servers", sums.passed, peers.len())))
}

/// The example of README.md with the server on the Python SDK: one answer is wrong at first.
fn example(repo: &Repo) -> Result<()> {
    let out = repo.build("interop");
    let python = PEERS.iter().find(|peer| peer.name == "python").context("no Python server")?;
    let mut shell = Command::new("sh");
    let script = "printf 'A\\nAda\\n\\naisle\\nno\\n' | \"$@\"";
    shell.args(["-c", script, "sh"]).arg(readme::example(repo)?).arg("book");
    let said = run::limited(shell.args(python.runs.argv(repo, &out)), &out.join("ask.log"), LIMIT)?;
    let told = r#"\"content\": {\"traveller\": \"Ada\", \"guests\": 2, \"seat\": \"aisle\""#;
    if !said.contains("needs at least 2 characters") || !said.contains(told) {
        bail!("{said}\nREADME.md's example did not answer as it was told");
    }
    Ok(())
}

/// What the host said of some servers.
#[derive(Default)]
struct Sums {
    said: String,
    passed: u32,
    failed: u32,
}

impl Sums {
    /// A check of our own, in the host's words.
    fn check(&mut self, peer: &str, what: &str, holds: bool) {
        let (count, verdict) = match holds {
            true => (&mut self.passed, "ok    "),
            false => (&mut self.failed, "FAILED"),
        };
        *count += 1;
        self.said.push_str(&format!("{verdict}  {peer}: {what}\n"));
    }
}

fn all(repo: &Repo, peers: &[&Peer]) -> Result<Sums> {
    let out = repo.build("interop");
    let ground = Ground { repo, host: prepare(repo, &out)?, keys: keys(&out, peers)?, out };
    let mut sums = Sums::default();
    let tries: Vec<_> =
        peers.iter().flat_map(|peer| peer.eras.iter().map(move |era| (*peer, *era))).collect();
    // The servers send much of what is waited for by the clock, so that side by side they take no longer; but a
    // machine that starts all of them at once keeps each of them waiting.
    let next = AtomicUsize::new(0);
    let work = || -> Vec<(usize, Result<Sums>)> {
        let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Relaxed)));
        let mine = numbers.map_while(|at| tries.get(at).map(|(peer, era)| (at, peer, era)));
        mine.map(|(at, peer, era)| (at, ground.attempt(peer, era))).collect()
    };
    let mut done = thread::scope(|scope| {
        let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work)).collect();
        let mut done = Vec::new();
        for worker in workers {
            done.extend(worker.join().map_err(|_| anyhow!("an attempt panicked"))?);
        }
        anyhow::Ok(done)
    })?;
    done.sort_by_key(|(at, _)| *at);
    for (at, attempt) in done {
        match attempt {
            Ok(part) => {
                sums.passed += part.passed;
                sums.failed += part.failed;
                sums.said.push_str(&part.said);
            }
            Err(fault) => sums.check(tries[at].0.name, &format!("{fault:#}"), false),
        }
    }
    Ok(sums)
}

/// What an authority vouches for, where somebody asks for it.
fn keys(out: &Path, peers: &[&Peer]) -> Result<Option<Certificates>> {
    let asked = peers.iter().any(|peer| peer.is_behind());
    asked.then(|| Certificates::make(&out.join("certificates"))).transpose()
}

/// Installs the servers, and compiles the host; side by side, since much of it waits for registries.
fn prepare(repo: &Repo, out: &Path) -> Result<PathBuf> {
    let parts = [install::node, install::python, install::old, install::rust];
    thread::scope(|scope| {
        let parts = parts.map(|part| scope.spawn(move || part(repo, out)));
        let sources = files::directly(&repo.path("tests/interop/c"), "c")?;
        let flags = [&["-D_POSIX_C_SOURCE=200809L"], &alone::SANITIZE[..]].concat();
        let host = alone::compile(repo, &out.join("host"), &sources, &flags)?;
        for part in parts {
            part.join().map_err(|_| anyhow!("an installation panicked"))??;
        }
        Ok(host)
    })
}

/// Where all attempts happen.
struct Ground<'a> {
    repo: &'a Repo,
    out: PathBuf,
    host: PathBuf,
    keys: Option<Certificates>,
}

impl Ground<'_> {
    /// All that is said of one server.
    fn attempt(&self, peer: &Peer, era: &str) -> Result<Sums> {
        let name = format!("{}-{era}", peer.name);
        let folder = fresh(self.out.join("folders").join(&name))?;
        let way = self.way(peer, &name)?;
        let mut command = Command::new(&self.host);
        command.args([peer.name, era]).arg(folder).args(&way.words);
        let log = self.out.join(name + ".log");
        let said = match run::limited(&mut command, &log, LIMIT) {
            Ok(said) => said,
            Err(fault) => {
                // A failed check ends with the sums as well; anything else says why.
                let said = files::read(&log)?;
                count(&said).map_err(|_| fault)?;
                said
            }
        };
        let mut sums = count(&said)?;
        let lines = said.lines().filter(|line| parse(line).is_none());
        sums.said.extend(lines.flat_map(|line| [line, "\n"]));
        for (what, holds) in way.front.as_ref().map_or_else(|| Ok(Vec::new()), Raised::evidence)? {
            sums.check(peer.name, what, holds);
        }
        Ok(sums)
    }

    /// What the host needs to reach the server, which is started here unless the host does.
    fn way(&self, peer: &Peer, name: &str) -> Result<Way> {
        let runs = &peer.runs;
        if peer.over == Over::Pipe {
            return Ok(Way { words: runs.argv(self.repo, &self.out), front: None, _server: None });
        }
        let mut command = runs.command(self.repo, &self.out);
        let log = self.out.join(format!("{name}.server.log"));
        let (server, url) = if let Over::Port(path) = peer.over {
            let port = free_port()?;
            command.env("PORT", port.to_string());
            let is_there = |line: &str| line.contains("on port ");
            (Served::start(command, &log, is_there)?, format!("http://127.0.0.1:{port}{path}"))
        } else {
            let server = Served::start(command, &log, |line| line.starts_with("http://"))?;
            let url = server.line.clone();
            (server, url)
        };
        let (Over::Behind(front), Some(keys)) = (peer.over, &self.keys) else {
            return Ok(Way { words: vec![url.into()], front: None, _server: Some(server) });
        };
        let folder = fs::canonicalize(fresh(self.out.join("fronts").join(name))?)?;
        let front = front.raise(&folder, keys, &url)?;
        Ok(Way { words: front.words(keys), front: Some(front), _server: Some(server) })
    }
}

/// How the host reaches a server. What was started for it ends with this value, the front first.
struct Way {
    words: Vec<OsString>,
    front: Option<Raised>,
    _server: Option<Served>,
}

fn fresh(folder: PathBuf) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The last line's numbers.
fn count(said: &str) -> Result<Sums> {
    let last = said.lines().next_back().unwrap_or_default();
    let (passed, failed) =
        parse(last).ok_or_else(|| anyhow!("{said}\nthe host does not close with its sums"))?;
    Ok(Sums { said: String::new(), passed, failed })
}

/// `12 passed, 0 failed`
fn parse(line: &str) -> Option<(u32, u32)> {
    let (passed, failed) = line.strip_suffix(" failed")?.split_once(" passed, ")?;
    Some((passed.parse().ok()?, failed.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{count, parse};

    #[test]
    fn sums_are_read_from_the_last_line_alone() {
        let sums = count("ok  a: b\n12 passed, 3 failed\n").unwrap();
        assert_eq!((sums.passed, sums.failed), (12, 3));
        assert!(count("1 passed, 0 failed\nAborted\n").is_err());
        assert!(count("").is_err());
        assert_eq!(parse("x passed, 0 failed"), None);
    }
}
