//! What the host's model answers.

use std::collections::BTreeSet;

use super::block::{self, Block, BlockKind};
use super::request::SampleRequest;
use super::tools::ToolChoice;
use crate::era::Revision;
use crate::error::{Code, Error};
use crate::json::{Json, Kind, Object, Value, Writer};

/// Checks an answer against its request (SAM-08, SAM-09, SAM-38): the wire form exactly.
///
/// # Errors
/// [`Code::Sample`] names the first place that is wrong.
pub fn check_result(
    request: &SampleRequest,
    result: Value<'_>,
    revision: Revision,
) -> Result<(), Error> {
    let object = Object::of(result);
    check(request, object.as_ref(), revision).map_err(wrong)
}

/// Brings a host's answer into the form that the server knows, and checks it: a list of one block
/// becomes that block where the server has not shown that it knows lists, and members that are
/// null are left out. Everything else stays as it is (SAM-06).
///
/// # Errors
/// As for [`check_result`]; also if several blocks would go to a server that knows only one.
pub fn fit_result(
    request: &SampleRequest,
    result: &Json,
    revision: Revision,
) -> Result<Json, Error> {
    let object = Object::of(result.value());
    let lists = revision.facts().sampling_tools && request.knows_lists();
    let content = object.as_ref().and_then(|object| object.get("content"));
    let single = content.filter(|content| content.kind() == Kind::Array && !lists);
    let single = single.and_then(|content| {
        let mut items = content.items();
        items.next().filter(|_| items.next().is_none())
    });
    let object = object.as_ref();
    let nulls = object.is_some_and(|object| object.members().any(|(_, member)| member.is_null()));
    if single.is_none() && !nulls {
        check(request, object, revision).map_err(wrong)?;
        return Ok(result.clone());
    }
    let mut writer = Writer::with_capacity(result.as_str().len());
    writer.object();
    let members = object.into_iter().flat_map(Object::members);
    for (key, member) in members.filter(|(_, member)| !member.is_null()) {
        let block = single.filter(|_| key.is("content"));
        writer.key(&key.text()).raw(block.unwrap_or(member).raw());
    }
    writer.end_object();
    let fitted = writer.finish();
    check_result(request, fitted.value(), revision)?;
    Ok(fitted)
}

fn wrong(problem: String) -> Error {
    Error::new(Code::Sample, problem)
}

fn check(
    request: &SampleRequest,
    result: Option<&Object<'_>>,
    revision: Revision,
) -> Result<(), String> {
    let result = result
        .filter(|result| !result.repeats())
        .ok_or("the result is not an object with each member once")?;
    let text = |name: &str| result.get(name).and_then(Value::text);
    if text("role").as_deref() != Some("assistant") {
        return Err("role is not \"assistant\"".into());
    }
    if text("model").is_none_or(|model| model.is_empty()) {
        return Err("model is not the name of a model".into());
    }
    if result.get("stopReason").is_some_and(|reason| reason.kind() != Kind::String) {
        return Err("stopReason is not text".into());
    }
    if result.get("_meta").is_some_and(|meta| meta.kind() != Kind::Object) {
        return Err("_meta is not an object".into());
    }
    let content = result.get("content").ok_or("content is missing")?;
    let facts = revision.facts();
    if content.kind() != Kind::Array {
        let block = block::read(content, facts).map_err(|problem| format!("content{problem}"))?;
        return check_blocks(request, &[block]);
    }
    if !facts.sampling_tools {
        return Err("content is a list, which this protocol revision does not have".into());
    }
    let blocks = content.items().enumerate().map(|(index, block)| {
        block::read(block, facts).map_err(|problem| format!("content[{index}]{problem}"))
    });
    let blocks = blocks.collect::<Result<Vec<_>, _>>()?;
    if blocks.len() != 1 && !request.knows_lists() {
        return Err("content has several blocks or none, but the server may know only one".into());
    }
    check_blocks(request, &blocks)
}

/// Whether a result that fits one request also uses tools as another allows.
pub(crate) fn check_uses(request: &SampleRequest, result: Value<'_>) -> Result<(), Error> {
    let content = result.get("content");
    let single = content.filter(|content| content.kind() == Kind::Object);
    let list = content.into_iter().flat_map(Value::items);
    let blocks: Vec<_> = single.into_iter().chain(list).filter_map(block::of_checked).collect();
    check_blocks(request, &blocks).map_err(wrong)
}

/// Tool uses are those that were offered, and as many as wanted (SAM-20, SAM-22).
fn check_blocks(request: &SampleRequest, blocks: &[Block<'_>]) -> Result<(), String> {
    let uses = blocks.iter().any(|block| block.kind() == BlockKind::ToolUse);
    let tools = uses.then(|| request.tools()).into_iter().flatten();
    let offered: BTreeSet<_> = tools.filter_map(|tool| tool.get("name")?.text()).collect();
    let mut ids = BTreeSet::new();
    for block in blocks {
        match block.kind() {
            BlockKind::ToolResult => {
                return Err("content holds a tool result; only the server has those".into());
            }
            BlockKind::ToolUse => {
                if request.tool_choice() == ToolChoice::None {
                    return Err("content uses a tool, which toolChoice forbids".into());
                }
                if !block.tool_name().is_some_and(|name| offered.contains(&name)) {
                    return Err("content uses a tool that was not offered".into());
                }
                if !block.tool_use_id().is_some_and(|id| ids.insert(id)) {
                    return Err("content holds two tool uses with the same id".into());
                }
            }
            _ => {}
        }
    }
    if request.tool_choice() == ToolChoice::Required && ids.is_empty() {
        return Err("content uses no tool, which toolChoice requires".into());
    }
    Ok(())
}

/// Builds an answer. One block is sent as it is, several as a list.
#[derive(Clone, Debug)]
pub struct SampleResult {
    model: String,
    stop_reason: Option<String>,
    blocks: Vec<Json>,
}

impl SampleResult {
    /// An answer of the model that was really used.
    #[must_use]
    pub fn new(model: &str) -> Self {
        Self { model: model.to_owned(), stop_reason: None, blocks: Vec::new() }
    }

    /// The usual answer: some text.
    #[must_use]
    pub fn text(model: &str, text: &str, stop_reason: Option<&str>) -> Json {
        let mut result = Self::new(model);
        result.stop_reason = stop_reason.map(str::to_owned);
        result.push_text(text);
        result.finish()
    }

    /// Another name of the model.
    pub fn model(&mut self, model: &str) -> &mut Self {
        model.clone_into(&mut self.model);
        self
    }

    /// Why the model stopped: `endTurn`, `stopSequence`, `maxTokens`, `toolUse` or another word
    /// (SAM-10).
    pub fn stop_reason(&mut self, reason: &str) -> &mut Self {
        self.stop_reason = Some(reason.to_owned());
        self
    }

    /// Adds text.
    pub fn push_text(&mut self, text: &str) -> &mut Self {
        self.push(BlockKind::Text, &[("text", text)], None)
    }

    /// Adds an image in base64.
    pub fn push_image(&mut self, data: &str, mime_type: &str) -> &mut Self {
        self.push(BlockKind::Image, &[("data", data), ("mimeType", mime_type)], None)
    }

    /// Adds sound in base64.
    pub fn push_audio(&mut self, data: &str, mime_type: &str) -> &mut Self {
        self.push(BlockKind::Audio, &[("data", data), ("mimeType", mime_type)], None)
    }

    /// Adds the wish to call a tool. `input` is a JSON object.
    pub fn push_tool_use(&mut self, id: &str, name: &str, input: &Json) -> &mut Self {
        self.push(BlockKind::ToolUse, &[("id", id), ("name", name)], Some(input))
    }

    /// Adds a block that is made already.
    pub fn push_block(&mut self, block: Json) -> &mut Self {
        self.blocks.push(block);
        self
    }

    /// The result as JSON. It is checked when it is given as an answer.
    #[must_use]
    pub fn finish(&self) -> Json {
        let mut writer = Writer::new();
        writer.object().key("role").string("assistant").key("content");
        match self.blocks.as_slice() {
            [one] => {
                writer.raw(one.as_str());
            }
            several => {
                writer.array();
                for block in several {
                    writer.raw(block.as_str());
                }
                writer.end_array();
            }
        }
        writer.key("model").string(&self.model);
        if let Some(reason) = &self.stop_reason {
            writer.key("stopReason").string(reason);
        }
        writer.end_object();
        writer.finish()
    }

    fn push(
        &mut self,
        kind: BlockKind,
        members: &[(&str, &str)],
        input: Option<&Json>,
    ) -> &mut Self {
        let mut writer = Writer::new();
        writer.object().key("type").string(kind.name());
        for (name, text) in members {
            writer.key(name).string(text);
        }
        if let Some(input) = input {
            writer.key("input").raw(input.as_str());
        }
        writer.end_object();
        self.blocks.push(writer.finish());
        self
    }
}
