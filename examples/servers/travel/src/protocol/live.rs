//! The client of the handshake revisions: a question is a request of ours, and a thread waits.

use std::sync::Arc;

use serde_json::{Value, json};

use super::peer::{CallKey, Peer};
use super::session::Session;
use crate::asking::{Capability, Client, Question, Stop};
use crate::record::Record;

/// The client on behalf of one running tool call.
pub struct LiveClient {
    /// Where the questions go.
    pub peer: Arc<Peer>,
    /// What was agreed.
    pub session: Arc<Session>,
    /// Where the answers are written down.
    pub record: Arc<Record>,
    /// The call that asks.
    pub call: CallKey,
    /// The name under which the client wants to hear of progress; null if it does not.
    pub progress_token: Value,
}

impl Client for LiveClient {
    fn require(&self, needs: &[Capability]) -> Result<(), Stop> {
        self.session.offered.require(needs)
    }

    fn ask(&self, question: &Question) -> Result<Value, Stop> {
        self.require(&[question.needs()])?;
        let about_roots = matches!(question, Question::Roots);
        if let Some(roots) = self.session.known_roots().filter(|_| about_roots) {
            return Ok(roots);
        }
        let mark = self.session.roots_mark();
        let outcome = self
            .peer
            .ask(&self.call, question.method(), question.params())
            .and_then(|answer| answer.recv().ok())
            .ok_or(Stop::Nobody)?;
        match outcome {
            Ok(result) => {
                self.record.note(&question.told(&result));
                if about_roots {
                    self.session.learn_roots(mark, &result);
                }
                Ok(result)
            }
            Err(error) => {
                self.record.note(&json!({
                    "refused": question.method(),
                    "error": { "code": error.code, "message": error.message },
                }));
                let what = question.in_words();
                Err(format!("The client refused {what} (error {}).", error.code).into())
            }
        }
    }

    fn progress(&self, done: u32, total: u32, message: &str) {
        if self.progress_token.is_null() || !self.peer.is_running(&self.call) {
            return;
        }
        let mut params =
            json!({ "progressToken": self.progress_token, "progress": done, "total": total });
        if self.session.offered.revision.has_progress_messages() {
            params["message"] = message.into();
        }
        self.peer.notify("notifications/progress", &params);
    }

    fn log(&self, line: &str) {
        if self.session.wants_info() && self.peer.is_running(&self.call) {
            let params = json!({ "level": "info", "logger": "travel", "data": line });
            self.peer.notify("notifications/message", &params);
        }
    }
}
