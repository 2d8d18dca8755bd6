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

/// Turns the host's answer into the server's, or says what is wrong with it. Only what is accepted is checked: saying no always works (ELI-43).
pub(crate) fn check(
    request: &InputRequest,
    answer: &Answer,
    revision: Revision,
) -> Result<Reply, Error> {
    match (&request.wants, answer) {
        (_, Answer::Fail { code, message }) => {
            Ok(Reply::Error { code: *code, message: message.clone() })
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
            Ok(Reply::Result(sampling::fit_result(sample, result, revision)?))
        }
        (Wants::Sample(_), Answer::Decline | Answer::Cancel) => Ok(Reply::Error {
            code: REFUSED_BY_USER,
            message: "User rejected sampling request".into(),
        }),
        (Wants::Roots, Answer::Result(result)) => {
            roots::check_result(result.value())?;
            Ok(Reply::Result(result.clone()))
        }
        (Wants::Roots, Answer::Decline | Answer::Cancel) => {
            Ok(Reply::Error { code: INTERNAL, message: "the roots are not available".into() })
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
