//! Every transcript of the project can be read, and says what it proves.

use std::path::{Path, PathBuf};

use mcpclient_puppet::Script;

fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "mcpt") {
            found.push(path);
        }
    }
}

/// `ELI-24`, `T-051`.
fn is_row(row: &str) -> bool {
    row.split_once('-').is_some_and(|(group, number)| {
        (1..=3).contains(&group.len())
            && group.bytes().all(|byte| byte.is_ascii_uppercase())
            && (2..=3).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[test]
fn every_transcript_reads_and_proves_something() {
    let mut found = Vec::new();
    scripts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../transcripts"), &mut found);
    assert!(found.len() > 100, "only {}", found.len());
    for path in found {
        let script = Script::load(&path).unwrap_or_else(|fault| panic!("{fault}"));
        let rows = script.proves();
        assert!(
            !rows.is_empty() && rows.iter().all(|row| is_row(row)),
            "{}: {rows:?}",
            script.name()
        );
        let process = path.parent().is_some_and(|folder| folder.ends_with("process"));
        assert_eq!(script.needs_process(), process, "{}", script.name());
    }
}
