//! What every contender says, so that all put the same bytes on the wire, more or less.

/// Echoed by the server: 89 bytes.
pub const ECHO: &str =
    "The quick brown fox jumps over the lazy dog; then it sleeps. 0123456789 abcdefghij klmnop";

/// What the host answers to the server's form, which has these five fields.
pub const FORM: &str =
    r#"{"name":"Ada Lovelace","email":"ada@example.com","age":36,"newsletter":true,"plan":"pro"}"#;

/// What the host's model says.
pub const SAMPLE: &str = "A fox jumps over a dog.";

/// The tool that makes the server ask, and what its result then contains.
pub fn asking(workload: &str) -> (&'static str, &'static str) {
    match workload {
        "w4" => ("elicit", "ada@example.com"),
        "w5s" => ("sample", "A fox jumps"),
        _ => ("roots", "file:///srv/b"),
    }
}
