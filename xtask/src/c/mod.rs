//! The C99 and C++ tests: every file of tests/c and tests/cpp is a program, linked with all of its
//! folder's `support`.

pub(crate) mod alone;
pub(crate) mod library;
mod parity;
mod program;

use std::{path::Path, process::Command, time::Duration};

use anyhow::{Result, bail};

use crate::{
    gate::{Context, Done},
    repo::Repo,
    run,
};
pub(crate) use program::stage;
use program::{C, CPP, Language, Program};

/// Deadlines guard against hangs alone; the machine may be slow and busy.
const PLAIN_LIMIT: Duration = Duration::from_secs(300);
const VALGRIND_LIMIT: Duration = Duration::from_secs(1200);

const SANITIZE: [&str; 3] =
    ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"];

/// The C tests as they are.
pub(crate) fn step_plain(context: &Context<'_>) -> Result<Done> {
    plain(context.repo, &C, &[])
}

/// The C++ tests as they are, in the oldest standard; and whether C++ has all that C has.
pub(crate) fn step_cpp_plain(context: &Context<'_>) -> Result<Done> {
    parity::check(context.repo)?;
    plain(context.repo, &CPP, &["-std=c++17"])
}

/// The C tests under the address sanitizer on both sides, and the undefined behaviour sanitizer on
/// the C side.
pub(crate) fn step_asan(context: &Context<'_>) -> Result<Done> {
    sanitized(context.repo, &C, &[])
}

/// The C++ tests likewise, in a newer standard.
pub(crate) fn step_cpp_asan(context: &Context<'_>) -> Result<Done> {
    sanitized(context.repo, &CPP, &["-std=c++20"])
}

fn plain(repo: &Repo, language: &Language, flags: &[&str]) -> Result<Done> {
    let programs = program::compile(repo, language, "plain", &library::plain(repo)?, flags)?;
    run_all(repo, &programs, PLAIN_LIMIT, |program| Command::new(&program.path))
}

fn sanitized(repo: &Repo, language: &Language, flags: &[&str]) -> Result<Done> {
    let library = library::sanitized(repo)?;
    let flags: Vec<_> = SANITIZE.iter().chain(flags).copied().collect();
    let programs = program::compile(repo, language, "asan", &library, &flags)?;
    instrumented(&library, &["-D", "--undefined-only"])?;
    for program in &programs {
        instrumented(&program.path, &["-D"])?;
    }
    run_all(repo, &programs, PLAIN_LIMIT, |program| {
        let mut command = Command::new(&program.path);
        command.env("ASAN_OPTIONS", "detect_leaks=1:detect_stack_use_after_return=1");
        command.env("UBSAN_OPTIONS", "print_stacktrace=1");
        command
    })
}

/// The C tests under valgrind, which finds what is not freed and what was never written.
pub(crate) fn step_valgrind(context: &Context<'_>) -> Result<Done> {
    let repo = context.repo;
    let programs = program::compile(repo, &C, "plain", &library::plain(repo)?, &[])?;
    run_all(repo, &programs, VALGRIND_LIMIT, |program| {
        let mut command = Command::new("valgrind");
        command.args(["--quiet", "--leak-check=full"]);
        command.args(["--errors-for-leak-kinds=definite,indirect", "--error-exitcode=9"]);
        // The tables that symbolise backtraces are never freed.
        command.arg(&program.path).env("RUST_BACKTRACE", "0").env("VECTORS_EVERY", "25");
        command
    })
}

/// A sanitizer that was not linked in finds nothing, so its start must be there.
fn instrumented(binary: &Path, flags: &[&str]) -> Result<()> {
    let symbols = run::stdout(Command::new("nm").args(flags).arg(binary))?;
    if symbols.contains("__asan_init") {
        return Ok(());
    }
    bail!("{} is not instrumented: nm finds no __asan_init", binary.display())
}

fn run_all(
    repo: &Repo,
    programs: &[Program],
    limit: Duration,
    command: impl Fn(&Program) -> Command + Sync,
) -> Result<Done> {
    let puppet = library::puppet(repo)?;
    let faults = program::each(programs, |program| {
        let mut command = command(program);
        command.env("PUPPET", &puppet).env("SCRIPTS", repo.path("tests/transcripts"));
        command.current_dir(repo.root());
        run::limited(&mut command, &program.path.with_extension("log"), limit).map(drop)
    });
    if !faults.is_empty() {
        bail!("{}", faults.join("\n\n"));
    }
    Ok(Done::Passed(format!("{} programs", programs.len())))
}
