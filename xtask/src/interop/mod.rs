//! `cargo xtask interop`: a C host of ours with servers of other people's.

pub(crate) mod install;
mod peers;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
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
};
use peers::{PEERS, Peer};

/// A guard against hangs alone.
const LIMIT: Duration = Duration::from_secs(600);

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
    let chosen = |peer: &&Peer| args.peers.is_empty() || args.peers.iter().any(|n| n == peer.name);
    let sums = all(repo, &PEERS.iter().filter(chosen).collect::<Vec<_>>())?;
    print!("{}", sums.said);
    println!("{} passed, {} failed", sums.passed, sums.failed);
    Ok(if sums.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The same in the gate.
pub(crate) fn step(context: &gate::Context<'_>) -> Result<Done> {
    let sums = all(context.repo, &PEERS.iter().collect::<Vec<_>>())?;
    if sums.failed > 0 {
        bail!("{}{} passed, {} failed", sums.said, sums.passed, sums.failed);
    }
    example(context.repo)?;
    Ok(Done::Passed(format!("{} checks, {} servers", sums.passed, PEERS.len())))
}

/// The example of README.md with the server on the Python SDK: one answer is wrong at first.
fn example(repo: &Repo) -> Result<()> {
    let out = repo.build("interop");
    let python = PEERS.iter().find(|peer| peer.name == "python").context("no Python server")?;
    let mut shell = Command::new("sh");
    let script = "printf 'A\\nAda\\n\\naisle\\nno\\n' | \"$@\"";
    shell.args(["-c", script, "sh"]).arg(readme::example(repo)?).arg("book");
    let said = run::limited(shell.args(python.argv(repo, &out)), &out.join("ask.log"), LIMIT)?;
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

fn all(repo: &Repo, peers: &[&Peer]) -> Result<Sums> {
    let out = repo.build("interop");
    let host = prepare(repo, &out)?;
    let mut sums = Sums::default();
    // The servers send much of what is waited for by the clock: side by side they take no longer.
    thread::scope(|scope| {
        let tries = peers.iter().flat_map(|peer| peer.eras.iter().map(move |era| (*peer, *era)));
        let (out, host) = (&out, &host);
        let tries: Vec<_> = tries
            .map(|(peer, era)| scope.spawn(move || attempt(repo, out, host, peer, era)))
            .collect();
        for attempt in tries {
            let said = attempt.join().map_err(|_| anyhow!("an attempt panicked"))??;
            let (passed, failed) = count(&said)?;
            sums.passed += passed;
            sums.failed += failed;
            let lines = said.lines().filter(|line| parse(line).is_none());
            sums.said.extend(lines.flat_map(|line| [line, "\n"]));
        }
        Ok(sums)
    })
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

/// All that the host says of one server.
fn attempt(repo: &Repo, out: &Path, host: &Path, peer: &Peer, era: &str) -> Result<String> {
    let name = format!("{}-{era}", peer.name);
    let folder = fresh(out.join("folders").join(&name))?;
    let mut command = Command::new(host);
    command.args([peer.name, era]).arg(folder).args(peer.argv(repo, out));
    let log = out.join(name + ".log");
    match run::limited(&mut command, &log, LIMIT) {
        Ok(said) => Ok(said),
        Err(fault) => {
            // A failed check ends with the sums as well; anything else says why.
            let said = files::read(&log)?;
            if count(&said).is_ok() { Ok(said) } else { Err(fault) }
        }
    }
}

fn fresh(folder: PathBuf) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The last line's numbers.
fn count(said: &str) -> Result<(u32, u32)> {
    let last = said.lines().next_back().unwrap_or_default();
    parse(last).ok_or_else(|| anyhow!("{said}\nthe host does not close with its sums"))
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
        assert_eq!(count("ok  a: b\n12 passed, 3 failed\n").unwrap(), (12, 3));
        assert!(count("1 passed, 0 failed\nAborted\n").is_err());
        assert!(count("").is_err());
        assert_eq!(parse("x passed, 0 failed"), None);
    }
}
