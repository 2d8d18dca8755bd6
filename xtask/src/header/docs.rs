//! What a comment in the header has to say: who owns what, and which threads may call.

use super::parse::Item;

/// Beginnings of words that speak of ownership.
const OWNERSHIP: [&str; 11] =
    ["own", "yours", "borrow", "copy", "copies", "copied", "take", "keep", "kept", "free", "live"];

/// What is wrong, one sentence each.
pub(super) fn faults(items: &[Item]) -> Vec<String> {
    let mut faults = Vec::new();
    if !items.iter().any(|item| matches!(item, Item::Function { .. })) {
        faults.push("the header declares no function".to_owned());
    }
    for item in items {
        match item {
            Item::Function { name, declaration, doc } => {
                faults.extend(
                    function(declaration, doc.as_deref()).map(|what| format!("{name}: {what}")),
                );
            }
            // How a function is imported is no business of a caller's.
            Item::Macro { name, .. } if name == "MCPCLIENT_API" => {}
            Item::Macro { name, doc } | Item::Type { name, doc } => {
                if doc.as_deref().is_none_or(str::is_empty) {
                    faults.push(format!("{name}: has no comment"));
                }
            }
        }
    }
    faults
}

fn function(declaration: &str, doc: Option<&str>) -> impl Iterator<Item = &'static str> {
    let doc = doc.unwrap_or_default();
    let threads = doc.lines().filter(|line| line.split(' ').next() == Some("@thread"));
    let threads: Vec<_> = threads.map(|line| line.split(' ').count() > 1).collect();
    let described = doc.lines().any(|line| !line.is_empty() && !line.starts_with('@'));
    let owned = !moves_pointers(declaration) || speaks_of_ownership(doc);
    [
        (!declaration.starts_with("MCPCLIENT_API "), "is not marked MCPCLIENT_API"),
        (!described, "has no comment"),
        (threads.len() != 1, "needs one @thread line"),
        (threads.contains(&false), "has a @thread line without words"),
        (!owned, "does not say who owns what"),
    ]
    .into_iter()
    .filter_map(|(wrong, what)| wrong.then_some(what))
}

/// Whether a pointer goes in or out, or a view comes out. A view that goes in is copied if kept,
/// always, as the head of the header says.
fn moves_pointers(declaration: &str) -> bool {
    declaration.contains('*') || declaration.starts_with("MCPCLIENT_API mcpclient_str ")
}

fn speaks_of_ownership(doc: &str) -> bool {
    let words = doc.split(|char: char| !char.is_ascii_alphabetic()).map(str::to_ascii_lowercase);
    words.into_iter().any(|word| OWNERSHIP.iter().any(|stem| word.starts_with(stem)))
}

#[cfg(test)]
mod tests {
    use super::{super::parse::items, *};

    fn faults_of(header: &str) -> Vec<String> {
        faults(&items(header))
    }

    #[test]
    fn a_good_header_has_no_faults() {
        let header = "#define MCPCLIENT_API\n\
            /** All is well. */\n#define MCPCLIENT_OK 0\n\
            /** Made. You own `*out`.\n *\n * @thread any\n */\n\
            MCPCLIENT_API int32_t mcpclient_new(mcpclient **out);\n\
            /** A number.\n * @thread one at a time\n */\n\
            MCPCLIENT_API uint32_t mcpclient_abi_version(void);\n";
        assert!(faults_of(header).is_empty(), "{:?}", faults_of(header));
    }

    #[test]
    fn each_lack_is_told_by_name() {
        let function =
            |doc: &str, declaration: &str| faults_of(&format!("/** {doc} */\n{declaration};\n"));
        let number = "MCPCLIENT_API uint32_t f(void)";
        let pointer = "MCPCLIENT_API uint32_t f(const x *x)";
        let view = "MCPCLIENT_API mcpclient_str f(uint32_t x)";
        assert_eq!(function("A number.", number), ["f: needs one @thread line"]);
        assert_eq!(
            function("A.\n * @thread any\n * @thread all\n", number),
            ["f: needs one @thread line"]
        );
        assert_eq!(function("A.\n * @thread\n", number), ["f: has a @thread line without words"]);
        assert_eq!(function("@thread any", number), ["f: has no comment"]);
        assert_eq!(function("A.\n * @thread any\n", pointer), ["f: does not say who owns what"]);
        assert_eq!(function("A.\n * @thread any\n", view), ["f: does not say who owns what"]);
        assert!(function("Borrows.\n * @thread any\n", pointer).is_empty());
        assert_eq!(
            function("A.\n * @thread any\n", "uint32_t f(void)"),
            ["f: is not marked MCPCLIENT_API"]
        );
    }

    #[test]
    fn constants_and_types_need_comments_and_a_header_needs_functions() {
        let faults = faults_of("#define MCPCLIENT_OK 0\ntypedef struct mcpclient mcpclient;\n");
        let expected = [
            "the header declares no function",
            "MCPCLIENT_OK: has no comment",
            "mcpclient: has no comment",
        ];
        assert_eq!(faults, expected);
    }
}
