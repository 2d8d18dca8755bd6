//! Replays every transcript with a real server process: the puppet plays the wire's half over pipes,
//! and the host's half is played here, once for each way in which callbacks reach a host.
#![cfg(unix)]

#[path = "transcripts/play.rs"]
mod play;
mod support;

use mcpclient_puppet::{Script, scripts};
use play::Way;
use std::path::Path;

fn replay(way: Way) {
    let only = std::env::var("MCPCLIENT_TRANSCRIPT").unwrap_or_default();
    let mut faults = Vec::new();
    let mut played = 0;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts");
    for path in scripts(folder).expect("the transcripts are part of the project") {
        if !path.to_string_lossy().contains(&only) {
            continue;
        }
        let script = Script::load(&path).expect("a transcript");
        if !script.is_playable(way == Way::Inline) {
            continue;
        }
        played += 1;
        if let Err(fault) = play::run(&script, &path, way) {
            faults.push(fault);
        }
    }
    assert!(faults.is_empty(), "{} of {played} failed:\n{}", faults.len(), faults.join("\n"));
    assert!(played > 50 || !only.is_empty(), "only {played} could be played");
}

#[test]
fn with_threads() {
    replay(Way::Thread);
}

#[test]
fn by_pumping() {
    replay(Way::Pump);
}

#[test]
fn inline() {
    replay(Way::Inline);
}
