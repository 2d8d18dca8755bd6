//! The official suite: installed, asked what it has, and started for one scenario at a time.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};

use super::{
    judge::{self, Check},
    runners::watched,
};
use crate::{files, interop::install, repo::Repo, run};

/// Where its list of packages is, and what it needs on older versions of Node.
const LISTS: &str = "tests/conformance/suite";
const SHIM: &str = "fs-without-glob.mjs";
const PROGRAM: &str = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

/// Where the shell that starts the client writes what it ended with.
const STATUS: &str = "client-status";

pub(super) struct Suite {
    program: PathBuf,
    shim: PathBuf,
}

/// A scenario, as the suite has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offered {
    pub(super) name: String,
    /// Those that it is for; of an extension the newest two.
    pub(super) revisions: Vec<String>,
    /// It belongs to no revision.
    pub(super) extension: bool,
}

/// One scenario at one revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) scenario: String,
    pub(super) revision: String,
    /// On a revision that the suite does not have it for.
    pub(super) force: bool,
}

/// What came of it.
pub(super) struct Played {
    pub(super) checks: Vec<Check>,
    /// Whether the suite calls it passed.
    pub(super) passed: bool,
    /// What the client ended with; none if it was never started, or had to be ended by force.
    pub(super) status: Option<i32>,
    /// The last that the client said.
    pub(super) said: String,
}

impl Suite {
    pub(super) fn install(repo: &Repo, out: &Path) -> Result<Self> {
        let dir = out.join("suite");
        install::npm(&repo.path(LISTS), &dir)?;
        Ok(Self { program: dir.join(PROGRAM), shim: repo.path(LISTS).join(SHIM) })
    }

    fn command(&self) -> Command {
        let mut node = Command::new("node");
        node.arg("--import").arg(&self.shim).arg(&self.program);
        node
    }

    /// Its scenarios for clients.
    pub(super) fn scenarios(&self) -> Result<Vec<Offered>> {
        let said = run::stdout(self.command().args(["list", "--client"]))?;
        let all: Vec<_> = said.lines().filter_map(scenario).collect();
        if all.is_empty() {
            bail!("{said}\nthe suite does not say what it has");
        }
        Ok(all)
    }

    /// Plays one scenario with the client that `client` starts: words for the shell. Neither takes more
    /// than `limit`; all that it leaves is in `folder`.
    pub(super) fn play(
        &self,
        what: &Run,
        client: &str,
        folder: &Path,
        limit: Duration,
    ) -> Result<Played> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        let mut suite = self.command();
        // The suite takes a signal for success, and of some scenarios any end: it is not asked.
        let status = folder.join(STATUS);
        suite.args(["client", "--command", &watched(client, &status)]);
        suite.args(["--scenario", &what.scenario]);
        suite.args(["--spec-version", &what.revision, "-o"]).arg(folder);
        suite.arg("--timeout").arg(limit.as_millis().to_string());
        if what.force {
            suite.arg("--force");
        }
        // The suite ends the client when its time is over; what hangs nonetheless is ended with it.
        let ended = run::limited(&mut suite, &folder.join("suite.log"), limit * 2);
        let left = files::below(folder)?;
        let file = |name: &str| left.iter().find(|path| path.ends_with(name));
        let Some(found) = file("checks.json") else {
            return match ended {
                Err(error) => Err(error.context("the suite did not play it")),
                Ok(said) => bail!("{said}\nthe suite has not written its checks"),
            };
        };
        let checks =
            judge::checks(&files::read(found)?).context("the suite's checks are no JSON")?;
        let said =
            file("stderr.txt").map(|path| files::read(path)).transpose()?.unwrap_or_default();
        let status = fs::read_to_string(&status).ok().and_then(|text| text.trim().parse().ok());
        let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        Ok(Played { checks, passed: ended.is_ok(), status, said: last.to_owned() })
    }
}

/// `  - tools_call [2025-06-18,2025-11-25]`
fn scenario(line: &str) -> Option<Offered> {
    let (name, revisions) = line.trim().strip_prefix("- ")?.strip_suffix(']')?.split_once(" [")?;
    let extension = revisions == "extension";
    let revisions = match extension {
        true => EXTENSION.map(str::to_owned).into(),
        false => revisions.split(',').map(str::to_owned).collect(),
    };
    Some(Offered { name: name.to_owned(), revisions, extension })
}

/// Where extensions can be played.
const EXTENSION: [&str; 2] = ["2025-11-25", "2026-07-28"];

#[cfg(test)]
mod tests {
    use super::scenario;

    #[test]
    fn the_list_is_read() {
        let dated = scenario("  - auth/a-b [2025-06-18,2026-07-28]").unwrap();
        assert_eq!((dated.name.as_str(), dated.revisions.len()), ("auth/a-b", 2));
        assert!(!dated.extension);
        let extension = scenario("  - c [extension]").unwrap();
        assert!(extension.extension && extension.revisions == super::EXTENSION);
        assert_eq!(scenario("Client scenarios (test against a client):"), None);
    }
}
