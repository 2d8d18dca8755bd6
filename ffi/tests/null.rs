//! The C test that gives nothing to every function leaves none out.

use std::fs::read_to_string;

#[test]
fn every_function_is_tried_with_nothing() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let symbols = read_to_string(format!("{root}/ffi/symbols.txt")).unwrap();
    let test = read_to_string(format!("{root}/tests/c/null.c")).unwrap();
    // These take nothing that could be missing.
    let exempt = ["mcpclient_abi_version", "mcpclient_version", "mcpclient_status_name"];
    let names = symbols.lines().filter(|line| !line.starts_with('#'));
    let names = names.filter_map(|line| line.split(' ').next());
    let missing: Vec<_> = names
        .filter(|name| !exempt.contains(name) && !test.contains(&format!("{name}(")))
        .collect();
    assert!(missing.is_empty(), "tests/c/null.c does not try {missing:?}");
}
