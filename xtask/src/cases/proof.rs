//! Whether the test that is named as a proof exists.

use std::{collections::BTreeMap, fs, path::Path};

/// What is wrong with a proof: a file, or a file and a test in it, `path::name`. `texts` holds the files
/// that were read.
pub(super) fn fault(
    root: &Path,
    proof: &str,
    texts: &mut BTreeMap<String, Option<String>>,
) -> Option<String> {
    let (path, name) = match proof.split_once("::") {
        Some((path, name)) => (path, Some(name)),
        None => (proof, None),
    };
    let read = || fs::read_to_string(root.join(path)).ok();
    let text = texts.entry(path.to_owned()).or_insert_with(read);
    match (text, name, Path::new(path).extension().and_then(|extension| extension.to_str())) {
        (None, _, _) => Some(format!("there is no file {path}")),
        (Some(_), Some(""), _) => Some(format!("{proof} names no test")),
        (Some(text), Some(name), Some(language)) if !has(text, name, language) => {
            Some(format!("{path} has no test {name}"))
        }
        // A source file may hold any number of tests; a script or a fuzz target is one.
        (Some(text), None, Some("rs")) if text.contains("#[test]") => {
            Some(format!("{path} holds several tests; name one"))
        }
        _ => None,
    }
}

/// A test by that name, in the way in which each language writes one.
fn has(text: &str, name: &str, language: &str) -> bool {
    let begins = match language {
        "rs" => format!("fn {name}("),
        "c" | "cpp" | "h" => format!("{name}("),
        "py" => format!("def {name}("),
        "json" => format!("\"{name}\""),
        _ => name.to_owned(),
    };
    text.match_indices(&begins).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && c != '_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::Repo;

    fn fault_of(proof: &str) -> String {
        let repo = Repo::find().unwrap();
        fault(repo.root(), proof, &mut BTreeMap::new()).unwrap_or_default()
    }

    #[test]
    fn files_and_tests_have_to_be_there() {
        let this = "xtask/src/cases/proof.rs";
        assert_eq!(fault_of(&format!("{this}::files_and_tests_have_to_be_there")), "");
        assert_eq!(fault_of("tests/transcripts/README.md"), "");
        assert!(fault_of("nowhere.rs::a").contains("there is no file nowhere.rs"));
        assert!(fault_of(&format!("{this}::and_tests_have_to_be_there")).contains("has no test"));
        assert!(fault_of(&format!("{this}::")).contains("names no test"));
        assert!(fault_of(this).contains("several tests"));
    }

    #[test]
    fn each_language_writes_tests_in_its_own_way() {
        assert!(has("static void test_a(void) {", "test_a", "c"));
        assert!(!has("static void other_test_a(void) {", "test_a", "c"));
        assert!(has("    #[test]\n    fn b() {", "b", "rs"));
        assert!(!has("// fn of b()", "b", "rs"));
        assert!(has("def test_c(x):", "test_c", "py"));
        assert!(has("{\"name\": \"d\"}", "d", "json"));
    }
}
