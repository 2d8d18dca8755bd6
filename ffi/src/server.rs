//! What a server said of itself in the handshake.

use crate::client::mcpclient;
use crate::guard::guard;
use crate::handle::borrow;
use crate::mcpclient_str;
use crate::view::Terminated;
use client::ServerFacts;
use std::sync::Arc;

/// The facts, and those of their texts that are shown to people.
pub(crate) struct Server {
    facts: Arc<ServerFacts>,
    name: Option<Terminated>,
    title: Option<Terminated>,
    version: Option<Terminated>,
}

impl Server {
    fn new(facts: Arc<ServerFacts>) -> Self {
        let text = |name| {
            let value = facts.server_info.as_ref()?.value().get(name)?;
            Some(Terminated::safe_line(&value.text()?))
        };
        Self { name: text("name"), title: text("title"), version: text("version"), facts }
    }
}

/// Nothing before the handshake is done.
fn server<'a>(client: *const mcpclient) -> Option<&'a Server> {
    let client = borrow(client)?;
    if client.server.get().is_none() {
        let facts = client.client.server()?;
        return Some(client.server.get_or_init(|| Server::new(facts)));
    }
    client.server.get()
}

fn shown(text: Option<&Terminated>) -> Option<mcpclient_str> {
    text.map(Terminated::view)
}

/// The protocol revision agreed on, such as "2025-06-18" (VER-05). No text before the handshake
/// is done. Borrowed from the client, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_revision(client: *const mcpclient) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(server(client)?.facts.revision.wire())))
}

/// What the server calls itself, made safe to show. For display only: nothing may be decided by
/// it (VER-27). No text before the handshake is done. Borrowed from the client, and ends with a
/// NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_server_name(client: *const mcpclient) -> mcpclient_str {
    guard(|| shown(server(client)?.name.as_ref()))
}

/// The server's name for people, as mcpclient_server_name(). No text if it gave none. Borrowed
/// from the client, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_server_title(client: *const mcpclient) -> mcpclient_str {
    guard(|| shown(server(client)?.title.as_ref()))
}

/// The server's version, as mcpclient_server_name(). Borrowed from the client, and ends with a
/// NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_server_version(client: *const mcpclient) -> mcpclient_str {
    guard(|| shown(server(client)?.version.as_ref()))
}

/// The server's hint for your model (VER-16), in its very words: not safe to show. No text if it
/// gave none. Borrowed from the client, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_server_instructions(client: *const mcpclient) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(server(client)?.facts.instructions.as_deref()?)))
}

/// The capabilities that the server declared, as a JSON object (VER-02). No text before the
/// handshake is done. Borrowed from the client.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_server_capabilities(client: *const mcpclient) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(server(client)?.facts.capabilities.as_str())))
}

/// All that the server answered in the handshake, verbatim, as a JSON object (VER-02). No text
/// before the handshake is done. Borrowed from the client.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_server_result(client: *const mcpclient) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(server(client)?.facts.result.as_str())))
}
