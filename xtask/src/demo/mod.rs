//! `cargo xtask demo`: a host of examples/ and the booking server of examples/servers/travel.

mod build;
mod folders;
mod languages;
mod record;
mod sessions;

use std::{
    io::{IsTerminal as _, stdin, stdout},
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Duration,
};

use anyhow::{Context as _, Result, bail};

use crate::{
    files,
    gate::{self, Done},
    readme,
    repo::Repo,
    run,
};
use build::Programs;
use folders::Folders;
use languages::LANGUAGES;

/// A guard against hangs alone.
const LIMIT: Duration = Duration::from_secs(300);

/// What the demo does: a look into the folders, then the booking.
const TOOLS: [&str; 4] = ["--tool", "listTravelFolders", "--tool", "bookVacation"];

/// What a host may speak with the server, which serves both eras.
const ERAS: [&str; 3] = ["auto", "legacy", "modern"];

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Answers by itself and prints what a person would have seen; so it does without a terminal
    #[arg(long)]
    yes: bool,
    /// Whose host: c, cpp, python, kotlin, swift
    #[arg(long, default_value = LANGUAGES[0].name)]
    language: String,
    /// Speaks with the server as hosts of that era do: auto, legacy or modern
    #[arg(long, default_value = ERAS[0])]
    era: String,
    /// Keeps the folders and records, and says where they are
    #[arg(long)]
    keep: bool,
}

/// Shows the demo and compares what was answered with what the server was told.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<ExitCode> {
    let language = LANGUAGES.iter().find(|language| language.name == args.language);
    let language = language.with_context(|| format!("no host in {}", args.language))?;
    if let Some(lacks) = language.lacks() {
        bail!("{}: {lacks}", language.name);
    }
    println!("Building the library, the booking server and the host...");
    let programs = Programs::with(repo, (language.host)(repo)?)?;
    let folders = Folders::make()?;
    let alone = args.yes || !stdin().is_terminal() || !stdout().is_terminal();
    let scene = Scene { programs: &programs, folders: &folders, records: folders.path() };
    let status =
        scene.host(&[], alone, &args.era).status().context("the host cannot be started")?;
    let verdict = record::compare(&scene.host_record(), &scene.server_record());
    println!();
    if args.keep {
        println!("Kept: {}", folders.keep().display());
    }
    if !status.success() && alone {
        bail!("demo failed: the host ended with {status}");
    }
    let count = verdict.context("demo failed: the server was told something else")?;
    if alone && count != record::WHOLE_STORY {
        bail!("demo failed: {count} answers, and not {}", record::WHOLE_STORY);
    }
    println!("{}", passed(count));
    Ok(ExitCode::SUCCESS)
}

fn passed(count: usize) -> String {
    format!(
        "demo passed: the server was told what the host answered, {count} answers, word for word"
    )
}

/// Programs, folders to share, and where the records go.
struct Scene<'a> {
    programs: &'a Programs,
    folders: &'a Folders,
    records: &'a Path,
}

impl Scene<'_> {
    fn host_record(&self) -> PathBuf {
        self.records.join("host.jsonl")
    }

    fn server_record(&self) -> PathBuf {
        self.records.join("server.jsonl")
    }

    /// The host with the server; `before` is a program to run it in, with its arguments.
    fn host(&self, before: &[&str], alone: bool, era: &str) -> Command {
        let mut words = before.iter().map(PathBuf::from).collect::<Vec<_>>();
        words.extend(self.programs.host.iter().cloned());
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        if era != ERAS[0] {
            command.args(["--era", era]);
        }
        if alone {
            command.arg("--yes");
        }
        for root in self.folders.roots() {
            command.arg("--root").arg(root);
        }
        command.args(TOOLS).arg("--record").arg(self.host_record());
        command.arg("--").arg(&self.programs.server).arg("--record").arg(self.server_record());
        command
    }
}

/// The demo in the gate: by itself, under the sanitizers, and with lines from a pipe.
pub(crate) fn step(context: &gate::Context<'_>) -> Result<Done> {
    let repo = context.repo;
    let out = repo.build("demo");
    let folders = Folders::make()?;
    let programs = Programs::with(repo, vec![build::c(repo)?])?;
    let scene = Scene { programs: &programs, folders: &folders, records: &out };

    for era in ERAS {
        by_itself(&scene, &[], era, &out.join(era).with_extension("log"))?;
    }
    let closing = passed(record::WHOLE_STORY);
    readme::shows(repo, &format!("{}{closing}\n", files::read(&out.join("auto.log"))?))?;
    let instrumented = Programs::with(repo, vec![build::sanitized(repo)?])?;
    let scene_sanitized = Scene { programs: &instrumented, ..scene };
    by_itself(&scene_sanitized, &[], ERAS[0], &out.join("asan.log"))?;
    let typed = sessions::all(repo, &scene, &out)?;
    Ok(Done::Passed(format!("by itself in three eras, under sanitizers, {typed} typed sessions")))
}

/// The demo under valgrind, which finds what is not freed and what was never written.
pub(crate) fn step_valgrind(context: &gate::Context<'_>) -> Result<Done> {
    let repo = context.repo;
    let out = repo.build("demo");
    let folders = Folders::make()?;
    let programs = Programs::with(repo, vec![build::c(repo)?])?;
    let scene = Scene { programs: &programs, folders: &folders, records: &out };
    let valgrind = [
        "valgrind",
        "--quiet",
        "--leak-check=full",
        "--errors-for-leak-kinds=definite,indirect",
        "--error-exitcode=9",
    ];
    by_itself(&scene, &valgrind, ERAS[0], &out.join("valgrind.log"))?;
    Ok(Done::Passed("by itself".into()))
}

/// The demo in every other language that the machine has the tools for, by itself.
pub(crate) fn step_languages(context: &gate::Context<'_>) -> Result<Done> {
    let repo = context.repo;
    let (mut shown, mut lacking) = (Vec::new(), Vec::new());
    for language in &LANGUAGES[1..] {
        if let Some(lacks) = language.lacks() {
            lacking.push(format!("{}: {lacks}", language.name));
            continue;
        }
        let out = repo.build("demo").join(language.name);
        std::fs::create_dir_all(&out)?;
        let folders = Folders::make()?;
        let programs = Programs::with(repo, (language.host)(repo)?)?;
        let scene = Scene { programs: &programs, folders: &folders, records: &out };
        for era in ERAS {
            by_itself(&scene, &[], era, &out.join(era).with_extension("log"))
                .with_context(|| format!("the host in {}, era {era}", language.name))?;
        }
        shown.push(language.name);
    }
    if lacking.is_empty() {
        return Ok(Done::Passed(format!("by itself in three eras: {}", shown.join(", "))));
    }
    Ok(Done::Skipped(format!("{}; shown: {}", lacking.join("; "), shown.join(", "))))
}

fn by_itself(scene: &Scene<'_>, before: &[&str], era: &str, log: &Path) -> Result<()> {
    let mut host = scene.host(before, true, era);
    // The tables that symbolise backtraces are never freed.
    run::limited(host.env("RUST_BACKTRACE", "0"), log, LIMIT)?;
    let count = record::compare(&scene.host_record(), &scene.server_record())?;
    if count != record::WHOLE_STORY {
        bail!("{}\n{count} answers, and not {}", files::read(log)?, record::WHOLE_STORY);
    }
    Ok(())
}
