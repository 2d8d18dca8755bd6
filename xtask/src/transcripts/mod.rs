//! `cargo xtask transcripts`: every transcript, played by each language against a real server process.
//!
//! A language brings an agent: a program that does with its own API what it is told, a JSON object a
//! line, and tells what its host is told. What is right is judged here, once for all languages: what the
//! script says, and whether what the client wrote fits the protocol's schema.
//! `tests/transcripts/AGENTS.md` says how they talk.

mod agent;
mod behind;
mod events;
mod play;
mod revisions;
mod runners;
mod schema;

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Result, anyhow, bail};
use mcpclient_puppet::{Script, Transport, scripts};

use crate::{
    c::library,
    gate::{Context, Done},
    repo::Repo,
};
use agent::Agent;
use play::Play;
use revisions::Revisions;
use runners::{RUNNERS, Runner};
use schema::Schemas;

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Plays them in these languages alone: rust, c, cpp
    #[arg(long, value_delimiter = ',', value_name = "LANGUAGE,..")]
    runner: Vec<String>,
    /// Plays those alone whose path holds this
    #[arg(long, default_value = "")]
    only: String,
}

/// Plays the transcripts and closes with `N passed, N failed`.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<ExitCode> {
    if let Some(name) = args.runner.iter().find(|name| !RUNNERS.iter().any(|r| r.name == **name)) {
        bail!("no runner is called {name}");
    }
    let stage = Stage::set(repo)?;
    let (mut passed, mut failed) = (0, 0);
    for runner in RUNNERS {
        if !args.runner.is_empty() && !args.runner.iter().any(|name| name == runner.name) {
            continue;
        }
        if let Some(lacks) = runner.lacks() {
            println!("{}: skipped, {lacks}", runner.name);
            continue;
        }
        let played = stage.play(runner, &args.only)?;
        for fault in &played.faults {
            println!("FAILED {}: {fault}", runner.name);
        }
        println!("{}: {}", runner.name, played.sums());
        (passed, failed) = (passed + played.passed, failed + played.faults.len());
    }
    println!("{passed} passed, {failed} failed");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Every language that this machine has the tools for.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    let stage = Stage::set(context.repo)?;
    let (mut sums, mut lacking, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    for runner in RUNNERS {
        if let Some(lacks) = runner.lacks() {
            lacking.push(format!("{}: {lacks}", runner.name));
            continue;
        }
        let played = stage.play(runner, "")?;
        if played.passed + played.faults.len() < FEWEST {
            bail!("only {} transcripts could be played", played.passed);
        }
        sums.push(format!("{} {}", runner.name, played.passed));
        faults.extend(played.faults.iter().map(|fault| format!("{}: {fault}", runner.name)));
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    if lacking.is_empty() {
        return Ok(Done::Passed(format!("played: {}", sums.join(", "))));
    }
    Ok(Done::Skipped(format!("{}; played: {}", lacking.join("; "), sums.join(", "))))
}

/// With fewer, something hides them.
const FEWEST: usize = 100;

/// What every language plays with.
struct Stage<'a> {
    repo: &'a Repo,
    puppet: PathBuf,
    scripts: Vec<(PathBuf, Script)>,
    revisions: Revisions,
}

struct Played {
    passed: usize,
    faults: Vec<String>,
}

impl Played {
    fn sums(&self) -> String {
        format!("{} passed, {} failed", self.passed, self.faults.len())
    }
}

impl<'a> Stage<'a> {
    fn set(repo: &'a Repo) -> Result<Self> {
        let puppet = library::puppet(repo)?;
        let load = |path: PathBuf| {
            let script = Script::load(&path).map_err(|fault| anyhow!("{fault}"))?;
            anyhow::Ok((path, script))
        };
        let paths = scripts(repo.path("tests/transcripts"))?;
        let mut scripts = Vec::new();
        for (path, script) in paths.into_iter().map(load).collect::<Result<Vec<_>>>()? {
            for over in [Transport::Http, Transport::Sse].into_iter().filter(|it| script.fits(*it))
            {
                let again = script.clone().over(over).map_err(|fault| anyhow!("{fault}"))?;
                scripts.push((path.clone(), again));
            }
            scripts.push((path, script));
        }
        Ok(Self { repo, puppet, scripts, revisions: Revisions::read(repo)? })
    }

    /// Plays those whose path holds `only`, and that a real process can play.
    fn play(&self, runner: &Runner, only: &str) -> Result<Played> {
        let folder = self.repo.build("transcripts");
        std::fs::create_dir_all(&folder)?;
        let record = folder.join(format!("{}.jsonl", runner.name));
        let mut agent = Agent::start((runner.agent)(self.repo)?)?;
        let mut schemas = Schemas::read(self.repo)?;
        let mut played = Played { passed: 0, faults: Vec::new() };
        for (path, script) in &self.scripts {
            if !path.to_string_lossy().contains(only) || !script.is_playable(false) {
                continue;
            }
            let over = script.session().transport;
            let mut play = Play::new(&mut agent, &self.puppet, path, &record, &self.revisions)?;
            let result = play.all(script);
            let result = match (result, play.finish()) {
                // What the puppet says is why the host's half went wrong, if it did.
                (Err(fault), Err(puppet)) => {
                    Err(anyhow!("{fault:#}\n  and the puppet: {puppet:#}"))
                }
                (result, verdict) => result.and(verdict),
            };
            let result = result.and_then(|()| schemas.judge(script.name(), &record));
            match result {
                Ok(()) => played.passed += 1,
                Err(fault) => {
                    played.faults.push(format!("{over:?}: {fault:#}"));
                    // Whatever state it is in, the next transcript finds a fresh one.
                    agent = Agent::start((runner.agent)(self.repo)?)?;
                }
            }
        }
        agent.end()?;
        Ok(played)
    }
}
