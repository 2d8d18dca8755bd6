//! The runner in Swift: a program beside the binding's tests.

use anyhow::Result;

use crate::{repo::Repo, run, swift};

/// What it says.
pub(super) fn run(repo: &Repo) -> Result<String> {
    let mut program = swift::test_program(repo, "vectors")?;
    run::said(program.env("VECTORS", repo.path("tests/vectors")))
}
