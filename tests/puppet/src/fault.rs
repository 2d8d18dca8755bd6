use std::fmt;

/// What is wrong with a transcript, or with the side that was to follow it: always `file:line: why`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The transcript, under the name its loader gave it.
    pub file: String,
    /// The line, counted from one; zero when the file as a whole is meant.
    pub line: usize,
    /// One sentence.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for Fault {}
