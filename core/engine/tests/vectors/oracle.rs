//! The vectors' verdicts beside those of an independent validator for JSON Schema 2020-12.
//!
//! Where the two differ, tests/vectors/differences.json says so and why. tests/vectors/oracle does
//! the same with another validator.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::files::{File, Vector, folder, list, text};

/// The name of this validator in the list of differences.
const NAME: &str = "rust";

/// Each difference that is not listed, and each listed one that is none.
pub fn disagreements(files: &[File]) -> Vec<String> {
    let listed = listed();
    let mut used = HashSet::new();
    let mut judged = HashSet::new();
    let mut problems = Vec::new();
    for vector in files.iter().flat_map(File::vectors) {
        let id = vector.case_id();
        let Some((content, ours)) = answer(&vector).filter(|_| judged.insert(id.clone())) else {
            continue;
        };
        let theirs = verdict(&vector.schema(), &content);
        let ours = if ours { "accepts" } else { "refuses" };
        if theirs != listed.get(&id).map_or(ours, String::as_str) {
            problems.push(format!("oracle: {id} {ours}, the validator {theirs}"));
        } else if theirs != ours {
            used.insert(id);
        }
    }
    let stale = listed.keys().filter(|id| !used.contains(*id));
    problems.extend(stale.map(|id| format!("oracle: differences.json lists {id} without need")));
    problems
}

/// The answer that a vector is about, and whether it says that it is right.
fn answer(vector: &Vector<'_>) -> Option<(String, bool)> {
    let case = vector.case;
    match vector.kind {
        "content" => Some((text(case, "content").to_owned(), case.get("faults").is_none())),
        "texts" => Some((vector.answer_of_text(), case["fits"] == true)),
        "typed" => Some((format!("{{\"p\":{}}}", case["value"].as_str()?), true)),
        "fill" => Some((case["sends"].as_str()?.to_owned(), true)),
        _ => None,
    }
}

/// What the validator says; formats are asserted.
fn verdict(schema: &str, content: &str) -> &'static str {
    let json = |text: &str| serde_json::from_str::<Value>(text);
    let schema = json(schema).expect("JSON");
    let validator = jsonschema::options().should_validate_formats(true).build(&schema);
    match (validator, json(content)) {
        (Ok(validator), Ok(content)) if validator.is_valid(&content) => "accepts",
        (Ok(_), Ok(_)) => "refuses",
        // Patterns beyond it, and numbers that its parser cannot hold.
        _ => "cannot",
    }
}

/// What this validator says of cases that it judges otherwise.
fn listed() -> BTreeMap<String, String> {
    let file = std::fs::read_to_string(folder().join("differences.json")).expect("a file");
    let file: Value = serde_json::from_str(&file).expect("JSON");
    let mut listed = BTreeMap::new();
    for difference in list(&file["differences"]) {
        assert!(!text(difference, "reason").is_empty(), "a difference without a reason");
        for case in list(&difference["cases"]) {
            if let Some(says) = difference[NAME].as_str() {
                let id = format!("{}/{case}", text(difference, "group"));
                assert!(listed.insert(id, says.to_owned()).is_none(), "listed twice: {difference}");
            }
        }
    }
    listed
}
