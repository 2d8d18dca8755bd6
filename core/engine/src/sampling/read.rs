//! Taking a request apart.

use std::ops::Range;

use super::block::{self, Block, BlockKind};
use super::tools::{self, Balance, ToolChoice};
use super::words::{Context, Features, Role};
use crate::era::Revision;
use crate::json::{Kind, Object, Value};

/// Where a message lies in the text.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) role: Role,
    pub(super) listed: bool,
    pub(super) whole: Range<usize>,
    pub(super) blocks: Vec<(BlockKind, Range<usize>)>,
}

/// `whole` is the text that `params` was read from.
pub(super) fn messages(
    whole: &str,
    params: &Object<'_>,
    revision: Revision,
) -> Result<Vec<Spot>, String> {
    let list = params.get("messages").filter(|list| list.kind() == Kind::Array);
    let list = list.ok_or("messages is not a list")?;
    let mut balance = Balance::default();
    let mut spots = Vec::new();
    for (index, message) in list.items().enumerate() {
        let (spot, blocks) = one_message(whole, message, revision)
            .map_err(|problem| format!("messages[{index}]{problem}"))?;
        balance
            .message(spot.role, &blocks)
            .map_err(|problem| format!("messages[{index}]{problem}"))?;
        spots.push(spot);
    }
    balance.end()?;
    Ok(spots)
}

fn one_message<'a>(
    whole: &str,
    message: Value<'a>,
    revision: Revision,
) -> Result<(Spot, Vec<Block<'a>>), String> {
    let facts = revision.facts();
    let members = Object::unique(message).ok_or(" is not an object with each member once")?;
    let role = match members.get("role").and_then(Value::text).as_deref() {
        Some("user") => Role::User,
        Some("assistant") => Role::Assistant,
        _ => return Err(".role is not user or assistant".into()),
    };
    let content = members.get("content").ok_or(".content is missing")?;
    let listed = content.kind() == Kind::Array;
    if listed && !facts.sampling_tools {
        return Err(".content is a list, which this protocol revision does not have".into());
    }
    let blocks = if listed {
        let blocks = content.items().enumerate().map(|(index, block)| {
            block::read(block, facts).map_err(|problem| format!(".content[{index}]{problem}"))
        });
        blocks.collect::<Result<Vec<_>, _>>()?
    } else {
        vec![block::read(content, facts).map_err(|problem| format!(".content{problem}"))?]
    };
    let places = blocks.iter().map(|block| (block.kind(), place(whole, block.value()))).collect();
    Ok((Spot { role, listed, whole: place(whole, message), blocks: places }, blocks))
}

/// Where a value lies in the text that it is a part of.
fn place(whole: &str, value: Value<'_>) -> Range<usize> {
    let start = (value.raw().as_ptr() as usize).saturating_sub(whole.as_ptr() as usize);
    start..start + value.raw().len()
}

pub(super) fn max_tokens(params: &Object<'_>) -> Result<u64, &'static str> {
    let number = params.get("maxTokens").and_then(Value::number);
    let number = number.filter(|number| number.is_integer() && !number.is_negative());
    // More than fits is more than any model has.
    match number.map(|number| number.as_u64().unwrap_or(u64::MAX)) {
        Some(tokens) if tokens > 0 => Ok(tokens),
        _ => Err("maxTokens is not a whole number above 0"),
    }
}

/// Members with a type and no more to check.
pub(super) fn plain_members(params: &Object<'_>) -> Result<Context, &'static str> {
    let is = |name: &str, kind| params.set(name).is_none_or(|value| value.kind() == kind);
    if !is("systemPrompt", Kind::String) {
        return Err("systemPrompt is not text");
    }
    if !is("temperature", Kind::Number) {
        return Err("temperature is not a number");
    }
    if !is("metadata", Kind::Object) {
        return Err("metadata is not an object");
    }
    let stops = params.set("stopSequences");
    let texts = |list: Value<'_>| list.items().all(|stop| stop.kind() == Kind::String);
    if stops.is_some_and(|list| list.kind() != Kind::Array || !texts(list)) {
        return Err("stopSequences is not a list of texts");
    }
    match params.set("includeContext").map(Value::text) {
        None => Ok(Context::None),
        Some(text) => match text.as_deref() {
            Some("none") => Ok(Context::None),
            Some("thisServer") => Ok(Context::ThisServer),
            Some("allServers") => Ok(Context::AllServers),
            _ => Err("includeContext is not none, thisServer or allServers"),
        },
    }
}

pub(super) fn preferences(params: &Object<'_>) -> Result<(), String> {
    let Some(preferences) = params.set("modelPreferences") else { return Ok(()) };
    let preferences = Object::unique(preferences)
        .ok_or("modelPreferences is not an object with each member once")?;
    if let Some(hints) = preferences.set("hints") {
        let named = |hint: Value<'_>| {
            let name = Object::of(hint).map(|hint| hint.set("name"));
            name.is_some_and(|name| name.is_none_or(|name| name.kind() == Kind::String))
        };
        if hints.kind() != Kind::Array || !hints.items().all(named) {
            return Err("modelPreferences.hints is not a list of named hints".into());
        }
    }
    for name in ["costPriority", "speedPriority", "intelligencePriority"] {
        let Some(value) = preferences.set(name) else { continue };
        if !value.number().is_some_and(|number| (0.0..=1.0).contains(&number.as_f64())) {
            return Err(format!("modelPreferences.{name} is not a number from 0 to 1"));
        }
    }
    Ok(())
}

/// Tools come only to those who declared them (SAM-19).
pub(super) fn check_tools(
    params: &Object<'_>,
    revision: Revision,
    features: Features,
) -> Result<ToolChoice, String> {
    let (list, choice) = (params.set("tools"), params.set("toolChoice"));
    let declared = features.tools && revision.facts().sampling_tools;
    if !declared && (list.is_some() || choice.is_some()) {
        return Err(
            "tools and toolChoice need the sampling.tools capability, which was not declared"
                .into(),
        );
    }
    if let Some(list) = list {
        tools::check_list(list)?;
    }
    let choice = tools::choice(choice)?;
    if choice == ToolChoice::Required && list.is_none_or(|list| list.items().next().is_none()) {
        return Err("toolChoice requires a tool, but there are none".into());
    }
    Ok(choice)
}
