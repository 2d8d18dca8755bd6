//! An environment under build/ with the tools and the wheel, made anew when either changes.

use std::{fs, path::PathBuf, process::Command, sync::OnceLock};

use anyhow::{Context as _, Result, anyhow};

use super::interpreter;
use crate::{interop::install::environment, repo::Repo, run, tool::PYTHON};

/// Puts the exact tools there.
pub(super) fn fill(repo: &Repo) -> Result<()> {
    environment(&repo.path("bindings/python/requirements.txt"), &repo.build("python"))
}

/// Whether the machine has what it takes; else what it lacks.
pub(crate) fn ready(repo: &Repo) -> Result<(), String> {
    if !PYTHON.found() {
        return Err(format!("no {}: {}", PYTHON.program, PYTHON.get));
    }
    fill(repo).map_err(|error| format!("no maturin: {error:#}"))
}

/// Builds the wheel of that profile.
pub(super) fn wheel(repo: &Repo, profile: &str) -> Result<PathBuf> {
    let out = repo.build("wheels").join(profile);
    if out.exists() {
        // So that the one in it is the one that was built.
        fs::remove_dir_all(&out)?;
    }
    let python = interpreter(repo);
    let mut maturin = Command::new(python.with_file_name("maturin"));
    maturin.args(["build", "--locked", "--profile", profile, "--interpreter"]).arg(&python);
    maturin.arg("--out").arg(&out).arg("--manifest-path");
    maturin.arg(repo.path("bindings/python/Cargo.toml")).current_dir(repo.root());
    if profile == "dev" {
        // Which systems it fits is of no interest.
        maturin.args(["--compatibility", "linux"]);
    }
    run::quiet(&mut maturin)?;
    let wheel = fs::read_dir(&out)?.next().context("maturin made no wheel")??;
    Ok(wheel.path())
}

/// The interpreter that has the wheel of these sources; once for each run of xtask.
pub(crate) fn installed(repo: &Repo) -> Result<PathBuf> {
    static DONE: OnceLock<Result<(), String>> = OnceLock::new();
    let install = || -> Result<()> {
        ready(repo).map_err(|lacks| anyhow!(lacks))?;
        let wheel = wheel(repo, "dev")?;
        let mut pip = Command::new(interpreter(repo));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]);
        run::quiet(pip.args(["--no-deps", "--force-reinstall"]).arg(wheel)).map(drop)
    };
    let done = DONE.get_or_init(|| install().map_err(|error| format!("{error:#}")));
    done.clone().map_err(|error| anyhow!(error))?;
    Ok(interpreter(repo))
}
