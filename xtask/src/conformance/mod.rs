//! `cargo xtask conformance`: the official conformance suite, with a client in each language.
//!
//! A language brings a runner: a small program over its own API that does what a scenario asks of a
//! client. What must come of it is said once for all languages, in `tests/conformance/scenarios.toml`.

mod judge;
mod runners;
mod suite;
mod table;

use std::{path::PathBuf, process::ExitCode, time::Duration};

use anyhow::{Result, bail};

use crate::{
    files,
    gate::{Context, Done},
    repo::Repo,
};
use runners::{NONE, RUNNERS, Runner};
use suite::{Offered, Played, Run, Suite};
use table::{Fault, Scenario, Table};

/// A guard against hangs alone; the machine may be slow and busy.
const LIMIT: Duration = Duration::from_secs(60);

/// For what is not expected to work yet.
const LATER_LIMIT: Duration = Duration::from_secs(5);

/// Scenarios that wait for what the library does not have yet: authorization, and an extension.
const LATER: [&str; 2] = ["auth/", "sep-2640-"];

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// In these languages alone: rust, c, python, kotlin, swift; `none` is a client that does nothing
    #[arg(long, value_delimiter = ',', value_name = "LANGUAGE,..")]
    runner: Vec<String>,
    /// This scenario alone
    #[arg(long, default_value = "")]
    scenario: String,
    /// At this revision alone
    #[arg(long, default_value = "")]
    revision: String,
}

/// Plays the scenarios, prints what came of each, and closes with `N passed, N failed`.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<ExitCode> {
    let known = || RUNNERS.iter().chain([&NONE]);
    if let Some(name) = args.runner.iter().find(|name| !known().any(|r| r.name == **name)) {
        bail!("no runner is called {name}");
    }
    let bench = Bench::set(repo)?;
    let wanted = |run: &Run| {
        (args.scenario.is_empty() || run.scenario == args.scenario)
            && (args.revision.is_empty() || run.revision == args.revision)
    };
    let counted: Vec<_> = bench.counted().into_iter().filter(|(_, run)| wanted(run)).collect();
    let later: Vec<_> = bench.later.iter().filter(|run| wanted(run)).collect();
    if counted.is_empty() && later.is_empty() {
        bail!("the suite has no such scenario at such a revision");
    }
    let (mut passed, mut failed) = (0, 0);
    for runner in known() {
        let chosen = args.runner.iter().any(|name| name == runner.name);
        if !chosen && (!args.runner.is_empty() || runner.name == NONE.name) {
            continue;
        }
        if let Some(lacks) = runner.lacks(repo) {
            if chosen {
                bail!("{}: {lacks}", runner.name);
            }
            println!("{}: skipped, {lacks}", runner.name);
            continue;
        }
        let line = runner.line(repo)?;
        for (scenario, run) in &counted {
            let verdict = bench.play(runner, &line, scenario, run)?;
            match &verdict {
                Ok(checks) => show(runner, run, &format!("ok, {checks} checks")),
                Err(faults) => show(runner, run, &format!("FAILED\n    {}", faults.join("\n    "))),
            }
            (passed, failed) =
                if verdict.is_ok() { (passed + 1, failed) } else { (passed, failed + 1) };
        }
        for run in &later {
            show(runner, run, &bench.look(runner, &line, run));
        }
    }
    println!("{passed} passed, {failed} failed");
    if passed + failed == 0 && !counted.is_empty() {
        bail!("nothing was played");
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn show(runner: &Runner, run: &Run, verdict: &str) {
    let forced = if run.force { ", forced" } else { "" };
    let revision = format!("{}{forced}", run.revision);
    println!("{:<8}{:<38}{revision:<20}{verdict}", runner.name, run.scenario);
}

/// Every language that this machine has the tools for; and that the suite would notice.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    let repo = context.repo;
    let bench = Bench::set(repo)?;
    let counted = bench.counted();
    let (mut sums, mut lacking, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    for runner in RUNNERS {
        if let Some(lacks) = runner.lacks(repo) {
            lacking.push(format!("{}: {lacks}", runner.name));
            continue;
        }
        let line = runner.line(repo)?;
        for (scenario, run) in &counted {
            if let Err(why) = bench.play(runner, &line, scenario, run)? {
                let what = format!("{} {} {}", runner.name, run.scenario, run.revision);
                faults.push(format!("{what}:\n  {}", why.join("\n  ")));
            }
        }
        sums.push(format!("{} {}", runner.name, counted.len()));
    }
    let line = NONE.line(repo)?;
    for (scenario, run) in &counted {
        if bench.play(&NONE, &line, scenario, run)?.is_ok() {
            faults.push(format!("{} {} passes with no client at all", run.scenario, run.revision));
        }
    }
    faults.extend(bench.faults()?);
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    let sums = format!("{}; {} faults noticed", sums.join(", "), bench.table.faults.len());
    if lacking.is_empty() {
        return Ok(Done::Passed(sums));
    }
    Ok(Done::Skipped(format!("{}; played: {sums}", lacking.join("; "))))
}

/// The suite, and what must come of it.
struct Bench<'a> {
    repo: &'a Repo,
    out: PathBuf,
    suite: Suite,
    table: Table,
    later: Vec<Run>,
}

impl<'a> Bench<'a> {
    fn set(repo: &'a Repo) -> Result<Self> {
        let out = repo.build("conformance");
        let suite = Suite::install(repo, &out)?;
        let table = Table::parse(&files::read(&repo.path("tests/conformance/scenarios.toml"))?)?;
        let later = compare(&table, &suite.scenarios()?)?;
        Ok(Self { repo, out, suite, table, later })
    }

    /// What counts, in the order of the list.
    fn counted(&self) -> Vec<(&Scenario, Run)> {
        let runs = self.table.scenarios.iter().flat_map(|scenario| {
            let run = |revision: &String, force| {
                let (scenario, revision) = (scenario.name.clone(), revision.clone());
                Run { scenario, revision, force }
            };
            let forced = scenario.forced.iter().map(move |revision| run(revision, true));
            let dated = scenario.revisions.iter().map(move |revision| run(revision, false));
            forced.chain(dated).map(move |run| (scenario, run))
        });
        runs.collect()
    }

    fn folder(&self, who: &str, run: &Run) -> PathBuf {
        self.out.join("runs").join(who).join(format!("{}-{}", run.scenario, run.revision))
    }

    /// How many checks succeeded, or all that is not as it has to be.
    fn play(
        &self,
        runner: &Runner,
        line: &str,
        scenario: &Scenario,
        run: &Run,
    ) -> Result<Result<usize, Vec<String>>> {
        Ok(verdict(scenario, &self.suite.play(run, line, &self.folder(runner.name, run), LIMIT)?))
    }

    /// What does not count, in words.
    fn look(&self, runner: &Runner, line: &str, run: &Run) -> String {
        match self.suite.play(run, line, &self.folder(runner.name, run), LATER_LIMIT) {
            Ok(played) if played.passed && played.status == Some(0) => {
                "later, and the suite lets it pass".to_owned()
            }
            Ok(_) | Err(_) => "later".to_owned(),
        }
    }

    /// Each fault that is put into what the Rust runner sends has to be noticed, by the right checks alone.
    fn faults(&self) -> Result<Vec<String>> {
        let Some(rust) = RUNNERS.iter().find(|runner| runner.name == "rust") else {
            bail!("no runner in Rust");
        };
        let line = rust.line(self.repo)?;
        let wrong = self.table.faults.iter().map(|fault| self.fault(&line, fault));
        wrong.filter_map(Result::transpose).collect()
    }

    fn fault(&self, line: &str, fault: &Fault) -> Result<Option<String>> {
        let scenario = self.table.scenario(&fault.scenario)?;
        let revision = fault.revision.clone();
        let run = Run { scenario: scenario.name.clone(), revision, force: false };
        let line = format!("{line} --fault {}", fault.name);
        let folder = self.folder(&format!("fault-{}", fault.name), &run);
        let played = self.suite.play(&run, &line, &folder, LIMIT)?;
        let red = judge::red(scenario, &played.checks);
        let mut same = red.iter().copied().eq(fault.red.iter().map(String::as_str));
        same &= fault.status.is_none_or(|status| played.status == Some(status));
        if verdict(scenario, &played).is_ok() {
            return Ok(Some(format!("{}: nobody noticed", fault.name)));
        }
        let (want, said) = ((&fault.red, fault.status), &played.said);
        let got = (red, played.status);
        Ok((!same)
            .then(|| format!("{}: red and status are {got:?}, not {want:?}; {said}", fault.name)))
    }
}

/// How many checks succeeded, or all that is not as it has to be.
fn verdict(scenario: &Scenario, played: &Played) -> Result<usize, Vec<String>> {
    let failed = || match played.status {
        Some(0) if played.passed => None,
        Some(0) => Some("the suite does not let it pass".to_owned()),
        Some(status) => Some(format!("the client ended with {status}: {}", played.said)),
        None => Some(format!("the client did not end: {}", played.said)),
    };
    match judge::judge(scenario, &played.checks) {
        Ok(checks) => failed().map_or(Ok(checks), |why| Err(vec![why])),
        Err(mut faults) => {
            faults.extend(failed());
            Err(faults)
        }
    }
}

/// Everything that the suite has is in the table at every revision it is for, or comes later: which is given.
fn compare(table: &Table, suite: &[Offered]) -> Result<Vec<Run>> {
    let mut later = Vec::new();
    for offered in suite {
        let Offered { name, revisions, extension } = offered;
        if LATER.iter().any(|start| name.starts_with(start)) {
            later.extend(revisions.iter().map(|revision| Run {
                scenario: name.clone(),
                revision: revision.clone(),
                force: *extension,
            }));
            continue;
        }
        let known = &table.scenario(name)?.revisions;
        if known != revisions {
            bail!("{name} is for {revisions:?}, and is listed for {known:?}");
        }
    }
    let gone = |scenario: &&Scenario| !suite.iter().any(|offered| offered.name == scenario.name);
    if let Some(scenario) = table.scenarios.iter().find(gone) {
        bail!("the suite has no {}", scenario.name);
    }
    Ok(later)
}
