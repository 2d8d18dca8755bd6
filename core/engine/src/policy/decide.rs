//! What the host may decide at a checkpoint.

use super::check::{Reply, keeps_to, refusal};
use crate::era::Revision;
use crate::error::{Code, Error};
use crate::json::{Json, Value};
use crate::model::{Answer, Checkpoint, InputRequest, Wants};
use crate::roots;
use crate::sampling::{self, Features, SampleRequest};

/// What follows.
#[derive(Debug)]
pub(crate) enum Decision {
    /// The input waits for its answer now, changed if so said.
    Proceed(Option<Box<SampleRequest>>),
    /// The server gets this.
    Reply(Reply),
}

/// Turns the host's decision into what follows, or says what is wrong with it. Refusing always works.
/// What is approved is not touched any more: a result has to be as it will be sent.
pub(crate) fn decide(
    asked: &InputRequest,
    shown: &InputRequest,
    answer: &Answer,
    revision: Revision,
    features: Features,
) -> Result<Decision, Error> {
    let given = match answer {
        Answer::Approve(given) => given.as_ref(),
        // In place of the one that is shown.
        Answer::Result(result) if shown.checkpoint == Some(Checkpoint::Result) => Some(result),
        Answer::Decline | Answer::Cancel => return Ok(Decision::Reply(refusal(&asked.wants))),
        Answer::Fail { code, message } => {
            return Ok(Decision::Reply(Reply::Error { code: *code, message: message.clone() }));
        }
        Answer::Accept(_) | Answer::Result(_) => {
            let message = "at a checkpoint one approves, changes or refuses";
            return Err(Error::new(Code::InvalidArg, message));
        }
    };
    match (&asked.wants, shown.checkpoint) {
        (Wants::Sample(sample), Some(Checkpoint::Request)) => {
            let changed = given.map(|params| changed(sample, params, revision, features));
            Ok(Decision::Proceed(changed.transpose()?.map(Box::new)))
        }
        (wants, _) => {
            if let Some(result) = given {
                match wants {
                    Wants::Sample(sample) => {
                        sampling::check_result(sample, result.value(), revision)?;
                    }
                    _ => roots::check_result(result.value())?,
                }
                keeps_to(&shown.wants, result)?;
            }
            let result = given.or(shown.result.as_ref()).cloned().unwrap_or_else(Json::object);
            Ok(Decision::Reply(Reply::Result(result)))
        }
    }
}

/// The request as the host wants it to be. It may ask the model for less than the server did, or for
/// something else, but for no more tokens (SAM-17), and no tools but the server's (SAM-21).
fn changed(
    asked: &SampleRequest,
    params: &Json,
    revision: Revision,
    features: Features,
) -> Result<SampleRequest, Error> {
    let problem = |text: String| Error::new(Code::Sample, text);
    let sample = SampleRequest::from_json(params.clone(), revision, features)
        .map_err(|fault| problem(fault.message))?;
    if sample.max_tokens() > asked.max_tokens() {
        return Err(problem("maxTokens is more than the server allows".into()));
    }
    let name = |tool: Value<'_>| tool.get("name").and_then(Value::text).map(String::from);
    let offered: Vec<_> = asked.tools().filter_map(&name).collect();
    if let Some(index) =
        sample.tools().position(|tool| name(tool).is_none_or(|name| !offered.contains(&name)))
    {
        return Err(problem(format!("tools[{index}] is none of the server's")));
    }
    Ok(sample)
}
