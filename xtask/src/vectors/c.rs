//! The runner in C: tests/c/vectors.c, over the header alone.

use std::process::Command;

use anyhow::Result;

use crate::{c::alone, files, repo::Repo, run};

/// What it says.
pub(super) fn run(repo: &Repo) -> Result<String> {
    let support = repo.path("tests/c/support");
    let mut sources = files::directly(&support, "c")?;
    sources.push(repo.path("tests/c/vectors.c"));
    let include = format!("-I{}", support.display());
    let flags = ["-D_POSIX_C_SOURCE=200809L", "-pthread", &include];
    let out = repo.build("vectors-c");
    std::fs::create_dir_all(&out)?;
    let program = alone::compile(repo, &out.join("vectors"), &sources, &flags)?;
    run::said(Command::new(program).env("VECTORS", repo.path("tests/vectors")))
}
