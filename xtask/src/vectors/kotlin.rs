//! The runner in Kotlin: a program of the binding's tests.

use anyhow::Result;

use crate::{kotlin, repo::Repo, run};

/// What it says.
pub(super) fn run(repo: &Repo) -> Result<String> {
    let mut program = kotlin::test_program(repo, "mcpclient.vectors.VectorsKt")?;
    run::said(program.env("VECTORS", repo.path("tests/vectors")))
}
