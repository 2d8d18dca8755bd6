//! The runner in C++: tests/cpp/vectors.cpp, over the headers alone.

use std::process::Command;

use anyhow::Result;

use crate::{c::alone, repo::Repo, run};

/// What it says.
pub(super) fn run(repo: &Repo) -> Result<String> {
    let include = format!("-I{}", repo.path("tests/cpp/support").display());
    let out = repo.build("vectors-cpp");
    std::fs::create_dir_all(&out)?;
    let sources = [repo.path("tests/cpp/vectors.cpp")];
    let program =
        alone::compile_cpp(repo, &out.join("vectors"), &sources, &["-pthread", &include])?;
    run::said(Command::new(program).env("VECTORS", repo.path("tests/vectors")))
}
