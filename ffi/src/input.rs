//! One thing that a server wants from the host.

use crate::checkpoint::ResultTexts;
use crate::client::mcpclient;
use crate::form::FormPart;
use crate::guard::guard;
use crate::handle::{self, Handle, Owned, borrow, lend};
use crate::mcpclient_call;
use crate::mcpclient_str;
use crate::sampling::Texts;
use crate::view::Terminated;
use client::json::Json;
use client::sampling::SampleResult;
use client::{Input, Wants};
use std::sync::{Arc, Mutex, OnceLock};

/// What a server may want.
pub type mcpclient_input_type = i32;

/// A form for the user.
pub const MCPCLIENT_INPUT_FORM: mcpclient_input_type = 1;
/// A visit to a URL.
pub const MCPCLIENT_INPUT_URL: mcpclient_input_type = 2;
/// A completion by your model.
pub const MCPCLIENT_INPUT_SAMPLE: mcpclient_input_type = 3;
/// The list of roots.
pub const MCPCLIENT_INPUT_ROOTS: mcpclient_input_type = 4;

/// What a server wants from you: answered at most once, from any thread, now or hours later, and
/// freed in any case.
///
/// What a function returns lives until the input is freed, answered or not; where it is less, the
/// function says so.
pub struct mcpclient_input {
    pub(crate) input: Input,
    /// None for a rehearsal.
    client: Option<Arc<mcpclient>>,
    calls: Vec<Arc<mcpclient_call>>,
    message: OnceLock<Terminated>,
    url: OnceLock<Terminated>,
    pub(crate) form: Option<FormPart>,
    /// What the last preview showed.
    pub(crate) preview: Mutex<Option<Json>>,
    /// What was last completed by defaults.
    pub(crate) filled: Mutex<Option<Json>>,
    pub(crate) texts: Texts,
    /// At the checkpoint of a result.
    pub(crate) result: ResultTexts,
    /// What an answer is being made of.
    pub(crate) blocks: Mutex<SampleResult>,
    /// What a rehearsal's server would have been told.
    pub(crate) told: OnceLock<Json>,
}

impl Handle for mcpclient_input {
    type Held = Owned;
    const NAME: &'static str = "input";
}

impl mcpclient_input {
    pub(crate) fn new(input: Input, client: Arc<mcpclient>) -> Self {
        let calls = input.calls();
        let calls = calls.iter().filter_map(|call| client.calls.get(call.id())).collect();
        Self::of(input, Some(client), calls)
    }

    /// One that no server sent.
    pub(crate) fn rehearsed(input: Input) -> Self {
        Self::of(input, None, Vec::new())
    }

    fn of(input: Input, client: Option<Arc<mcpclient>>, calls: Vec<Arc<mcpclient_call>>) -> Self {
        let form = match &input.request().wants {
            Wants::Form { form, .. } => Some(FormPart::new(form.clone())),
            Wants::Url { .. } | Wants::Sample(_) | Wants::Roots => None,
        };
        Self {
            input,
            client,
            calls,
            message: OnceLock::new(),
            url: OnceLock::new(),
            form,
            preview: Mutex::new(None),
            filled: Mutex::new(None),
            texts: Texts::default(),
            result: ResultTexts::default(),
            blocks: Mutex::new(SampleResult::new("")),
            told: OnceLock::new(),
        }
    }

    fn raw_message(&self) -> Option<&str> {
        match &self.input.request().wants {
            Wants::Form { message, .. } | Wants::Url { message, .. } => Some(message),
            Wants::Sample(_) | Wants::Roots => None,
        }
    }

    fn raw_url(&self) -> Option<&str> {
        match &self.input.request().wants {
            Wants::Url { facts, .. } => Some(facts.url()),
            Wants::Form { .. } | Wants::Sample(_) | Wants::Roots => None,
        }
    }
}

/// Its number, which `input_closed` names; unique for its client. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_id(input: *const mcpclient_input) -> u64 {
    guard(|| Some(borrow(input)?.input.id().0))
}

/// Which kind it is: one of MCPCLIENT_INPUT_...; 0 for NULL. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_kind(
    input: *const mcpclient_input,
) -> mcpclient_input_type {
    guard(|| {
        Some(match borrow(input)?.input.request().wants {
            Wants::Form { .. } => MCPCLIENT_INPUT_FORM,
            Wants::Url { .. } => MCPCLIENT_INPUT_URL,
            Wants::Sample(_) => MCPCLIENT_INPUT_SAMPLE,
            Wants::Roots => MCPCLIENT_INPUT_ROOTS,
        })
    })
}

/// Whether an answer would still count. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_is_open(input: *const mcpclient_input) -> bool {
    guard(|| Some(borrow(input)?.input.is_open()))
}

/// The client whose server asks; NULL if none does. Borrowed from the input; do not free it.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_client(input: *const mcpclient_input) -> *mut mcpclient {
    guard(|| Some(lend(&**borrow(input)?.client.as_ref()?)))
}

/// Who asks: your own name for the server, to be shown clearly (ELI-39). Borrowed from the input,
/// and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_server(input: *const mcpclient_input) -> mcpclient_str {
    guard(|| Some(borrow(input)?.client.as_ref()?.label.view()))
}

/// How many calls may have caused it: those that were running when it came, as the wire does not
/// always say which. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_call_count(input: *const mcpclient_input) -> usize {
    guard(|| Some(borrow(input)?.calls.len()))
}

/// A call that may have caused it, the oldest first. Borrowed from the input; do not free it.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_call(
    input: *const mcpclient_input,
    index: usize,
) -> *mut mcpclient_call {
    guard(|| Some(lend(&**borrow(input)?.calls.get(index)?)))
}

/// Which round of its call's questions it belongs to, from 1; 0 where the revision has no rounds.
/// Inputs of one round are answered to the server together. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_round(input: *const mcpclient_input) -> u32 {
    guard(|| Some(borrow(input)?.input.request().round))
}

/// Whether saying no ends the call with MCPCLIENT_E_REFUSED, as the wire has no way to tell the
/// server (MRT-15). Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_refusal_ends_call(input: *const mcpclient_input) -> bool {
    guard(|| Some(borrow(input)?.input.request().refusal_ends_call))
}

/// Why the server asks, in its words, made safe to show; no text for samples and roots. Whatever
/// it says, it is the server who says it (ELI-49). Borrowed from the input, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_message(input: *const mcpclient_input) -> mcpclient_str {
    guard(|| {
        let input = borrow(input)?;
        let message = input.raw_message()?;
        Some(input.message.get_or_init(|| Terminated::safe(message)).view())
    })
}

/// As mcpclient_input_message(), in the server's very words: not safe to show. Borrowed from the
/// input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_message_raw(
    input: *const mcpclient_input,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(borrow(input)?.raw_message()?)))
}

/// All that the server sent, verbatim, as a JSON object; once it was changed at a checkpoint, as it
/// was approved. Borrowed from the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_params(input: *const mcpclient_input) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(borrow(input)?.input.request().params.as_str())))
}

/// Where the user shall go, made safe to show, whole; no text unless it is a URL visit. Show it
/// before anything is opened, and open it only if the user agrees. Borrowed from the input, and
/// ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_url(input: *const mcpclient_input) -> mcpclient_str {
    guard(|| {
        let input = borrow(input)?;
        let url = input.raw_url()?;
        Some(input.url.get_or_init(|| Terminated::whole_line(url)).view())
    })
}

/// As mcpclient_input_url(), as the server wrote it: to be opened, not shown. Borrowed from the
/// input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_url_raw(input: *const mcpclient_input) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(borrow(input)?.raw_url()?)))
}

/// The server's name for a URL visit, where the revision has one; no text for other kinds.
/// Whether the visit is finished, `visited` tells. Borrowed from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_elicitation_id(
    input: *const mcpclient_input,
) -> mcpclient_str {
    guard(|| match &borrow(input)?.input.request().wants {
        Wants::Url { elicitation_id, .. } => Some(mcpclient_str::of(elicitation_id.as_deref()?)),
        Wants::Form { .. } | Wants::Sample(_) | Wants::Roots => None,
    })
}

/// Frees an input of yours, and all that was borrowed from it; NULL is fine. One that was not
/// answered turns the server away: "cancel" for forms and URLs, a refusal for the rest.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_free(input: *mut mcpclient_input) {
    guard(|| drop(handle::take(input)));
}
