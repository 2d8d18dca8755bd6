//! Replays every transcript with a real server process: the puppet plays the wire's half over pipes and over HTTP,
//! and the host's half is played here, once for each way in which callbacks reach a host.
#![cfg(unix)]

#[path = "transcripts/play.rs"]
mod play;
#[path = "transcripts/puppet.rs"]
mod puppet;
mod support;

use mcpclient_puppet::{Script, Transport, scripts};
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
        for script in everywhere(script) {
            // Over HTTP the reactor decides what is read first, whoever drives it.
            if script.races() || !script.is_playable(way == Way::Inline) {
                continue;
            }
            played += 1;
            let over = script.session().transport;
            if let Err(fault) = play::run(&script, &path, way) {
                faults.push(format!("{over:?}: {fault}"));
            }
        }
    }
    assert!(faults.is_empty(), "{} of {played} failed:\n{}", faults.len(), faults.join("\n"));
    assert!(played > 100 || !only.is_empty(), "only {played} could be played");
}

/// The script, and once more over each transport that it fits as well.
fn everywhere(script: Script) -> Vec<Script> {
    let others = [Transport::Http, Transport::Sse].into_iter().filter(|over| script.fits(*over));
    let over = |over| script.clone().over(over).expect("a session's first line");
    let others: Vec<_> = others.map(over).collect();
    std::iter::once(script).chain(others).collect()
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
