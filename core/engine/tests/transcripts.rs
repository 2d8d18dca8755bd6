//! Replays every transcript against the bare engine: no process, no socket, a clock that is told. What the
//! client writes has to fit the protocol's schema of the revision in force.

#[path = "transcripts/exchanges.rs"]
mod exchanges;
#[path = "transcripts/runner.rs"]
mod runner;

use mcpclient_puppet::{Script, Transport, scripts};
use mcpclient_wire::{Defects, Library, Talk};
use runner::Heard;
use std::path::Path;
use std::process::ExitCode;

#[expect(clippy::print_stdout, reason = "a test program reports")]
fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts");
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/schema");
    let library = Library::read(&schemas).expect("the schemas are part of the project");
    let mut defects = Defects::read(&schemas.join("defects.json")).expect("a list of defects");
    let (mut passed, mut failed) = (0, 0);
    for path in scripts(&root).expect("the transcripts are part of the project") {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        for script in everywhere(&path) {
            let over = script.session().transport;
            let mut heard = Heard { talk: Talk::new(&library), violations: Vec::new() };
            let mut faults: Vec<_> = runner::run(&script, &mut heard).err().into_iter().collect();
            heard.violations.retain(|violation| !defects.excuse(&name, violation));
            faults.extend(heard.violations.iter().map(|violation| format!("{name}: {violation}")));
            faults.iter().for_each(|fault| println!("FAILED {over:?}: {fault}"));
            if faults.is_empty() {
                passed += 1;
            } else {
                failed += 1;
            }
        }
    }
    if wanted.is_empty() {
        for entry in defects.unseen() {
            failed += 1;
            println!("FAILED defects.json: nothing is like that any more: {entry}");
        }
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 && (passed > 0 || !wanted.is_empty()) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The script, and once more over each transport that it fits as well.
fn everywhere(path: &Path) -> Vec<Script> {
    let script = Script::load(path).expect("a transcript");
    let others = [Transport::Http, Transport::Sse].into_iter().filter(|over| script.fits(*over));
    let over = |over| script.clone().over(over).expect("a session's first line");
    let others: Vec<_> = others.map(over).collect();
    std::iter::once(script).chain(others).collect()
}
