//! What each request of the stateless revision carries, and what `server/discover` brings.

use super::{Revision, handshake};
use crate::error::{Code, Error};
use crate::json::{Json, Kind, Value, Writer};
use crate::model::{Declared, ServerFacts};
use std::borrow::Cow;

/// The server does not speak the revision of the request.
pub(crate) const UNSUPPORTED_VERSION: i64 = -32_022;
/// The errors that only a stateless server has (VER-34): header mismatch, missing capability, version.
const OF_THIS_ERA: [i64; 3] = [-32_020, -32_021, UNSUPPORTED_VERSION];

/// Whether only a stateless server says so.
pub(crate) fn is_of_this_era(error: Value<'_>) -> bool {
    let code = error.get("code").and_then(Value::number).and_then(crate::json::Number::as_i64);
    code.is_some_and(|code| OF_THIS_ERA.contains(&code))
}

/// Members for `_meta` of a request (VER-18, VER-19, VER-21), as text between the braces.
pub(crate) fn meta(declared: &Declared<'_>, revision: Revision) -> String {
    let mut out = Writer::new();
    out.object();
    out.key("io.modelcontextprotocol/protocolVersion").string(revision.wire());
    out.key("io.modelcontextprotocol/clientInfo");
    handshake::implementation(&mut out, declared.client, revision);
    out.key("io.modelcontextprotocol/clientCapabilities");
    handshake::capabilities(&mut out, declared, revision);
    out.end_object();
    let text = out.into_string();
    text[1..text.len() - 1].to_owned()
}

/// What the answer to `server/discover` says of the server.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// It speaks this.
    Stateless(Box<ServerFacts>),
    /// It speaks the stateless era; ask again with this revision.
    Again(Revision),
    /// It wants a handshake.
    Handshake,
    /// It speaks the stateless era and will not talk to us.
    Impossible(Error),
}

/// Reads a result of `server/discover`. Whatever is none means a server of the older era (VER-33, VER-35).
pub(crate) fn discovered(result: Json, allowed: &[Revision]) -> Verdict {
    let value = result.value();
    let Some(versions) = value.get("supportedVersions").filter(|list| list.kind() == Kind::Array)
    else {
        return Verdict::Handshake;
    };
    let Some(revision) = newest_common(versions, allowed) else {
        return no_common(versions, allowed);
    };
    let capabilities = value
        .get("capabilities")
        .filter(|capabilities| capabilities.kind() == Kind::Object)
        .map_or_else(Json::object, Json::from);
    // Its place is `_meta`; an early draft had it beside the versions (VER-26).
    let server_info = value
        .get("_meta")
        .and_then(|meta| meta.get("io.modelcontextprotocol/serverInfo"))
        .or_else(|| value.get("serverInfo"))
        .filter(|info| info.kind() == Kind::Object)
        .map(Json::from);
    let instructions = value.get("instructions").and_then(Value::text).map(Cow::into_owned);
    let facts = ServerFacts { revision, capabilities, server_info, instructions, result };
    Verdict::Stateless(Box::new(facts))
}

/// Reads an error of `server/discover` (VER-22, VER-34, VER-37). `tried` are revisions that were refused before.
pub(crate) fn refused(error: Value<'_>, allowed: &[Revision], tried: &[Revision]) -> Verdict {
    let code = error.get("code").and_then(Value::number).and_then(crate::json::Number::as_i64);
    let Some(code) = code.filter(|code| OF_THIS_ERA.contains(code)) else {
        return Verdict::Handshake;
    };
    if code != UNSUPPORTED_VERSION {
        let message = format!("the server refuses this client with error {code}");
        return Verdict::Impossible(Error::new(Code::Refused, message));
    }
    let versions = error.get("data").and_then(|data| data.get("supported"));
    let Some(versions) = versions.filter(|list| list.kind() == Kind::Array) else {
        return Verdict::Handshake;
    };
    match newest_common(versions, allowed) {
        // Once more, even if it is the one that was just refused; never twice.
        Some(revision) if tried.iter().filter(|other| **other == revision).count() < 2 => {
            Verdict::Again(revision)
        }
        Some(_) => Verdict::Impossible(no_version()),
        None => no_common(versions, allowed),
    }
}

fn no_common(versions: Value<'_>, allowed: &[Revision]) -> Verdict {
    let handshake =
        named(versions).any(|revision| !revision.facts().stateless && allowed.contains(&revision));
    if handshake { Verdict::Handshake } else { Verdict::Impossible(no_version()) }
}

fn no_version() -> Error {
    Error::new(Code::Version, "the server speaks no protocol revision that this client may speak")
}

fn named(versions: Value<'_>) -> impl Iterator<Item = Revision> {
    versions.items().filter_map(|version| Revision::from_wire(&version.text()?))
}

fn newest_common(versions: Value<'_>, allowed: &[Revision]) -> Option<Revision> {
    named(versions)
        .filter(|revision| revision.facts().stateless && allowed.contains(revision))
        .max()
}
