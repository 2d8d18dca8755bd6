//! Debian 13's compiler is the oldest that we promise to build with. No mounts, and no network after
//! it is made, so that it works in a container too.

use std::fs;

use anyhow::{Context as _, Result};

use crate::{
    debian::{Contents, Debian},
    files,
    repo::Repo,
    run,
};

pub(super) const COMPILER: Contents = Contents { packages: &["cargo", "rustc"], without: &[] };

/// Runs a cargo command on a copy of the checkout and its dependencies; returns what the compiler
/// calls itself.
pub(super) fn cargo(debian: &Debian, repo: &Repo, args: &[&str]) -> Result<String> {
    let source = debian.root().join("source");
    if source.exists() {
        fs::remove_dir_all(&source)?;
    }
    for file in files::below(repo.root())? {
        let to = source.join(file.strip_prefix(repo.root())?);
        fs::create_dir_all(to.parent().context("a file has a folder")?)?;
        fs::copy(&file, &to).with_context(|| file.display().to_string())?;
    }
    let mut vendor = repo.cargo("vendor");
    vendor.args(["--locked", "--versioned-dirs"]).arg(debian.root().join("vendor"));
    run::quiet(&mut vendor)?;
    let mut cargo = debian.inside("cargo");
    cargo.args(args).args(["--offline", "--manifest-path", "/source/Cargo.toml"]);
    cargo.args(["--config", "source.crates-io.replace-with='vendored'"]);
    cargo.args(["--config", "source.vendored.directory='/vendor'"]);
    run::quiet(cargo.env("CARGO_TARGET_DIR", "/target"))?;
    run::stdout(debian.inside("rustc").arg("-V"))
}
