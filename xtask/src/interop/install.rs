//! The exact packages of tests/interop, in build/interop: once, and again when their lists change.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};

use super::peers::old_versions;
use crate::{files, repo::Repo, run};

/// What a list has beside it once all of it is installed.
const STAMP: &str = "installed";

/// The servers of package-lock.json, and our own on the SDK that is in it.
pub(super) fn node(repo: &Repo, out: &Path) -> Result<()> {
    let (lists, dir) = (repo.path("tests/interop/node"), out.join("node"));
    npm(&lists, &dir)?;
    // Beside the packages, where Node looks for them.
    for script in files::directly(&lists, "mjs")? {
        let name = script.file_name().context("a script has a name")?;
        fs::copy(&script, dir.join(name))?;
    }
    Ok(())
}

/// What the package-lock.json in the folder `lists` has.
pub(crate) fn npm(lists: &Path, dir: &Path) -> Result<()> {
    let lock = files::read(&lists.join("package-lock.json"))?;
    once(dir, &lock, |dir| {
        for name in ["package.json", "package-lock.json"] {
            fs::copy(lists.join(name), dir.join(name))?;
        }
        let mut npm = Command::new("npm");
        // Nothing of theirs runs while it is installed.
        npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(dir);
        run::quiet(&mut npm).map(drop)
    })
}

/// The Python SDK of requirements.txt, and the servers on it.
pub(super) fn python(repo: &Repo, out: &Path) -> Result<()> {
    environment(&repo.path("tests/interop/python/requirements.txt"), &out.join("python"))
}

/// What earlier versions of the Python SDK need, and these versions, each in a folder of its own.
pub(super) fn old(repo: &Repo, out: &Path) -> Result<()> {
    let dir = old_python(out);
    environment(&repo.path("tests/interop/python/requirements-old.txt"), &dir)?;
    for version in old_versions() {
        let sdk = format!("mcp=={version}");
        once(&old_sdk(out, version), &sdk, |target| {
            let mut pip = Command::new(fs::canonicalize(&dir)?.join("bin/python"));
            pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
                .args(["--no-deps", "--target"])
                .args([target.as_os_str(), sdk.as_ref()]);
            run::quiet(&mut pip).map(drop)
        })?;
    }
    Ok(())
}

/// The environment of earlier versions.
pub(super) fn old_python(out: &Path) -> PathBuf {
    out.join("python-old")
}

/// Where such a version is.
pub(super) fn old_sdk(out: &Path, version: &str) -> PathBuf {
    out.join("python-sdk").join(version)
}

/// Builds our own server on the Rust SDK.
pub(super) fn rust(repo: &Repo, out: &Path) -> Result<()> {
    let mut build = repo.cargo("build");
    build.args(["--locked", "--manifest-path"]).arg(repo.path("tests/interop/rmcp/Cargo.toml"));
    build.arg("--target-dir").arg(out.join("rmcp"));
    run::quiet(&mut build).map(drop)
}

pub(super) fn rust_server(out: &Path) -> PathBuf {
    out.join("rmcp/debug/interop-rmcp")
}

/// An environment for Python with the packages of a list.
pub(crate) fn environment(list: &Path, dir: &Path) -> Result<()> {
    once(dir, &files::read(list)?, |dir| {
        run::quiet(Command::new("python3").args(["-m", "venv"]).arg(dir))?;
        let mut pip = Command::new(dir.join("bin/python"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"])
            .arg(list);
        run::quiet(&mut pip).map(drop)
    })
}

/// Fills a folder anew unless the last time was for the same list.
fn once(dir: &Path, list: &str, fill: impl FnOnce(&PathBuf) -> Result<()>) -> Result<()> {
    let stamp = dir.join(STAMP);
    if fs::read_to_string(&stamp).is_ok_and(|last| last == list) {
        return Ok(());
    }
    if dir.exists() {
        fs::remove_dir_all(dir)?;
    }
    fs::create_dir_all(dir)?;
    let dir = fs::canonicalize(dir)?;
    fill(&dir).with_context(|| format!("{} cannot be filled", dir.display()))?;
    Ok(fs::write(stamp, list)?)
}
