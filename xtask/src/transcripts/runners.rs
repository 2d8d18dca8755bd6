//! The languages that have an agent, and how each is built.

use std::process::Command;

use anyhow::Result;

use crate::{
    c::alone,
    files, kotlin, python,
    repo::Repo,
    run, swift,
    tool::{CC, GXX, JAVAC, MAVEN, PYTHON, READELF, SWIFT, Tool, lacking},
};

/// A language.
pub(super) struct Runner {
    pub(super) name: &'static str,
    /// What it needs of the machine.
    needs: &'static [Tool],
    /// Builds its agent, and gives the command that starts it.
    pub(super) agent: fn(&Repo) -> Result<Command>,
}

pub(super) const RUNNERS: &[Runner] = &[
    Runner { name: "rust", needs: &[], agent: rust },
    Runner { name: "c", needs: &[CC, READELF], agent: c },
    Runner { name: "cpp", needs: &[GXX, READELF], agent: cpp },
    Runner { name: "python", needs: &[PYTHON], agent: |repo| python::program(repo, "agent.py") },
    Runner { name: "kotlin", needs: &[JAVAC, MAVEN], agent: kotlin },
    Runner { name: "swift", needs: &[SWIFT], agent: |repo| swift::test_program(repo, "agent") },
];

impl Runner {
    /// What the machine lacks for it, and how to get that.
    pub(super) fn lacks(&self) -> Option<String> {
        lacking(self.needs)
    }
}

/// `tests/agent`, over the Rust API.
fn rust(repo: &Repo) -> Result<Command> {
    run::quiet(repo.cargo("build").args(["--locked", "--package", "mcpclient-agent"]))?;
    Ok(Command::new(repo.target()?.join("debug").join("mcpclient-agent")))
}

/// `tests/c/agent`, over the header alone.
fn c(repo: &Repo) -> Result<Command> {
    let sources = files::directly(&repo.path("tests/c/agent"), "c")?;
    let out = repo.build("transcripts").join("agent-c");
    Ok(Command::new(alone::compile(repo, &out, &sources, &["-D_POSIX_C_SOURCE=200809L"])?))
}

/// `tests/cpp/agent`, over the C++ headers alone.
fn cpp(repo: &Repo) -> Result<Command> {
    let sources = files::directly(&repo.path("tests/cpp/agent"), "cpp")?;
    let out = repo.build("transcripts").join("agent-cpp");
    Ok(Command::new(alone::compile_cpp(repo, &out, &sources, &[])?))
}

/// A program of the Kotlin binding's tests.
fn kotlin(repo: &Repo) -> Result<Command> {
    kotlin::test_program(repo, "mcpclient.agent.AgentKt")
}
