//! `cargo xtask demo`: the terminal host of examples/c and the booking server of examples/servers/travel.

mod build;
mod folders;
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
use build::{Programs, plain, sanitized};
use folders::Folders;

/// A guard against hangs alone.
const LIMIT: Duration = Duration::from_secs(300);

/// What the demo does: a look into the folders, then the booking.
const TOOLS: [&str; 4] = ["--tool", "listTravelFolders", "--tool", "bookVacation"];

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Answers by itself and prints what a person would have seen; so it does without a terminal
    #[arg(long)]
    yes: bool,
    /// Keeps the folders and records, and says where they are
    #[arg(long)]
    keep: bool,
}

/// Shows the demo and compares what was answered with what the server was told.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<ExitCode> {
    println!("Building the library, the booking server and the host...");
    let programs = plain(repo)?;
    let folders = Folders::make()?;
    let alone = args.yes || !stdin().is_terminal() || !stdout().is_terminal();
    let scene = Scene { programs: &programs, folders: &folders, records: folders.path() };
    let status = scene.host(&[], alone).status().context("the host cannot be started")?;
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
    fn host(&self, before: &[&str], alone: bool) -> Command {
        let mut words = before.iter().map(PathBuf::from).collect::<Vec<_>>();
        words.push(self.programs.host.clone());
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
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
    let programs = plain(repo)?;
    let scene = Scene { programs: &programs, folders: &folders, records: &out };

    let log = out.join("plain.log");
    by_itself(&scene, &[], &log)?;
    let closing = passed(record::WHOLE_STORY);
    readme::shows(repo, &format!("{}{closing}\n", files::read(&log)?))?;
    let instrumented = sanitized(repo)?;
    let scene_sanitized = Scene { programs: &instrumented, ..scene };
    by_itself(&scene_sanitized, &[], &out.join("asan.log"))?;
    let typed = sessions::all(repo, &scene, &out)?;
    Ok(Done::Passed(format!("by itself, under sanitizers, {typed} typed sessions")))
}

/// The demo under valgrind, which finds what is not freed and what was never written.
pub(crate) fn step_valgrind(context: &gate::Context<'_>) -> Result<Done> {
    let repo = context.repo;
    let out = repo.build("demo");
    let folders = Folders::make()?;
    let programs = plain(repo)?;
    let scene = Scene { programs: &programs, folders: &folders, records: &out };
    let valgrind = [
        "valgrind",
        "--quiet",
        "--leak-check=full",
        "--errors-for-leak-kinds=definite,indirect",
        "--error-exitcode=9",
    ];
    by_itself(&scene, &valgrind, &out.join("valgrind.log"))?;
    Ok(Done::Passed("by itself".into()))
}

fn by_itself(scene: &Scene<'_>, before: &[&str], log: &Path) -> Result<()> {
    let mut host = scene.host(before, true);
    // The tables that symbolise backtraces are never freed.
    run::limited(host.env("RUST_BACKTRACE", "0"), log, LIMIT)?;
    let count = record::compare(&scene.host_record(), &scene.server_record())?;
    if count != record::WHOLE_STORY {
        bail!("{}\n{count} answers, and not {}", files::read(log)?, record::WHOLE_STORY);
    }
    Ok(())
}
