//! Building the contenders, all of it under build/bench.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};

use super::contender::Contender;
use crate::{
    c::{self, library},
    files, python,
    repo::Repo,
    run,
};

/// What is built at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Raw,
    Ours,
    OursPy,
    Rmcp,
    Ts,
    Py,
    Fastmcp,
}

impl Part {
    /// What it is run with, or what runs it.
    pub(super) fn program(self, repo: &Repo) -> PathBuf {
        match self {
            Self::Raw => binary(repo, "bench-raw"),
            Self::Rmcp => binary(repo, "bench-rmcp"),
            Self::Ours => repo.build("bench/c/ours"),
            Self::OursPy => repo.build("bench/ours-py/bin/python"),
            Self::Ts => PathBuf::from("node"),
            Self::Py => repo.build("bench/py/bin/python"),
            Self::Fastmcp => repo.build("bench/fastmcp/bin/python"),
        }
    }

    fn build(self, repo: &Repo) -> Result<()> {
        match self {
            Self::Raw => rust(repo, "bench-raw"),
            Self::Rmcp => rust(repo, "bench-rmcp"),
            Self::Ours => ours(repo),
            Self::OursPy => ours_in_python(repo),
            Self::Ts => node(repo),
            Self::Py => venv(repo, "py", "requirements-mcp.txt"),
            Self::Fastmcp => venv(repo, "fastmcp", "requirements-fastmcp.txt"),
        }
    }

    /// The benchmark means nothing without it.
    fn is_needed(self) -> bool {
        matches!(self, Self::Raw | Self::Ours)
    }
}

/// The server that every contender talks to.
pub(super) fn server(repo: &Repo) -> PathBuf {
    binary(repo, "bench-server")
}

/// Builds them, and the server. A peer that cannot be built here is left out, with a word.
pub(super) fn contenders(
    repo: &Repo,
    chosen: &[&'static Contender],
) -> Result<Vec<&'static Contender>> {
    eprintln!("building the server");
    rust(repo, "bench-server")?;
    let (mut built, mut failed) = (Vec::new(), Vec::new());
    for contender in chosen {
        let part = contender.part;
        if built.contains(&part) || failed.contains(&part) {
            continue;
        }
        eprintln!("building {}", contender.name);
        match part.build(repo) {
            Ok(()) => built.push(part),
            Err(error) if part.is_needed() => return Err(error),
            Err(error) => {
                eprintln!("{error:#}\nleft out: {}", contender.name);
                failed.push(part);
            }
        }
    }
    Ok(chosen.iter().copied().filter(|contender| built.contains(&contender.part)).collect())
}

fn binary(repo: &Repo, name: &str) -> PathBuf {
    repo.build("bench/target/release").join(name)
}

fn rust(repo: &Repo, package: &str) -> Result<()> {
    let mut build = repo.cargo("build");
    build.args(["--release", "--locked", "--package", package]);
    build.arg("--manifest-path").arg(repo.path("tests/bench/Cargo.toml"));
    build.arg("--target-dir").arg(repo.build("bench/target"));
    run::quiet(&mut build).map(drop)
}

/// As a user would have it: against the release library, through the header.
fn ours(repo: &Repo) -> Result<()> {
    let program = Part::Ours.program(repo);
    let folder = program.parent().context("it has a folder")?;
    let lib = c::stage(&library::release(repo)?, &folder.join("lib"))?;
    let mut compile = Command::new("gcc");
    compile.args(["-std=c11", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE"]);
    compile.arg("-I").arg(repo.path("include"));
    compile.args(files::directly(&repo.path("tests/bench/c"), "c")?);
    compile.arg("-L").arg(&lib).arg(format!("-Wl,-rpath,{}", lib.display()));
    compile.args(["-lmcpclient", "-pthread", "-o"]).arg(program);
    run::quiet(&mut compile).map(drop)
}

/// As a user would have it: the wheel, alone in an environment.
fn ours_in_python(repo: &Repo) -> Result<()> {
    let wheel = python::release(repo)?;
    let folder = repo.build("bench/ours-py");
    run::quiet(&mut environment(&folder))?;
    let mut install = Command::new(folder.join("bin/pip"));
    run::quiet(install.args(["install", "--quiet", "--no-index"]).arg(wheel)).map(drop)
}

fn node(repo: &Repo) -> Result<()> {
    let (from, to) = (repo.path("tests/bench/ts"), repo.build("bench/ts"));
    fs::create_dir_all(&to)?;
    for script in files::directly(&from, "mjs")? {
        let name = script.file_name().context("a script has a name")?;
        fs::copy(&script, to.join(name))?;
    }
    unless_done(&from.join("package.json"), &to.join("node_modules/.bench"), || {
        fs::copy(from.join("package.json"), to.join("package.json"))?;
        let mut install = Command::new("npm");
        install.args(["install", "--no-audit", "--no-fund", "--no-package-lock"]).current_dir(&to);
        run::quiet(&mut install)
    })
}

fn venv(repo: &Repo, name: &str, requirements: &str) -> Result<()> {
    let requirements = repo.path("tests/bench/python").join(requirements);
    let folder = repo.build("bench").join(name);
    unless_done(&requirements, &folder.join("requirements.txt"), || {
        run::quiet(&mut environment(&folder))?;
        let mut install = Command::new(folder.join("bin/pip"));
        install.args(["install", "--quiet", "--requirement"]).arg(&requirements);
        run::quiet(&mut install)
    })
}

/// What makes an empty environment there.
fn environment(folder: &Path) -> Command {
    let python = env::var_os("BENCH_PYTHON").unwrap_or_else(|| OsString::from("python3"));
    let mut make = Command::new(python);
    make.args(["-m", "venv", "--clear"]).arg(folder);
    make
}

/// Does it unless `mark` is a copy of `wanted`, and makes it one.
fn unless_done(wanted: &Path, mark: &Path, work: impl FnOnce() -> Result<String>) -> Result<()> {
    if fs::read(mark).ok() == Some(fs::read(wanted)?) {
        return Ok(());
    }
    work()?;
    fs::copy(wanted, mark)?;
    Ok(())
}
