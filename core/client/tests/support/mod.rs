//! What the tests of real processes share.
#![allow(dead_code, reason = "each test program uses a part of it")]

pub mod by_hand;
pub mod gate;
#[cfg(unix)]
pub mod lanes;
pub mod old;
pub mod ordinary;
pub mod process;
pub mod seen;
pub mod served;
pub mod web;

use mcpclient::{ClientOptions, Dispatch, Era, Runtime, RuntimeOptions, SessionConfig, Stdio};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// Only a guard against hanging: hardware is shared, and no test is about how fast it is.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The puppet server, built if it is not there or not new.
pub fn puppet() -> &'static Path {
    static PUPPET: OnceLock<PathBuf> = OnceLock::new();
    PUPPET.get_or_init(|| {
        // target/PROFILE/deps/this-test
        let test = std::env::current_exe().expect("a test knows its own file");
        let folder = test.ancestors().nth(2).expect("a test lies in the target folder");
        let profile = match folder.file_name().and_then(|name| name.to_str()) {
            Some("debug") | None => "dev",
            Some(name) => name,
        };
        let built = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["build", "--quiet", "-p", "mcpclient-puppet", "--profile", profile])
            .arg("--target-dir")
            .arg(folder.parent().expect("a profile lies in the target folder"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status()
            .expect("cargo runs");
        assert!(built.success(), "the puppet cannot be built");
        folder.join(format!("mcpclient-puppet{}", std::env::consts::EXE_SUFFIX))
    })
}

/// The general server.
pub fn server() -> Stdio {
    Stdio::new(puppet()).arg("--serve").grace(Duration::from_secs(20))
}

/// A server that a shell makes of `script`.
pub fn shell(script: &str) -> Stdio {
    Stdio::new("/bin/sh").arg("-c").arg(script).grace(Duration::from_secs(20))
}

/// What scripts of servers are written with: `next` reads a message, `reply` answers the request that was
/// read last.
const WORDS: &str = r#"
next() { read -r line || exit 0; id=${line#*'"id":'}; id=${id%%[,\}]*}; }
reply() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }
"#;

/// A server that says the words of the handshake, and then does what `script` says.
pub fn shaken(script: &str) -> Stdio {
    shaken_in("2025-06-18", script)
}

/// As [`shaken`], in another revision.
pub fn shaken_in(revision: &str, script: &str) -> Stdio {
    let begin = r#"
next
reply '{"protocolVersion":"REVISION","capabilities":{"tools":{},"logging":{}},"serverInfo":{"name":"sh","version":"1"}}'
read -r line
"#;
    shell(&format!("{WORDS}{}{script}", begin.replace("REVISION", revision)))
}

/// A server of the stateless era that says who it is, and then does what `script` says.
pub fn stateless(script: &str) -> Stdio {
    let begin = r#"
next
reply '{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}'
"#;
    shell(&format!("{WORDS}{begin}{script}"))
}

pub fn options(label: &str) -> ClientOptions {
    let mut config = SessionConfig::new("tests", "1");
    config.revisions = Era::Legacy.revisions();
    ClientOptions::new(label, config)
}

/// A runtime without a thread of its own.
pub fn inline() -> Runtime {
    Runtime::new(RuntimeOptions { dispatch: Dispatch::Inline }).expect("a runtime")
}

pub fn threaded() -> Runtime {
    Runtime::new(RuntimeOptions::default()).expect("a runtime")
}

pub fn json(text: &str) -> mcpclient::json::Json {
    mcpclient::json::Json::parse(text).expect("JSON")
}
