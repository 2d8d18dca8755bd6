//! Who is measured.

use std::path::PathBuf;

use super::{build::Part, cell::Cell};
use crate::repo::Repo;

/// How much of a workload a contender gets to do.
#[derive(Clone, Copy)]
pub(crate) enum Speed {
    Fast = 0,
    Middling = 1,
    Slow = 2,
}

/// One way to be a client. `part` is what has to be built; tests/bench/README.md says how it is called.
pub(crate) struct Contender {
    pub(crate) name: &'static str,
    pub(super) part: Part,
    flag: Option<&'static str>,
    pub(super) speed: Speed,
}

const fn contender(name: &'static str, part: Part, speed: Speed) -> Contender {
    Contender { name, part, flag: None, speed }
}

impl Contender {
    const fn flag(mut self, flag: &'static str) -> Self {
        self.flag = Some(flag);
        self
    }

    /// The library's own.
    pub(crate) fn is_ours(&self) -> bool {
        matches!(self.part, Part::Ours | Part::OursPy)
    }

    /// Also in the short run.
    pub(super) fn always(&self) -> bool {
        matches!(self.part, Part::Ours) || self.name == "raw"
    }

    /// Whether it can do this.
    pub(super) fn runs(&self, cell: &Cell) -> bool {
        // It has no limits.
        self.part != Part::Raw || cell.workload.name != "d16"
    }

    /// The program, and the words that come before the workload.
    pub(super) fn command(&self, repo: &Repo) -> (PathBuf, Vec<String>) {
        let script = |path: PathBuf| path.display().to_string();
        let mut words = match self.part {
            Part::OursPy | Part::Py | Part::Fastmcp => {
                vec![script(repo.path("tests/bench/python/client.py"))]
            }
            Part::Ts => vec![script(repo.build("bench/ts/client.mjs"))],
            Part::Raw | Part::Ours | Part::Rmcp => Vec::new(),
        };
        words.extend(self.flag.map(str::to_owned));
        (self.part.program(repo), words)
    }
}

/// All contenders, in the order of the tables.
pub(crate) const CONTENDERS: &[Contender] = &[
    contender("raw", Part::Raw, Speed::Fast),
    contender("raw+parse", Part::Raw, Speed::Fast).flag("--parse"),
    contender("ours-inline", Part::Ours, Speed::Fast).flag("--inline"),
    contender("ours", Part::Ours, Speed::Fast),
    contender("rmcp-tuned", Part::Rmcp, Speed::Fast).flag("--tuned"),
    contender("rmcp", Part::Rmcp, Speed::Fast),
    contender("ts", Part::Ts, Speed::Middling),
    contender("ours-py", Part::OursPy, Speed::Middling).flag("--ours"),
    contender("py", Part::Py, Speed::Slow).flag("--mcp"),
    contender("fastmcp", Part::Fastmcp, Speed::Slow).flag("--fastmcp"),
];
