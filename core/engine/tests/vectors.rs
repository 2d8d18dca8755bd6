//! Runs the vectors of tests/vectors against the engine, and compares them with another validator.
//!
//! Words among the arguments choose vectors by what their ids contain.

#[path = "vectors/answers.rs"]
mod answers;
#[path = "vectors/coverage.rs"]
mod coverage;
#[path = "vectors/files.rs"]
mod files;
#[path = "vectors/forms.rs"]
mod forms;
#[path = "vectors/oracle.rs"]
mod oracle;
#[path = "vectors/places.rs"]
mod places;
#[path = "vectors/policy.rs"]
mod policy;
#[path = "vectors/samples.rs"]
mod samples;

use std::process::ExitCode;

use files::Vector;

#[expect(clippy::print_stdout, reason = "a test program reports")]
fn main() -> ExitCode {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let files = files::load();
    let (mut passed, mut failed) = (0, 0);
    for file in &files {
        let (mut right, mut wrong) = (0, 0);
        for vector in file.vectors() {
            let id = vector.id();
            if !wanted.is_empty() && !wanted.iter().any(|word| id.contains(word.as_str())) {
                continue;
            }
            match run(&vector) {
                Ok(()) => right += 1,
                Err(problem) => {
                    println!("FAILED {id}: {problem}");
                    wrong += 1;
                }
            }
        }
        println!("vectors {}: {right} passed, {wrong} failed", file.name);
        (passed, failed) = (passed + right, failed + wrong);
    }
    if wanted.is_empty() {
        for problem in coverage::gaps(&files).into_iter().chain(oracle::disagreements(&files)) {
            println!("FAILED {problem}");
            failed += 1;
        }
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(vector: &Vector<'_>) -> Result<(), String> {
    match vector.kind {
        "forms" => forms::form(vector),
        "typed" => answers::typed(vector),
        "content" => answers::content(vector),
        "texts" => answers::text_of(vector),
        "fill" => answers::fill(vector),
        "defaults" => answers::defaults(vector),
        "display" => forms::display_of(vector),
        "paths" => places::path(vector),
        "containment" => places::containment(vector),
        "roots" => places::root(vector),
        "sampleRequests" => samples::request(vector),
        "sampleResults" => samples::result(vector),
        "modelChoice" => samples::choice(vector),
        "urls" => policy::url(vector),
        "hazards" => policy::hazards_of(vector),
        other => Err(format!("no runner for vectors of the kind {other}")),
    }
}
