//! What `tests/transcripts/COVERAGE.md` says is so.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mcpclient_puppet::{Era, Kind, Script, scripts};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../transcripts")
}

/// The parts between headings, with the rows of their table: its cells, without the head.
fn tables(text: &str) -> Vec<(String, Vec<Vec<String>>)> {
    let part = |part: &str| {
        let title = part.lines().next().unwrap_or_default().to_owned();
        let rows = part.lines().filter(|line| line.starts_with('|')).skip(2);
        let cells = |row: &str| {
            row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
        };
        (title, rows.map(cells).collect())
    };
    text.split("\n## ").skip(1).map(part).collect()
}

/// The scripts that a cell names.
fn named(cell: &str) -> Vec<Script> {
    let names = cell.split('`').skip(1).step_by(2);
    names
        .map(|name| {
            let path = folder().join(format!("{name}.mcpt"));
            Script::load(&path).unwrap_or_else(|fault| panic!("{name}: {fault}"))
        })
        .collect()
}

/// The revision that the stateless era began with.
fn is_stateless(script: &Script) -> bool {
    let setup = script.session();
    // A host that allows both eras may find either.
    setup.era == Era::Stateless || script.name().contains("/era/")
}

#[test]
fn every_row_has_its_scripts() {
    let text = std::fs::read_to_string(folder().join("COVERAGE.md")).expect("the table");
    let tables = tables(&text);
    let rows = |title: &str| {
        let found = tables.iter().find(|(name, _)| name == title);
        &found.unwrap_or_else(|| panic!("nothing is called {title}")).1
    };
    for row in rows("The bridge").iter().chain(rows("The rules of a lane")) {
        let [about, handshake, stateless] = row.as_slice() else { panic!("{row:?}") };
        let (handshake, stateless) = (named(handshake), named(stateless));
        assert!(!(handshake.is_empty() && stateless.is_empty()), "{about}: no script");
        for script in handshake {
            assert_eq!(script.session().era, Era::Handshake, "{about}: {}", script.name());
        }
        for script in stateless {
            assert!(is_stateless(&script), "{about}: {}", script.name());
        }
    }
    let revisions: BTreeSet<_> = rows("Each revision").iter().map(|row| row[0].clone()).collect();
    let schemas = std::fs::read_dir(folder().join("../schema")).expect("a folder of each");
    let known: BTreeSet<_> = schemas
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(revisions, known);
    for row in rows("Each revision") {
        let scripts = named(&row[1]);
        assert!(!scripts.is_empty(), "{}: no script", row[0]);
        for script in scripts {
            // Left out, it is the newest that begins with a handshake.
            let revision = script.session().revision.as_deref().unwrap_or("2025-11-25");
            assert_eq!(revision, row[0], "{}", script.name());
        }
    }
}

#[test]
fn rows_of_http_are_proved_by_their_scripts() {
    let text = std::fs::read_to_string(folder().join("COVERAGE.md")).expect("the table");
    let tables = tables(&text);
    let (_, rows) = tables.iter().find(|(name, _)| name == "Over HTTP").expect("a table");
    assert!(rows.len() > 40, "only {}", rows.len());
    for row in rows {
        let scripts = named(&row[1]);
        assert!(!scripts.is_empty(), "{}: no script", row[0]);
        for script in scripts {
            assert!(script.proves().contains(&row[0]), "{}: {}", row[0], script.name());
        }
    }
}

#[test]
fn what_only_the_engine_plays_is_listed() {
    let text = std::fs::read_to_string(folder().join("COVERAGE.md")).expect("the table");
    let (_, listed) = text.split_once("## What only the engine plays").expect("a list");
    let listed: Vec<_> = listed.lines().filter(|line| line.starts_with("| `")).collect();
    let mut expected = Vec::new();
    for path in scripts(folder()).expect("the transcripts") {
        let script = Script::load(&path).unwrap_or_else(|fault| panic!("{fault}"));
        if script.is_playable(false) {
            continue;
        }
        let moves = |line: &mcpclient_puppet::Line| matches!(line.kind, Kind::Advance(_));
        let by_clock = script.lines().iter().any(moves) && !script.session().patient;
        let why = if by_clock {
            "a time that has to pass"
        } else if script.races() {
            "what comes first on several streams"
        } else {
            "what the host has done before the server speaks"
        };
        let name = path.strip_prefix(folder()).expect("below").with_extension("");
        expected.push(format!("| `{}` | {why} |", name.display()));
    }
    assert!(listed == expected, "the list is:\n{}", expected.join("\n"));
}
