//! The engine's own runner: an integration test, which also asks a validator in Rust.

use anyhow::Result;

use crate::{repo::Repo, run};

/// What it says. A run that found faults is told by its lines.
pub(super) fn run(repo: &Repo) -> Result<String> {
    let mut build = repo.cargo("test");
    build.args(["--locked", "--package", "mcpclient-engine", "--test", "vectors"]);
    run::quiet(build.arg("--no-run"))?;
    let mut test = repo.cargo("test");
    test.args(["--locked", "--quiet", "--package", "mcpclient-engine", "--test", "vectors"]);
    run::said(&mut test)
}
