//! Answers to the requests of one batch go out together, as one array (RPC-14).

use std::collections::BTreeMap;

/// A batch whose answers are being collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BatchId(u64);

#[derive(Debug, Default)]
struct Open {
    /// Requests that still owe an answer.
    owed: usize,
    answers: Vec<String>,
}

/// All batches that are not answered yet.
#[derive(Debug, Default)]
pub(crate) struct Batches {
    next: u64,
    open: BTreeMap<BatchId, Open>,
}

impl Batches {
    pub(crate) fn begin(&mut self, requests: usize) -> BatchId {
        let id = BatchId(self.next);
        self.next += 1;
        self.open.insert(id, Open { owed: requests, answers: Vec::new() });
        id
    }

    /// One request is answered, or (`None`) will never be. Gives the array when nothing is owed any more.
    pub(crate) fn settle(&mut self, id: BatchId, answer: Option<String>) -> Option<String> {
        let open = self.open.get_mut(&id)?;
        open.owed -= 1;
        open.answers.extend(answer);
        if open.owed > 0 {
            return None;
        }
        let open = self.open.remove(&id)?;
        (!open.answers.is_empty()).then(|| format!("[{}]", open.answers.join(",")))
    }
}
