//! No answer reaches the wire before it has been checked against what was asked.

use crate::era::Revision;
use crate::error::{Code, Error};
use crate::json::{Json, Kind, Writer};
use crate::model::{Answer, InputRequest, Wants};
use crate::roots;
use crate::sampling;

/// What goes back to the server.
#[derive(Debug)]
pub(crate) enum Reply {
    Result(Json),
    Error { code: i64, message: String },
}

/// The code for a sample that the user refused (SAM-43).
const REFUSED_BY_USER: i64 = -1;
const INTERNAL: i64 = -32_603;

/// Turns the host's answer into the server's, or says what is wrong with it. Only what is accepted is
/// checked: saying no always works (ELI-43). `approved` is `asked` as it came out of its checkpoint.
pub(crate) fn check(
    asked: &InputRequest,
    approved: &InputRequest,
    answer: &Answer,
    revision: Revision,
) -> Result<Reply, Error> {
    match (&asked.wants, answer) {
        (_, Answer::Fail { code, message }) => {
            Ok(Reply::Error { code: *code, message: message.clone() })
        }
        (_, Answer::Approve(_)) => {
            Err(Error::new(Code::InvalidArg, "the input does not stand at a checkpoint"))
        }
        (Wants::Form { form, .. }, Answer::Accept(content)) => {
            // Nothing filled in is an answer where nothing is required (ELI-30).
            let content = content.clone().unwrap_or_else(Json::object);
            form.check(content.value()).map_err(Error::form)?;
            Ok(action("accept", Some(&content)))
        }
        (Wants::Url { .. }, Answer::Accept(None)) => Ok(action("accept", None)),
        (Wants::Url { .. }, Answer::Accept(Some(_))) => {
            Err(Error::new(Code::InvalidArg, "an accepted URL visit has no content"))
        }
        (Wants::Form { .. } | Wants::Url { .. }, Answer::Decline) => Ok(action("decline", None)),
        (Wants::Form { .. } | Wants::Url { .. }, Answer::Cancel) => Ok(action("cancel", None)),
        (Wants::Sample(sample), Answer::Result(result)) => {
            let result = sampling::fit_result(sample, result, revision)?;
            keeps_to(&approved.wants, &result)?;
            Ok(Reply::Result(result))
        }
        (Wants::Roots, Answer::Result(result)) => {
            roots::check_result(result.value())?;
            Ok(Reply::Result(result.clone()))
        }
        (wants @ (Wants::Sample(_) | Wants::Roots), Answer::Decline | Answer::Cancel) => {
            Ok(refusal(wants))
        }
        (Wants::Form { .. } | Wants::Url { .. }, Answer::Result(_)) => Err(Error::new(
            Code::InvalidArg,
            "an elicitation is answered with accept, decline or cancel",
        )),
        (Wants::Sample(_) | Wants::Roots, Answer::Accept(_)) => {
            Err(Error::new(Code::InvalidArg, "this input is answered with a result"))
        }
    }
}

/// How the server learns that a sample or the roots are refused.
pub(crate) fn refusal(wants: &Wants) -> Reply {
    let (code, message) = match wants {
        Wants::Sample(_) => (REFUSED_BY_USER, "User rejected sampling request"),
        _ => (INTERNAL, "the roots are not available"),
    };
    Reply::Error { code, message: message.into() }
}

/// A result uses no tool that was taken out of the request at a checkpoint.
pub(super) fn keeps_to(approved: &Wants, result: &Json) -> Result<(), Error> {
    match approved {
        Wants::Sample(sample) => sampling::check_uses(sample, result.value()),
        _ => Ok(()),
    }
}

/// Exactly one of three actions (ELI-29); content only with accept (ELI-31, ELI-32).
fn action(name: &str, content: Option<&Json>) -> Reply {
    let mut out = Writer::new();
    out.object().key("action").string(name);
    if let Some(content) = content {
        debug_assert_eq!(content.value().kind(), Kind::Object);
        out.key("content").raw(content.as_str());
    }
    out.end_object();
    Reply::Result(out.finish())
}
