//! A copy of the sources, with its own build, in which faults can be tried.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context as _, Result};

use super::find::Mutant;
use crate::{files, repo::Repo, run};

/// A guard against faults that never end.
const LIMIT: Duration = Duration::from_secs(600);

/// The unit tests of what is changed.
const TESTS: [&str; 13] = [
    "form_check",
    "form_choices",
    "form_draft",
    "form_formats",
    "form_parse",
    "form_pattern",
    "json_number",
    "sampling_choice",
    "sampling_privacy",
    "sampling_request",
    "sampling_result",
    "cases_form_answers",
    "url_facts",
];

/// How a fault ended.
pub(super) enum Fate {
    /// A vector noticed it.
    Vectors,
    /// A unit test did.
    Tests,
    Survived,
    Unbuilt,
}

impl Fate {
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Vectors => "vectors",
            Self::Tests => "tests",
            Self::Survived => "SURVIVED",
            Self::Unbuilt => "unbuilt",
        }
    }
}

/// The copy.
pub(super) struct Tree<'a> {
    repo: &'a Repo,
    root: PathBuf,
}

impl<'a> Tree<'a> {
    /// Copies what Git has and what it could have. Files that are as they were keep their times, so
    /// that a second run builds little.
    pub(super) fn copy(repo: &'a Repo) -> Result<Self> {
        let root = repo.build("mutants").join("tree");
        let mut list = Command::new("git");
        list.args(["ls-files", "--cached", "--others", "--exclude-standard"]);
        for name in run::stdout(list.current_dir(repo.root()))?.lines() {
            let (from, to) = (repo.path(name), root.join(name));
            let Ok(text) = fs::read(&from) else { continue };
            if fs::read(&to).is_ok_and(|copy| copy == text) {
                continue;
            }
            fs::create_dir_all(to.parent().context("a file in a folder")?)?;
            fs::write(&to, text).with_context(|| to.display().to_string())?;
        }
        Ok(Self { repo, root })
    }

    /// Everything passes before there is a fault.
    pub(super) fn baseline(&self) -> Result<()> {
        for tests in [self.vectors(), self.tests()] {
            self.limited(tests).context("the tests fail without any fault")?;
        }
        Ok(())
    }

    /// Tries one fault and takes it out again.
    pub(super) fn with(&self, mutant: &Mutant) -> Result<Fate> {
        let path = self.root.join(&mutant.path);
        let right = files::read(&path)?;
        fs::write(&path, mutant.apply(&right))?;
        let fate = self.fate();
        fs::write(&path, right)?;
        fate
    }

    fn fate(&self) -> Result<Fate> {
        let mut build = self.vectors();
        if self.limited_command(build.arg("--no-run")).is_err() {
            return Ok(Fate::Unbuilt);
        }
        if self.limited(self.vectors()).is_err() {
            return Ok(Fate::Vectors);
        }
        Ok(if self.limited(self.tests()).is_err() { Fate::Tests } else { Fate::Survived })
    }

    fn vectors(&self) -> Command {
        let mut test = self.cargo();
        test.args(["--test", "vectors"]);
        test
    }

    fn tests(&self) -> Command {
        let mut test = self.cargo();
        test.arg("--lib");
        for name in TESTS {
            test.args(["--test", name]);
        }
        test
    }

    fn cargo(&self) -> Command {
        let mut test = self.repo.cargo("test");
        test.current_dir(&self.root).args(["--locked", "--quiet", "--package", "mcpclient-engine"]);
        // Without debug information it links faster.
        test.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_TARGET_DIR", self.target());
        test
    }

    fn target(&self) -> PathBuf {
        self.root.with_file_name("target")
    }

    fn limited(&self, mut command: Command) -> Result<String> {
        self.limited_command(&mut command)
    }

    fn limited_command(&self, command: &mut Command) -> Result<String> {
        let log: &Path = &self.root.with_file_name("log");
        run::limited(command, log, LIMIT)
    }
}
