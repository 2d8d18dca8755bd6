//! Asking the client: by requests of the server's own, or, in the era without them, by a result that asks.

use rmcp::{
    ErrorData,
    model::{InputRequest, InputRequiredResult, InputResponses, ProtocolVersion},
    service::{Peer, RequestContext, RoleServer},
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

/// What a state holds beside the answers: letters that a client might write otherwise.
const ODD: &str = "\u{e9}\u{65}\u{301} \\u00e9 \"/\\/\u{7f}\u{2028}\u{1f3d6}\t\n";

/// Why something that was asked for does not go on.
pub enum Stop {
    /// The client has to answer first, and to ask again.
    Unanswered(InputRequiredResult),
    Failed(ErrorData),
}

impl<E: Into<ErrorData>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// The client, as one request of it sees it.
pub struct Client {
    peer: Peer<RoleServer>,
    by_rounds: bool,
    /// All that was answered so far: the server keeps nothing between rounds.
    answers: InputResponses,
}

impl Client {
    pub fn new(
        context: &RequestContext<RoleServer>,
        responses: Option<InputResponses>,
        state: Option<&str>,
    ) -> Result<Self, ErrorData> {
        let stateless = |version: ProtocolVersion| version >= ProtocolVersion::V_2026_07_28;
        let mut answers = state.map_or(Ok(InputResponses::new()), opened)?;
        answers.extend(responses.unwrap_or_default());
        Ok(Self {
            peer: context.peer.clone(),
            by_rounds: context.protocol_version().is_some_and(stateless),
            answers,
        })
    }

    /// The answers to some questions, by their keys.
    pub async fn ask(
        &self,
        questions: &[(&str, InputRequest)],
    ) -> Result<BTreeMap<String, Value>, Stop> {
        let mut told = BTreeMap::new();
        let mut open = BTreeMap::new();
        for (key, question) in questions {
            match self.answers.get(*key) {
                Some(answer) => drop(told.insert((*key).to_owned(), answer.clone())),
                None if self.by_rounds => drop(open.insert((*key).to_owned(), question.clone())),
                None => drop(told.insert((*key).to_owned(), self.request(question.clone()).await?)),
            }
        }
        if open.is_empty() {
            return Ok(told);
        }
        Err(Stop::Unanswered(InputRequiredResult::new(Some(open), Some(sealed(&self.answers)))))
    }

    async fn request(&self, question: InputRequest) -> Result<Value, ErrorData> {
        let answer = match question {
            InputRequest::Elicitation(ask) => {
                self.peer.create_elicitation(ask.params).await.map(serde_json::to_value)
            }
            InputRequest::CreateMessage(ask) => {
                self.peer.create_message(ask.params).await.map(serde_json::to_value)
            }
            _ => self.peer.list_roots().await.map(serde_json::to_value),
        };
        let fault =
            |fault: &dyn std::fmt::Display| ErrorData::internal_error(fault.to_string(), None);
        answer.map_err(|error| fault(&error))?.map_err(|error| fault(&error))
    }
}

/// The answers so far as a text that is good for nothing once a byte of it is another.
fn sealed(answers: &InputResponses) -> String {
    let body = format!("{ODD}{}", serde_json::json!(answers));
    format!("{:016x}{body}", sum(&body))
}

fn opened(state: &str) -> Result<InputResponses, ErrorData> {
    let wrong = || ErrorData::invalid_params("the state is not what it was", None);
    let (seal, body) = state.split_at_checked(16).ok_or_else(wrong)?;
    if seal != format!("{:016x}", sum(body)) {
        return Err(wrong());
    }
    let answers = body.strip_prefix(ODD).ok_or_else(wrong)?;
    serde_json::from_str(answers).map_err(|_| wrong())
}

fn sum(body: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    hasher.finish()
}
