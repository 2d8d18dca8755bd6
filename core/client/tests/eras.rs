//! Which era a server speaks is remembered by how it is started.
#![cfg(unix)]

mod support;

use mcpclient::{ClientOptions, Era, SessionConfig, Stdio};
use std::path::Path;
use support::seen::{self, Seen, Witness};
use support::{process, shell, threaded};

/// A server that writes down the method it was asked first, and answers questions with an error.
fn server(log: &Path) -> Stdio {
    let script = r#"
while read -r line; do
  id=${line#*'"id":'}; id=${id%%[,\}]*}
  case $line in
    *server/discover*) echo discover >>"$0"
      printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\n' "$id";;
    *'"initialize"'*) echo initialize >>"$0"
      printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"sh","version":"1"}}}\n' "$id";;
  esac
done"#;
    shell(script).arg(log)
}

// proves: VER-45, VER-17
#[test]
fn a_verdict_lives_as_long_as_the_runtime() {
    let log = process::folder("eras").join("asked");
    let runtime = threaded();
    let connect = || {
        let (host, seen) = Witness::willing();
        let options = ClientOptions::new("sh", SessionConfig::new("tests", "1"));
        let client = runtime.connect(server(&log), host, options).expect("it starts");
        seen::find(&seen, |seen| matches!(seen, Seen::Ready).then_some(()));
        assert_eq!(client.server().map(|facts| Era::of(facts.revision)), Some(Era::Legacy));
        client.close();
        seen::closed(&seen);
    };
    connect();
    connect();
    let asked = std::fs::read_to_string(&log).expect("what was asked");
    assert_eq!(asked, "discover\ninitialize\ninitialize\n");
    runtime.shutdown();
}
