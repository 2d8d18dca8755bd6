//! The servers, by the names that the host knows them by.

use super::{front::Front, runs::Runs};

/// A server, and how it is reached.
pub(super) struct Peer {
    pub(super) name: &'static str,
    /// The eras that the host may speak, one try each.
    pub(super) eras: &'static [&'static str],
    pub(super) runs: Runs,
    pub(super) over: Over,
}

/// The way to a server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    /// Standard input and output: the host starts it.
    Pipe,
    /// HTTP; its first line is its URL.
    Told,
    /// HTTP; the port is in the environment, and it serves this path once it says that it is there.
    Port(&'static str),
    /// HTTP, as `Told`, with nginx in front of it.
    Behind(Front),
}

/// With `modern`, a server of the older era alone is not spoken with, and the host is told why.
const ALL: &[&str] = &["auto", "legacy", "modern"];

const BOTH: &[&str] = &["legacy", "modern"];

const AUTO: &[&str] = &["auto"];

const EVERYTHING: &str = "server-everything/dist/index.js";

const fn peer(name: &'static str, eras: &'static [&'static str], runs: Runs, over: Over) -> Peer {
    Peer { name, eras, runs, over }
}

const fn piped(name: &'static str, eras: &'static [&'static str], runs: Runs) -> Peer {
    peer(name, eras, runs, Over::Pipe)
}

/// Our own server on the Python SDK, with nginx in front.
const fn behind(name: &'static str, eras: &'static [&'static str], front: Front) -> Peer {
    peer(name, eras, Runs::Python(&["http"]), Over::Behind(front))
}

pub(super) const PEERS: &[Peer] = &[
    piped("everything", ALL, Runs::Node(EVERYTHING, &["stdio"])),
    piped("everything-2024", ALL, Runs::Node("../everything-2024/dist/index.js", &[])),
    piped("filesystem", ALL, Runs::Node("server-filesystem/dist/index.js", &[])),
    piped("python", ALL, Runs::Python(&[])),
    piped("rmcp", ALL, Runs::Rust(&[])),
    piped("time", ALL, Runs::Module("mcp_server_time", &[])),
    piped("git", AUTO, Runs::Module("mcp_server_git", &[])),
    piped("fetch", AUTO, Runs::Module("mcp_server_fetch", &["--allow-private-ips"])),
    piped("python-2024", AUTO, Runs::OldPython("1.0.0", &[])),
    piped("python-2024-strict", AUTO, Runs::OldPython("1.6.0", &["strict"])),
    piped("python-2025-03", AUTO, Runs::OldPython("1.9.4", &[])),
    piped("python-2025-06", AUTO, Runs::OldPython("1.12.4", &[])),
    piped("python-2025-11", AUTO, Runs::OldPython("1.26.0", &[])),
    peer("everything-http", ALL, Runs::Node(EVERYTHING, &["streamableHttp"]), Over::Port("/mcp")),
    peer("everything-sse", ALL, Runs::Node(EVERYTHING, &["sse"]), Over::Port("/sse")),
    peer(
        "everything-2024-sse",
        ALL,
        Runs::Node("../everything-2024/dist/sse.js", &[]),
        Over::Port("/sse"),
    ),
    peer("python-http", ALL, Runs::Python(&["http"]), Over::Told),
    peer("rmcp-http", ALL, Runs::Rust(&["http"]), Over::Told),
    peer("typescript-http", ALL, Runs::TypeScript("http.mjs"), Over::Told),
    peer("python-2024-sse", AUTO, Runs::OldPython("1.0.0", &["sse"]), Over::Told),
    peer("python-2024-late-sse", AUTO, Runs::OldPython("1.6.0", &["sse"]), Over::Told),
    peer("python-2025-03-http", AUTO, Runs::OldPython("1.9.4", &["http"]), Over::Told),
    peer("python-2025-06-http", AUTO, Runs::OldPython("1.12.4", &["http"]), Over::Told),
    peer("python-2025-11-http", AUTO, Runs::OldPython("1.26.0", &["http"]), Over::Told),
    behind("nginx", BOTH, Front::Buffering),
    behind("tls", BOTH, Front::Tls),
    behind("tls-h2", BOTH, Front::Http2),
    behind("tls-certificate", AUTO, Front::Certificate),
    behind("proxy", BOTH, Front::Proxy),
];

/// The versions of the Python SDK that [`Runs::OldPython`] wants.
pub(super) fn old_versions() -> impl Iterator<Item = &'static str> {
    PEERS.iter().filter_map(|peer| match peer.runs {
        Runs::OldPython(version, _) => Some(version),
        _ => None,
    })
}

impl Peer {
    /// Whether it takes what not every machine has: nginx and openssl.
    pub(super) fn is_behind(&self) -> bool {
        matches!(self.over, Over::Behind(_))
    }
}
