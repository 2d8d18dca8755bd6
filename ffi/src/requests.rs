//! What a client may ask of its server.

use crate::call::{mcpclient_call, mcpclient_call_options, start};
use crate::client::mcpclient;
use crate::guard::{Outcome, guard};
use crate::handle::need;
use crate::{mcpclient_status, mcpclient_str};
use client::{Call, CallSettings, Client, Code, Error, Reference};

/// Starts any request, verbatim: `params` is a JSON object, or no text. Allowed before the
/// handshake is done; the request waits for it. Everything is copied.
///
/// This and the functions after it start a call, and return at once. `options` may be NULL.
/// `*out` is yours to free, and is written before `done` can run; `out` may be NULL if `done` is
/// enough.
///
/// They fail, and then `done` never runs, with MCPCLIENT_E_INVALID_ARG, MCPCLIENT_E_BAD_JSON (not
/// UTF-8, or not a JSON object), MCPCLIENT_E_UNSUPPORTED (not declared by the server, or a field
/// that this library does not have), MCPCLIENT_E_BUSY (too much is under way),
/// MCPCLIENT_E_CLOSED, MCPCLIENT_E_FORKED.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_request(
    client: *mut mcpclient,
    method: mcpclient_str,
    params: mcpclient_str,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
) -> mcpclient_status {
    start(client, options, out, |client, settings| {
        client.request(named(method, "the method")?, params.object()?, settings)
    })
}

/// `tools/call`: `arguments` is a JSON object, or no text for an empty one. The result's content is for
/// mcpclient_result_text() and its siblings. See mcpclient_request(): copies its arguments;
/// `*out` is yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_call_tool(
    client: *mut mcpclient,
    name: mcpclient_str,
    arguments: mcpclient_str,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
) -> mcpclient_status {
    start(client, options, out, |client, settings| {
        client.call_tool(name.need("the tool's name")?, arguments.object()?, settings)
    })
}

/// `tools/list`, all pages as one result with "/tools" (TOL-02, PAG-02). A malformed tool is set
/// aside, the rest is delivered: see mcpclient_call_set_aside_count(). See mcpclient_request():
/// `*out` is yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_list_tools(
    client: *mut mcpclient,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
) -> mcpclient_status {
    start(client, options, out, Client::list_tools)
}

/// `resources/list`, all pages as one result with "/resources". See mcpclient_request(): `*out`
/// is yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_list_resources(
    client: *mut mcpclient,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
) -> mcpclient_status {
    start(client, options, out, Client::list_resources)
}

/// `resources/templates/list`, all pages as one result with "/resourceTemplates". See
/// mcpclient_request(): `*out` is yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_list_resource_templates(
    client: *mut mcpclient,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
) -> mcpclient_status {
    start(client, options, out, Client::list_resource_templates)
}

/// `prompts/list`, all pages as one result with "/prompts". See mcpclient_request(): `*out` is
/// yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_list_prompts(
    client: *mut mcpclient,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
) -> mcpclient_status {
    start(client, options, out, Client::list_prompts)
}

/// `resources/read`. See mcpclient_request(): copies its arguments; `*out` is yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_read_resource(
    client: *mut mcpclient,
    uri: mcpclient_str,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
) -> mcpclient_status {
    start(client, options, out, |client, settings| {
        client.read_resource(uri.need("the URI")?, settings)
    })
}

/// `resources/subscribe`: changes of the resource come as the notification
/// "notifications/resources/updated". See mcpclient_request(): copies its arguments; `*out` is
/// yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_subscribe(
    client: *mut mcpclient,
    uri: mcpclient_str,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
) -> mcpclient_status {
    start(client, options, out, |client, settings| client.subscribe(uri.need("the URI")?, settings))
}

/// `resources/unsubscribe`. See mcpclient_request(): copies its arguments; `*out` is yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_unsubscribe(
    client: *mut mcpclient,
    uri: mcpclient_str,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
) -> mcpclient_status {
    start(client, options, out, |client, settings| {
        client.unsubscribe(uri.need("the URI")?, settings)
    })
}

/// `prompts/get`: `arguments` is a JSON object of strings, or no text. See mcpclient_request():
/// copies its arguments; `*out` is yours. MCPCLIENT_E_FORM: the prompt was listed, and an argument that it
/// requires is missing (PRM-03); mcpclient_item_check_arguments() says which.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_get_prompt(
    client: *mut mcpclient,
    name: mcpclient_str,
    arguments: mcpclient_str,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
) -> mcpclient_status {
    start(client, options, out, |client, settings| {
        client.get_prompt(name.need("the prompt's name")?, arguments.object()?, settings)
    })
}

/// `completion/complete` for an argument of a prompt: suggestions for the `value` typed so far
/// are in "/completion/values" (CMP-02). `context` is a JSON object of the arguments that are
/// filled in already, all of them texts, where the revision has it, or no text. See mcpclient_request():
/// copies its arguments; `*out` is yours. MCPCLIENT_E_BUSY also if more was asked in a minute than
/// `max_completions_per_minute` (CMP-06).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_complete_prompt(
    client: *mut mcpclient,
    name: mcpclient_str,
    argument: mcpclient_str,
    value: mcpclient_str,
    context: mcpclient_str,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
) -> mcpclient_status {
    start(client, options, out, |client, settings| {
        let reference = Reference::Prompt(name.need("the prompt's name")?);
        complete(client, reference, argument, value, context, settings)
    })
}

/// As mcpclient_complete_prompt(), for a variable of a resource template, by its URI template.
/// Copies its arguments; `*out` is yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_complete_resource(
    client: *mut mcpclient,
    uri_template: mcpclient_str,
    argument: mcpclient_str,
    value: mcpclient_str,
    context: mcpclient_str,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
) -> mcpclient_status {
    start(client, options, out, |client, settings| {
        let reference = Reference::Resource(uri_template.need("the URI template")?);
        complete(client, reference, argument, value, context, settings)
    })
}

fn complete(
    client: &Client,
    reference: Reference<'_>,
    argument: mcpclient_str,
    value: mcpclient_str,
    context: mcpclient_str,
    settings: CallSettings,
) -> Result<Call, Error> {
    let argument = argument.need("the argument's name")?;
    let value = value.text()?.unwrap_or_default();
    client.complete(reference, argument, value, context.object()?, settings)
}

/// `logging/setLevel`: "debug", "info", "notice", "warning", "error", "critical", "alert" or
/// "emergency" (LOG-01, LOG-02). See mcpclient_request(): copies its arguments; `*out` is yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_set_log_level(
    client: *mut mcpclient,
    level: mcpclient_str,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
) -> mcpclient_status {
    const LEVELS: [&str; 8] =
        ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
    start(client, options, out, |client, settings| {
        let level = level.need("the level")?;
        if !LEVELS.contains(&level) {
            return Err(Error::new(Code::InvalidArg, "the level is none of the eight"));
        }
        client.set_log_level(level, settings)
    })
}

/// `ping`. See mcpclient_request(): `*out` is yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_ping(
    client: *mut mcpclient,
    options: *const mcpclient_call_options,
    out: *mut *mut mcpclient_call,
) -> mcpclient_status {
    start(client, options, out, Client::ping)
}

/// Sends a notification, verbatim: `params` is a JSON object, or no text. Copies its arguments.
///
/// Fails as mcpclient_request() does.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_notify(
    client: *mut mcpclient,
    method: mcpclient_str,
    params: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let client = need(client)?;
        client.client.notify(named(method, "the method")?, params.object()?)
    })
}

/// Text that must not be empty.
fn named<'a>(text: mcpclient_str, what: &str) -> Result<&'a str, Error> {
    let text = text.need(what)?;
    if text.is_empty() {
        return Err(Error::new(Code::InvalidArg, format!("{what} is empty")));
    }
    Ok(text)
}
