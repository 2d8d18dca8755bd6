//! Replays every transcript against the bare engine: no process, no socket, a clock that is told.

#[path = "transcripts/runner.rs"]
mod runner;

use mcpclient_puppet::scripts;
use std::path::Path;
use std::process::ExitCode;

#[expect(clippy::print_stdout, reason = "a test program reports")]
fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts");
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let (mut passed, mut failed) = (0, 0);
    for path in scripts(&root).expect("the transcripts are part of the project") {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        match runner::run(&path) {
            Ok(()) => passed += 1,
            Err(fault) => {
                failed += 1;
                println!("FAILED {fault}");
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 && (passed > 0 || !wanted.is_empty()) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
