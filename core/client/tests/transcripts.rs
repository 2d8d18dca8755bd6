//! Replays every transcript with a real server process: the puppet plays the wire's half over pipes,
//! and the host's half is played here, once for each way in which callbacks reach a host.
#![cfg(unix)]

#[path = "transcripts/play.rs"]
mod play;
mod support;

use mcpclient_puppet::{Kind, Script};
use play::Way;
use std::path::{Path, PathBuf};

fn all() -> Vec<PathBuf> {
    fn collect(folder: &Path, scripts: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("the transcripts are part of the project") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                collect(&path, scripts);
            } else if path.extension().is_some_and(|ending| ending == "mcpt") {
                scripts.push(path);
            }
        }
    }
    let mut scripts = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts"), &mut scripts);
    scripts.sort();
    scripts
}

/// The puppet does not wait for the host. What it writes after the host has done something, and without
/// having been written to since, may come too early for some scripts; those are the engine's alone. And
/// only where everything happens on this thread is it known when a message was read that causes no event,
/// or when the clock may move.
fn is_playable(script: &Script, way: Way) -> bool {
    let (mut host_acted, mut server_spoke) = (false, false);
    // The first message goes by itself, and so says nothing about what the host did before.
    let mut greets = !script.session().ready;
    for line in script.lines() {
        match line.kind {
            Kind::Host(_) | Kind::Advance(_) => {
                if way != Way::Inline && (server_spoke || matches!(line.kind, Kind::Advance(_))) {
                    return false;
                }
                host_acted = true;
            }
            Kind::Send(_) | Kind::SendRaw(_) | Kind::WireClosed => {
                if host_acted {
                    return false;
                }
                server_spoke = true;
            }
            Kind::Expect(_) => {
                server_spoke = false;
                host_acted &= std::mem::take(&mut greets);
            }
            Kind::Event(_) => server_spoke = false,
            // The puppet would begin anew.
            Kind::WireRestarts => return false,
            Kind::Puppet(_) => {}
        }
    }
    true
}

fn replay(way: Way) {
    let only = std::env::var("MCPCLIENT_TRANSCRIPT").unwrap_or_default();
    let mut faults = Vec::new();
    let mut played = 0;
    for path in all() {
        if !path.to_string_lossy().contains(&only) {
            continue;
        }
        let script = Script::load(&path).expect("a transcript");
        if !is_playable(&script, way) {
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
