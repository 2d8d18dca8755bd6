//! The marks `proves: ELI-24, ELI-30` in tests.

use std::path::Path;

use serde_json::Value;

use super::table::is_id;

/// What may stand before a mark: the comment leaders of all our languages.
const LEADERS: [&str; 8] = ["//", "///", "//!", "#", "*", "/*", "/**", "<!--"];

/// One mark.
pub(super) struct Mark {
    /// Counted from 1; 1 for a JSON file, whose marks are members.
    pub(super) line: usize,
    /// The rows, or what is wrong with the mark.
    pub(super) ids: Result<Vec<String>, String>,
}

/// Whether tests may live in this file.
pub(super) fn may_hold(relative: &Path) -> bool {
    // The examples of marks in xtask's own tests are none.
    if relative.starts_with("xtask") || relative.starts_with("tests/schema") {
        return false;
    }
    let extension = relative.extension().and_then(|extension| extension.to_str());
    match extension {
        // What explains the marks shows some.
        Some("md") => relative.starts_with("tests/transcripts") && !relative.ends_with("README.md"),
        Some("rs" | "c" | "h" | "hpp" | "cpp" | "py" | "mcpt" | "json" | "kt" | "swift") => true,
        _ => false,
    }
}

/// All marks of a file.
pub(super) fn find(relative: &Path, text: &str) -> Vec<Mark> {
    if relative.extension().is_some_and(|extension| extension == "json") {
        return members(text);
    }
    let lines = text.lines().enumerate();
    lines.filter_map(|(at, line)| Some(Mark { line: at + 1, ids: comment(line)? })).collect()
}

/// The mark in a comment of this line, if there is one.
fn comment(line: &str) -> Option<Result<Vec<String>, String>> {
    let (before, list) = line.split_once("proves:")?;
    let word = before.split_whitespace().next_back()?;
    if !LEADERS.contains(&word) || !before.ends_with(' ') {
        return None;
    }
    let list = list.trim();
    let list = list.strip_suffix("*/").or_else(|| list.strip_suffix("-->")).unwrap_or(list);
    Some(ids(list.split(',')))
}

/// The members `"proves"` of all objects: a list in a string, or an array of ids.
fn members(text: &str) -> Vec<Mark> {
    // A file that is no JSON is some test's bad input, and cannot hold a mark.
    let Ok(value) = serde_json::from_str::<Value>(text) else { return Vec::new() };
    let mut found = Vec::new();
    collect(&value, &mut found);
    found.into_iter().map(|ids| Mark { line: 1, ids }).collect()
}

fn collect(value: &Value, found: &mut Vec<Result<Vec<String>, String>>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                match value {
                    Value::String(list) if name == "proves" => found.push(ids(list.split(','))),
                    Value::Array(list) if name == "proves" => {
                        found.push(ids(list.iter().map(|id| id.as_str().unwrap_or_default())));
                    }
                    _ => collect(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

fn ids<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<String>, String> {
    let ids: Vec<_> = words.map(|word| word.trim().to_owned()).collect();
    match ids.iter().find(|id| !is_id(id)) {
        None => Ok(ids),
        Some(word) => Err(format!("`{word}` is no id; write `proves: ELI-24, ELI-30`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, text: &str) -> Vec<(usize, Result<Vec<String>, String>)> {
        find(Path::new(name), text).into_iter().map(|mark| (mark.line, mark.ids)).collect()
    }

    #[test]
    fn every_comment_leader_marks() {
        for line in [
            "// proves: ELI-24, ELI-30",
            "    /// proves: ELI-24,ELI-30",
            "# proves: ELI-24, ELI-30",
            " * proves: ELI-24, ELI-30",
            "/* proves: ELI-24, ELI-30 */",
            "int main(void) { // proves: ELI-24, ELI-30",
            "<!-- proves: ELI-24, ELI-30 -->",
        ] {
            let ids = Ok(vec!["ELI-24".to_owned(), "ELI-30".to_owned()]);
            assert_eq!(found("a.c", &format!("\n{line}\n")), [(2, ids)], "{line}");
        }
    }

    #[test]
    fn prose_and_strings_do_not_mark() {
        for line in ["// what it proves: nothing", "let s = \"proves: ELI-24\";", "proves: ELI-24"]
        {
            assert!(found("a.rs", line).is_empty(), "{line}");
        }
    }

    #[test]
    fn a_mark_that_cannot_be_read_is_told() {
        for line in [
            "// proves: ELI-24 and ELI-30",
            "// proves:",
            "// proves: ELI-24,",
            "// proves: eli-24",
        ] {
            assert!(matches!(&found("a.rs", line)[..], [(1, Err(_))]), "{line}");
        }
    }

    #[test]
    fn json_marks_with_members_at_any_depth() {
        let text =
            r#"{"cases": [{"proves": "ELI-24, T-101"}, {"proves": ["SAM-01"]}], "proves": 7}"#;
        let ids: Vec<_> =
            found("a.json", text).into_iter().filter_map(|(_, ids)| ids.ok()).flatten().collect();
        assert_eq!(ids, ["ELI-24", "T-101", "SAM-01"]);
        assert!(matches!(&found("a.json", r#"{"proves": ["nothing"]}"#)[..], [(1, Err(_))]));
        assert!(found("a.json", "{").is_empty());
    }

    #[test]
    fn only_tests_are_read() {
        for (path, wanted) in [
            ("tests/c/a.c", true),
            ("tests/transcripts/a.mcpt", true),
            ("tests/transcripts/a.md", true),
            ("tests/transcripts/README.md", false),
            ("tests/requirements.md", false),
            ("README.md", false),
            ("xtask/src/main.rs", false),
            ("tests/schema/2025-06-18/schema.json", false),
        ] {
            assert_eq!(may_hold(Path::new(path)), wanted, "{path}");
        }
    }
}
