//! The servers, by the names that the host knows them by.

use std::{ffi::OsString, path::Path};

use crate::repo::Repo;

const SCOPE: &str = "node_modules/@modelcontextprotocol";

/// A server, and what runs it.
pub(super) struct Peer {
    pub(super) name: &'static str,
    /// The eras that the host may speak, one try each.
    pub(super) eras: &'static [&'static str],
    runs: Runs,
}

enum Runs {
    /// A script below node_modules and its arguments.
    Node(&'static str, &'static [&'static str]),
    /// Our own server on the Python SDK.
    Python,
}

/// With `modern`, a server of the older era is not spoken with, and the host is told why.
const ALL: &[&str] = &["auto", "legacy", "modern"];

pub(super) const PEERS: &[Peer] = &[
    Peer {
        name: "everything",
        eras: ALL,
        runs: Runs::Node("server-everything/dist/index.js", &["stdio"]),
    },
    Peer {
        name: "everything-2024",
        eras: ALL,
        runs: Runs::Node("../everything-2024/dist/index.js", &[]),
    },
    Peer {
        name: "filesystem",
        eras: ALL,
        runs: Runs::Node("server-filesystem/dist/index.js", &[]),
    },
    Peer { name: "python", eras: &["legacy"], runs: Runs::Python },
];

impl Peer {
    /// The server's command line; packages are installed in `out`.
    pub(super) fn argv(&self, repo: &Repo, out: &Path) -> Vec<OsString> {
        match &self.runs {
            Runs::Node(script, arguments) => {
                let script = out.join("node").join(SCOPE).join(script);
                let words = ["node".into(), script.into()];
                words.into_iter().chain(arguments.iter().map(OsString::from)).collect()
            }
            Runs::Python => vec![
                out.join("python/bin/python").into(),
                // The sources stay free of what Python compiles.
                "-B".into(),
                repo.path("tests/interop/python/server.py").into(),
            ],
        }
    }
}
