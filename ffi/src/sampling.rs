//! Reading a sampling request: what a server wants from the host's model.
//!
//! The request was checked before the host was asked; here its JSON is looked at in place, so
//! that an image is never copied.

use crate::block::{kind, mcpclient_block_kind};
use crate::guard::guard;
use crate::handle::{borrow, tell};
use crate::lock::lock;
use crate::view::Terminated;
use crate::{mcpclient_input, mcpclient_str};
use client::Wants;
use client::json::{Kind, Value};
use client::sampling::{Context, SampleRequest};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Mutex;

/// Texts of a request that could not be lent as they stand in its JSON: those with escapes, and
/// those that were made safe to show. By the place of their string in the JSON.
#[derive(Default)]
pub(crate) struct Texts {
    raw: Mutex<HashMap<usize, Box<str>>>,
    shown: Mutex<HashMap<usize, Terminated>>,
}

impl Texts {
    /// The text of a string in the request's JSON, which lives as long as the input.
    fn raw(&self, string: Value<'_>) -> Option<mcpclient_str> {
        Some(match string.text()? {
            Cow::Borrowed(text) => mcpclient_str::of(text),
            Cow::Owned(text) => {
                let mut texts = lock(&self.raw);
                mcpclient_str::of(texts.entry(place(string)).or_insert(text.into_boxed_str()))
            }
        })
    }

    fn shown(&self, string: Value<'_>) -> Option<mcpclient_str> {
        let text = string.text()?;
        let mut texts = lock(&self.shown);
        Some(texts.entry(place(string)).or_insert_with(|| Terminated::whole(&text)).view())
    }
}

fn place(string: Value<'_>) -> usize {
    string.raw().as_ptr() as usize
}

/// One input that wants a sample.
struct Sample<'a> {
    texts: &'a Texts,
    request: &'a SampleRequest,
    params: Value<'a>,
}

impl<'a> Sample<'a> {
    fn of(input: *const mcpclient_input) -> Option<Self> {
        let input = borrow(input)?;
        let request = input.input.request();
        let Wants::Sample(sample) = &request.wants else { return None };
        Some(Self { texts: &input.texts, request: sample, params: request.params.value() })
    }

    fn message(&self, index: usize) -> Option<Value<'a>> {
        self.params.get("messages")?.items().nth(index)
    }

    /// A message's content is one block, or a list of them (SAM-06).
    fn blocks(&self, message: usize) -> Option<impl Iterator<Item = Value<'a>> + use<'a>> {
        let content = self.message(message)?.get("content")?;
        let single = (content.kind() == Kind::Object).then_some(content);
        Some(single.into_iter().chain(content.items()))
    }

    fn block(&self, message: usize, block: usize) -> Option<Value<'a>> {
        self.blocks(message)?.nth(block)
    }

    fn preference(&self, name: &str) -> Option<f64> {
        Some(self.params.get("modelPreferences")?.get(name)?.number()?.as_f64())
    }

    fn hints(&self) -> Option<impl Iterator<Item = Value<'a>> + use<'a>> {
        Some(self.params.get("modelPreferences")?.get("hints")?.items())
    }
}

fn json(value: Option<Value<'_>>) -> Option<mcpclient_str> {
    value.map(|value| mcpclient_str::of(value.raw()))
}

/// How many messages the prompt has; 0 for other inputs. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_message_count(
    input: *const mcpclient_input,
) -> usize {
    guard(|| Some(Sample::of(input)?.params.get("messages")?.items().count()))
}

/// Who speaks in a message: "user" or "assistant" (SAM-07). Borrowed from the input, without a
/// NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_role(
    input: *const mcpclient_input,
    message: usize,
) -> mcpclient_str {
    guard(|| {
        let sample = Sample::of(input)?;
        sample.texts.raw(sample.message(message)?.get("role")?)
    })
}

/// How many blocks of content a message has. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_block_count(
    input: *const mcpclient_input,
    message: usize,
) -> usize {
    guard(|| Some(Sample::of(input)?.blocks(message)?.count()))
}

/// What a block of a message is: one of MCPCLIENT_BLOCK_.... Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_block_kind(
    input: *const mcpclient_input,
    message: usize,
    block: usize,
) -> mcpclient_block_kind {
    guard(|| Some(kind(Sample::of(input)?.block(message, block)?)))
}

/// A block of a message as JSON, verbatim: also for the kinds that have no function of their own.
/// Borrowed from the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_block(
    input: *const mcpclient_input,
    message: usize,
    block: usize,
) -> mcpclient_str {
    guard(|| json(Sample::of(input)?.block(message, block)))
}

/// The text of a text block, whole, and made safe to show to the user who approves it (SAM-31).
/// Borrowed from the input, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_text(
    input: *const mcpclient_input,
    message: usize,
    block: usize,
) -> mcpclient_str {
    guard(|| {
        let sample = Sample::of(input)?;
        sample.texts.shown(sample.block(message, block)?.get("text")?)
    })
}

/// As mcpclient_input_sample_text(), in the server's very words: for the model, not safe to show.
/// Borrowed from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_text_raw(
    input: *const mcpclient_input,
    message: usize,
    block: usize,
) -> mcpclient_str {
    guard(|| {
        let sample = Sample::of(input)?;
        sample.texts.raw(sample.block(message, block)?.get("text")?)
    })
}

/// The media type of an image or sound. Borrowed from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_mime(
    input: *const mcpclient_input,
    message: usize,
    block: usize,
) -> mcpclient_str {
    guard(|| {
        let sample = Sample::of(input)?;
        sample.texts.raw(sample.block(message, block)?.get("mimeType")?)
    })
}

/// An image or sound, in base64. Borrowed from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_data(
    input: *const mcpclient_input,
    message: usize,
    block: usize,
) -> mcpclient_str {
    guard(|| {
        let sample = Sample::of(input)?;
        sample.texts.raw(sample.block(message, block)?.get("data")?)
    })
}

/// The system prompt that the server wishes, which you may change or drop (SAM-15), made safe to
/// show; no text if there is none. Borrowed from the input, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_system_prompt(
    input: *const mcpclient_input,
) -> mcpclient_str {
    guard(|| {
        let sample = Sample::of(input)?;
        sample.texts.shown(sample.params.get("systemPrompt")?)
    })
}

/// As mcpclient_input_sample_system_prompt(), in the server's very words: for the model, not safe
/// to show. Borrowed from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_system_prompt_raw(
    input: *const mcpclient_input,
) -> mcpclient_str {
    guard(|| {
        let sample = Sample::of(input)?;
        sample.texts.raw(sample.params.get("systemPrompt")?)
    })
}

/// The most tokens to sample (SAM-17). False, and nothing written, for other inputs. Borrows the
/// input; `tokens` may be NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_max_tokens(
    input: *const mcpclient_input,
    tokens: *mut i64,
) -> bool {
    guard(|| {
        let limit = Sample::of(input)?.params.get("maxTokens")?;
        Some(tell(tokens, limit.number()?.as_i64()))
    })
}

/// The temperature that the server wishes. False, and nothing written, if it does not. Borrows
/// the input; `temperature` may be NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_temperature(
    input: *const mcpclient_input,
    temperature: *mut f64,
) -> bool {
    guard(|| {
        let wish = Sample::of(input)?.params.get("temperature")?;
        Some(tell(temperature, Some(wish.number()?.as_f64())))
    })
}

/// How many hints there are about the model. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_hint_count(input: *const mcpclient_input) -> usize {
    guard(|| Some(Sample::of(input)?.hints()?.count()))
}

/// A hint about the model: part of a name, the most wanted first (SAM-12, SAM-13); no text if the
/// hint is something else. Borrowed from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_hint(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| {
        let sample = Sample::of(input)?;
        sample.texts.raw(sample.hints()?.nth(index)?.get("name")?)
    })
}

/// How much a low price matters, from 0 to 1 (SAM-11). False, and nothing written, if the server
/// does not say. Borrows the input; `priority` may be NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_cost_priority(
    input: *const mcpclient_input,
    priority: *mut f64,
) -> bool {
    guard(|| Some(tell(priority, Sample::of(input)?.preference("costPriority"))))
}

/// How much speed matters, as mcpclient_input_sample_cost_priority(). Borrows the input;
/// `priority` may be NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_speed_priority(
    input: *const mcpclient_input,
    priority: *mut f64,
) -> bool {
    guard(|| Some(tell(priority, Sample::of(input)?.preference("speedPriority"))))
}

/// How much ability matters, as mcpclient_input_sample_cost_priority(). Borrows the input;
/// `priority` may be NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_intelligence_priority(
    input: *const mcpclient_input,
    priority: *mut f64,
) -> bool {
    guard(|| Some(tell(priority, Sample::of(input)?.preference("intelligencePriority"))))
}

/// How many stop sequences there are. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_stop_count(input: *const mcpclient_input) -> usize {
    guard(|| Some(Sample::of(input)?.params.get("stopSequences")?.items().count()))
}

/// A stop sequence, verbatim. Borrowed from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_stop(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_str {
    guard(|| {
        let sample = Sample::of(input)?;
        sample.texts.raw(sample.params.get("stopSequences")?.items().nth(index)?)
    })
}

/// Whose context the server wishes in the prompt (SAM-16): "none", "thisServer" or "allServers"; no
/// text if it does not say, which is "none". Where context can be declared and you have not, every
/// wish is "none". Borrowed from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_context(
    input: *const mcpclient_input,
) -> mcpclient_str {
    guard(|| {
        let sample = Sample::of(input)?;
        sample.params.get("includeContext").filter(|said| !said.is_null())?;
        Some(mcpclient_str::of(match sample.request.include_context() {
            Context::None => "none",
            Context::ThisServer => "thisServer",
            Context::AllServers => "allServers",
        }))
    })
}

/// The tools that the model may use, as a JSON array (SAM-21); no text if there are none. The
/// server runs them, not you: answer with mcpclient_input_answer_json(). Borrowed from the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_tools(
    input: *const mcpclient_input,
) -> mcpclient_str {
    guard(|| json(Sample::of(input)?.params.get("tools")))
}

/// Whether the model may, must or must not use a tool: "auto", "required" or "none" (SAM-20); no
/// text if the server does not say, which is "auto". Borrowed from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_sample_tool_choice(
    input: *const mcpclient_input,
) -> mcpclient_str {
    guard(|| {
        let sample = Sample::of(input)?;
        sample.texts.raw(sample.params.get("toolChoice")?.get("mode")?)
    })
}
