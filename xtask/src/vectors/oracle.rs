//! Python's validator, in an environment of its own under build/.

use std::process::Command;

use anyhow::Result;

use crate::{interop::install::environment, repo::Repo, run, tool::PYTHON};

/// How a comparison that found no fault ended.
pub(super) enum Verdict {
    Compared(String),
    /// What the machine lacks.
    Lacks(String),
}

/// Compares the vectors' verdicts with the validator's.
pub(super) fn compare(repo: &Repo) -> Result<Verdict> {
    if !PYTHON.found() {
        return Ok(Verdict::Lacks(format!("no {}: {}", PYTHON.program, PYTHON.get)));
    }
    let (here, dir) = (repo.path("tests/vectors/oracle"), repo.build("vectors-oracle"));
    if let Err(error) = environment(&here.join("requirements.txt"), &dir) {
        return Ok(Verdict::Lacks(format!("no jsonschema: {error:#}")));
    }
    let python = dir.join("bin").join("python");
    let said = run::quiet(Command::new(python).arg(here.join("oracle.py")))?;
    Ok(Verdict::Compared(said.trim().trim_start_matches("oracle: ").to_owned()))
}
