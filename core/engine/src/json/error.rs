//! What is wrong with a text that is not JSON.

/// Why a text is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// Bytes before the fault.
    pub offset: usize,
    /// What is wrong there: a fixed phrase that quotes nothing of the text.
    pub problem: &'static str,
}

impl JsonError {
    pub(crate) fn new(offset: usize, problem: &'static str) -> Self {
        Self { offset, problem }
    }
}

impl std::fmt::Display for JsonError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at byte {}", self.problem, self.offset)
    }
}

impl std::error::Error for JsonError {}
