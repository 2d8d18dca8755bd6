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
        (Some(text), None, Some(language))
            if mark(language).is_some_and(|mark| text.contains(mark)) =>
        {
            Some(format!("{path} holds several tests; name one"))
        }
        _ => None,
    }
}

/// What marks a test where a file holds several.
fn mark(language: &str) -> Option<&'static str> {
    match language {
        "rs" => Some("#[test]"),
        "py" => Some("def test_"),
        // JUnit and Swift Testing.
        "kt" | "swift" => Some("@Test"),
        _ => None,
    }
}

/// A test by that name, in the way in which each language writes one.
fn has(text: &str, name: &str, language: &str) -> bool {
    match language {
        "rs" => places(text, &format!("fn {name}(")).next().is_some(),
        "c" | "cpp" | "h" => places(text, &format!("{name}(")).next().is_some(),
        // What pytest does not collect by its name is no test.
        "py" => name.starts_with("test_") && places(text, &format!("def {name}(")).next().is_some(),
        "kt" => marked(text, "fun ", name),
        "swift" => marked(text, "func ", name),
        "json" => places(text, &format!("\"{name}\"")).next().is_some(),
        _ => places(text, name).next().is_some(),
    }
}

/// A function by that name to which the last `@Test` before it belongs.
fn marked(text: &str, keyword: &str, name: &str) -> bool {
    places(text, &format!("{keyword}{name}(")).any(|at| {
        let before = text[..at].rsplit_once("@Test");
        before.is_some_and(|(_, between)| places(between, keyword).next().is_none())
    })
}

/// Where it stands, but in the middle of a word.
fn places<'t>(text: &'t str, what: &str) -> impl Iterator<Item = usize> + use<'t> {
    let found: Vec<_> = text.match_indices(what).map(|(at, _)| at).collect();
    found.into_iter().filter(|at| {
        let before = text[..*at].chars().next_back();
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
        assert!(has("async def test_c(x):", "test_c", "py"));
        assert!(!has("def helper(x):", "helper", "py"));
        assert!(!has("def test_cd(x):", "test_c", "py"));
        assert!(has("{\"name\": \"d\"}", "d", "json"));
    }
    #[test]
    fn tests_of_kotlin_and_swift_are_marked() {
        let kotlin = "@Test\n    fun one() = patiently {\n    }\n\n    private fun helper() {}\n";
        assert!(has(kotlin, "one", "kt"));
        assert!(!has(kotlin, "helper", "kt"), "it is no test");
        assert!(!has("fun one() {}", "one", "kt"));
        let swift = "@Test(arguments: [\n (1, 2),\n])\nfunc two(a: Int, b: Int) throws {}\n\
                     private func helper() {}\n@Test func three() {}";
        assert!(has(swift, "two", "swift"));
        assert!(has(swift, "three", "swift"));
        assert!(!has(swift, "helper", "swift"), "it is no test");
        assert!(!has(swift, "thre", "swift"));
    }
}
