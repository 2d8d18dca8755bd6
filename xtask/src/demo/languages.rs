//! The hosts of the demo. They take the same arguments: [--yes] --root FOLDER... --tool NAME...
//! [--era ERA] --record FILE -- SERVER.

use std::path::PathBuf;

use anyhow::Result;

use super::build;
use crate::{
    kotlin, python,
    repo::Repo,
    swift,
    tool::{CC, GXX, JAVAC, MAVEN, PYTHON, READELF, SWIFT, Tool, lacking},
};

/// A language with a host under examples/.
pub(super) struct Language {
    pub(super) name: &'static str,
    /// What it needs of the machine.
    needs: &'static [Tool],
    /// Builds the host, and gives the words that start it.
    pub(super) host: fn(&Repo) -> Result<Vec<PathBuf>>,
}

/// The first one is shown unless another is asked for; the gate plays it in depth.
pub(super) const LANGUAGES: &[Language] = &[
    Language {
        name: "c",
        needs: &[CC, READELF],
        host: |repo| build::c(repo).map(|host| vec![host]),
    },
    Language {
        name: "cpp",
        needs: &[GXX, READELF],
        host: |repo| build::cpp(repo).map(|host| vec![host]),
    },
    Language { name: "python", needs: &[PYTHON], host: python_host },
    Language { name: "kotlin", needs: &[JAVAC, MAVEN], host: kotlin::example },
    Language { name: "swift", needs: &[SWIFT], host: swift::example },
];

impl Language {
    /// What the machine lacks for it, and how to get that.
    pub(super) fn lacks(&self) -> Option<String> {
        lacking(self.needs)
    }
}

/// examples/python, with the package as anybody would install it.
fn python_host(repo: &Repo) -> Result<Vec<PathBuf>> {
    Ok(vec![python::installed(repo)?, repo.path("examples/python/travel.py")])
}
