//! Inputs that no server sent.

use crate::guard::{Outcome, guard, guard_error};
use crate::handle::{Out, borrow, give};
use crate::host::mcpclient_sample_features;
use crate::{MCPCLIENT_SAMPLE_CONTEXT, MCPCLIENT_SAMPLE_TOOLS};
use crate::{mcpclient_error, mcpclient_input, mcpclient_status, mcpclient_str};
use client::{Code, Error, Input, Offer, Revision};

/// Makes an input that no server sent, to try out and test your dialogs: the same functions read and
/// answer it, under the same checks, without a client, a process or a thread. It has no client and
/// no calls, and its id is 0.
///
/// `revision` is the protocol's, such as "2025-11-25"; `method` "elicitation/create",
/// "sampling/createMessage" or "roots/list"; `params` its parameters, a JSON object. `features` says
/// which parts of sampling are declared: MCPCLIENT_SAMPLE_...; everything else is. `*input` is yours,
/// and so is `*error`. Copies the texts.
///
/// Fails with MCPCLIENT_E_REFUSED (the library would refuse the request on your behalf; the message
/// is what the server would be told), MCPCLIENT_E_UNSUPPORTED (an unknown revision),
/// MCPCLIENT_E_BAD_JSON, MCPCLIENT_E_INVALID_ARG.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_rehearse(
    revision: mcpclient_str,
    method: mcpclient_str,
    params: mcpclient_str,
    features: mcpclient_sample_features,
    input: *mut *mut mcpclient_input,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || rehearse(None, revision, method, params, features, input))
}

/// As mcpclient_input_rehearse(), from a server whose own host has that name, such as "mcp.example.com": a
/// URL that imitates it is pointed out (URL-06). Of real servers it is said by
/// mcpclient_options.server_host. Copies the texts; `*input` is yours, and so is `*error`.
///
/// Fails as mcpclient_input_rehearse() does, and with MCPCLIENT_E_INVALID_ARG without a host.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_rehearse_from(
    server_host: mcpclient_str,
    revision: mcpclient_str,
    method: mcpclient_str,
    params: mcpclient_str,
    features: mcpclient_sample_features,
    input: *mut *mut mcpclient_input,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || rehearse(Some(server_host), revision, method, params, features, input))
}

fn rehearse(
    server_host: Option<mcpclient_str>,
    revision: mcpclient_str,
    method: mcpclient_str,
    params: mcpclient_str,
    features: mcpclient_sample_features,
    input: *mut *mut mcpclient_input,
) -> Outcome {
    let out = Out::need(input)?;
    out.set(std::ptr::null_mut());
    let server_host = server_host.map(|host| host.need("the server's host")).transpose()?;
    let unknown = || Error::new(Code::Unsupported, "that revision is not known");
    let revision = Revision::from_wire(revision.need("the revision")?).ok_or_else(unknown)?;
    let offer = Offer {
        sample_tools: features & MCPCLIENT_SAMPLE_TOOLS != 0,
        sample_context: features & MCPCLIENT_SAMPLE_CONTEXT != 0,
        ..Offer::default()
    };
    let params = params.need_object("the parameters")?;
    let method = method.need("the method")?;
    let made = Input::rehearse(revision, method, params, offer, server_host)?;
    out.set(give(mcpclient_input::rehearsed(made)));
    Ok(())
}

/// What the server would have been told, once an input of mcpclient_input_rehearse() is answered:
/// {"result": ...} or {"error": ...}, as JSON. No text before that, where the protocol has nothing to
/// tell, and for inputs of servers. Borrowed from the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_rehearsed(input: *const mcpclient_input) -> mcpclient_str {
    guard(|| {
        let input = borrow(input)?;
        let told = input.input.rehearsed()?;
        Some(mcpclient_str::of(input.told.get_or_init(|| told).as_str()))
    })
}
