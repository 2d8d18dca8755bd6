//! The servers, by the names that the host knows them by.

use std::{ffi::OsString, path::Path};

use super::install;
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
    /// Our own server on the Python SDK of an earlier version, and its arguments.
    OldPython(&'static str, &'static [&'static str]),
    /// Our own server on the Rust SDK.
    Rust,
    /// A module of the Python SDK's environment and its arguments.
    Module(&'static str, &'static [&'static str]),
}

/// With `modern`, a server of the older era alone is not spoken with, and the host is told why.
const ALL: &[&str] = &["auto", "legacy", "modern"];

const AUTO: &[&str] = &["auto"];

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
    Peer { name: "python", eras: ALL, runs: Runs::Python },
    Peer { name: "rmcp", eras: ALL, runs: Runs::Rust },
    Peer { name: "time", eras: ALL, runs: Runs::Module("mcp_server_time", &[]) },
    Peer { name: "git", eras: AUTO, runs: Runs::Module("mcp_server_git", &[]) },
    Peer {
        name: "fetch",
        eras: AUTO,
        runs: Runs::Module("mcp_server_fetch", &["--allow-private-ips"]),
    },
    Peer { name: "python-2024", eras: AUTO, runs: Runs::OldPython("1.0.0", &[]) },
    Peer { name: "python-2024-strict", eras: AUTO, runs: Runs::OldPython("1.6.0", &["strict"]) },
    Peer { name: "python-2025-03", eras: AUTO, runs: Runs::OldPython("1.9.4", &[]) },
    Peer { name: "python-2025-06", eras: AUTO, runs: Runs::OldPython("1.12.4", &[]) },
    Peer { name: "python-2025-11", eras: AUTO, runs: Runs::OldPython("1.26.0", &[]) },
];

/// The versions of the Python SDK that [`Runs::OldPython`] wants.
pub(super) fn old_versions() -> impl Iterator<Item = &'static str> {
    PEERS.iter().filter_map(|peer| match peer.runs {
        Runs::OldPython(version, _) => Some(version),
        _ => None,
    })
}

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
            Runs::OldPython(version, arguments) => {
                let mut path = OsString::from("PYTHONPATH=");
                path.push(install::old_sdk(out, version));
                let words = [
                    "env".into(),
                    path,
                    install::old_python(out).join("bin/python").into(),
                    "-B".into(),
                    repo.path("tests/interop/python/old.py").into(),
                ];
                words.into_iter().chain(arguments.iter().map(OsString::from)).collect()
            }
            Runs::Rust => vec![install::rust_server(out).into()],
            Runs::Module(name, arguments) => {
                let words = [out.join("python/bin/python").into(), "-m".into(), name.into()];
                words.into_iter().chain(arguments.iter().map(OsString::from)).collect()
            }
        }
    }
}
