//! `initialize`: what we say of ourselves, and what we read out of the answer.

use super::Revision;
use crate::error::{Code, Error, ServerError};
use crate::json::{Json, Kind, Value, Writer};
use crate::model::{Declared, Implementation, Roots, ServerFacts};
use crate::rpc::write;

/// The parameters of `initialize` (VER-04, VER-05).
pub(crate) fn params(declared: &Declared<'_>, revision: Revision) -> Json {
    let mut out = Writer::new();
    out.object().key("protocolVersion").string(revision.wire());
    out.key("capabilities");
    capabilities(&mut out, declared, revision);
    out.key("clientInfo");
    implementation(&mut out, declared.client, revision);
    out.end_object();
    out.finish()
}

/// Exactly what the host handles, in the shape of the revision (VER-15, ELI-01, ELI-02, SAM-02, ROO-01).
pub(crate) fn capabilities(out: &mut Writer, declared: &Declared<'_>, revision: Revision) {
    let (facts, offer) = (revision.facts(), declared.offer);
    let flag = |out: &mut Writer, name: &str, on: bool| {
        if on {
            out.key(name).object().end_object();
        }
    };
    out.object();
    if facts.elicitation && (offer.form || (offer.url && facts.elicitation_modes)) {
        out.key("elicitation").object();
        flag(out, "form", offer.form && facts.elicitation_modes);
        flag(out, "url", offer.url && facts.elicitation_modes);
        out.end_object();
    }
    if offer.sample {
        out.key("sampling").object();
        flag(out, "tools", offer.sample_tools && facts.sampling_tools);
        flag(out, "context", offer.sample_context && facts.sampling_tools);
        out.end_object();
    }
    if offer.roots != Roots::None {
        out.key("roots").object();
        if offer.roots.is_list() && !facts.stateless {
            out.key("listChanged").boolean(true);
        }
        out.end_object();
    }
    if let Some(experimental) = declared.experimental {
        out.key("experimental").raw(experimental.as_str());
    }
    if let Some(extensions) = extensions(declared).filter(|_| facts.stateless) {
        out.key("extensions").raw(&extensions);
    }
    out.end_object();
}

pub(crate) fn implementation(out: &mut Writer, client: &Implementation, revision: Revision) {
    out.object().key("name").string(&client.name);
    if let Some(title) = client.title.as_deref().filter(|_| revision.facts().implementation_title) {
        out.key("title").string(title);
    }
    out.key("version").string(&client.version).end_object();
}

/// The good answer. `notes` are members that are not as they should be but do no harm.
#[derive(Debug)]
pub(crate) struct Agreed {
    pub facts: ServerFacts,
    pub notes: Vec<&'static str>,
}

/// Reads the answer; a revision that we do not speak ends the session (VER-06, VER-07).
pub(crate) fn agree(result: Json, allowed: &[Revision]) -> Result<Agreed, Error> {
    let value = result.value();
    if value.kind() != Kind::Object {
        return Err(Error::new(Code::Protocol, "the result of `initialize` is no object"));
    }
    let revision = value
        .get("protocolVersion")
        .and_then(Value::text)
        .and_then(|text| Revision::from_wire(&text))
        .filter(|revision| allowed.contains(revision))
        .ok_or_else(|| {
            Error::new(
                Code::Version,
                "the server chose a protocol revision that this client does not speak",
            )
        })?;
    let mut notes = Vec::new();
    let capabilities = match value.get("capabilities") {
        Some(capabilities) if capabilities.kind() == Kind::Object => Json::from(capabilities),
        _ => {
            notes.push("`capabilities` of the `initialize` result is no object; read as empty");
            Json::object()
        }
    };
    let server_info =
        value.get("serverInfo").filter(|info| info.kind() == Kind::Object).map(Json::from);
    if server_info.is_none() {
        notes.push("`serverInfo` of the `initialize` result is no object");
    }
    let instructions =
        value.get("instructions").and_then(Value::text).map(std::borrow::Cow::into_owned);
    Ok(Agreed {
        facts: ServerFacts { revision, capabilities, server_info, instructions, result },
        notes,
    })
}

/// A refused handshake. A list of supported versions makes it a version error (VER-12).
pub(crate) fn refused(error: ServerError) -> Error {
    let versions = error.data.as_ref().is_some_and(|data| data.value().get("supported").is_some());
    let code = error.code;
    let error = Error::server(error);
    if versions {
        return Error {
            code: Code::Version,
            message: format!("the server refused the protocol revision with error {code}"),
            ..error
        };
    }
    Error { message: format!("the server refused `initialize` with error {code}"), ..error }
}

/// The extension as it is declared (TSX-01), beside the host's own.
fn extensions(declared: &Declared<'_>) -> Option<String> {
    const NAME: &str = "io.modelcontextprotocol/tasks";
    let own = declared.extensions;
    if !declared.tasks {
        return own.map(|own| own.as_str().to_owned());
    }
    let own = own.map_or("{}", Json::as_str);
    if Value::trusted(own).get(NAME).is_some() {
        return Some(own.to_owned());
    }
    write::with_members(Some(own), "", &format!("\"{NAME}\":{{}}"))
}
