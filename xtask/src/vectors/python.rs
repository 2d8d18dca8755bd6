//! The runner in Python: bindings/python/tests/vectors.py, over the installed package.

use anyhow::Result;

use crate::{python, repo::Repo, run};

/// What it says.
pub(super) fn run(repo: &Repo) -> Result<String> {
    run::said(python::program(repo, "vectors.py")?.env("VECTORS", repo.path("tests/vectors")))
}
