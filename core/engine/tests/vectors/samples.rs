//! Sampling: what a server may ask, and what the model may answer.

use mcpclient_engine::json::{Json, Value as View};
use mcpclient_engine::sampling::{
    Block, BlockKind, Context, Fault, Features, Message, Model, Reason, Role, SampleRequest,
    ToolChoice, choose, fit_result,
};
use serde_json::{Value, json};

use super::files::{Vector, list, text};
use super::forms::same;

fn ask(vector: &Vector<'_>, params: &str) -> Result<SampleRequest, Fault> {
    let declared = |name: &str| list(&vector.group["declared"]).iter().any(|word| word == name);
    let features = Features { tools: declared("tools"), context: declared("context") };
    let params = View::parse(params).unwrap_or_else(|error| panic!("{}: {error}", vector.id()));
    SampleRequest::parse(params, vector.revision.expect("a revision"), features)
}

/// What a server asks.
pub fn request(vector: &Vector<'_>) -> Result<(), String> {
    let case = vector.case;
    match (ask(vector, text(case, "params")), case.get("refused")) {
        (Err(fault), Some(wanted)) => same("refused", &json!(fault.code), wanted),
        (Ok(_), Some(_)) => Err("accepted".into()),
        (Err(fault), None) => Err(format!("refused: {}", fault.message)),
        (Ok(request), None) => match case.get("reads") {
            Some(wanted) => same("reads", &read(&request), wanted),
            None => Ok(()),
        },
    }
}

/// What goes back.
pub fn result(vector: &Vector<'_>) -> Result<(), String> {
    let case = vector.case;
    let request = ask(vector, text(vector.group, "request"));
    let request = request.map_err(|fault| format!("the request is refused: {}", fault.message))?;
    let result = Json::parse(text(case, "result")).map_err(|error| error.to_string())?;
    match fit_result(&request, &result, vector.revision.expect("a revision")) {
        Ok(_) if case["refused"] == true => Err("accepted".into()),
        Err(_) if case["refused"] == true => Ok(()),
        Err(error) => Err(format!("refused: {error}")),
        Ok(sent) => {
            let wanted = case.get("sent").unwrap_or(&case["result"]);
            same("sent", &json!(sent.as_str()), wanted)
        }
    }
}

/// Which of the group's models is chosen.
pub fn choice(vector: &Vector<'_>) -> Result<(), String> {
    let case = vector.case;
    let params = format!(
        r#"{{"messages":[{{"role":"user","content":{{"type":"text","text":"?"}}}}],"maxTokens":9,"modelPreferences":{}}}"#,
        text(case, "preferences")
    );
    let request = ask(vector, &params).map_err(|fault| format!("refused: {}", fault.message))?;
    let models: Vec<Model> = list(&vector.group["catalogue"]).iter().map(model).collect();
    let Some(choice) = choose(&request, &models) else {
        return same("model", &Value::Null, &case["model"]);
    };
    let (reason, hint) = match choice.reason {
        Reason::Hint(place) => ("hint", json!(place)),
        Reason::Priorities(_) => ("priorities", Value::Null),
        Reason::First => ("first", Value::Null),
    };
    same("model", &json!(models[choice.model].name), &case["model"])?;
    same("reason", &json!(reason), &case["reason"])?;
    same("hint", &hint, &case["hint"])
}

fn model(model: &Value) -> Model {
    let measure = |name: &str| model[name].as_f64().expect("a measure");
    let aliases = list(&model["aliases"]).iter();
    Model {
        name: text(model, "name").to_owned(),
        aliases: aliases.map(|alias| alias.as_str().expect("an alias").to_owned()).collect(),
        cheapness: measure("cheapness"),
        speed: measure("speed"),
        intelligence: measure("intelligence"),
    }
}

/// A request as the vectors describe it: what is absent is not told.
fn read(request: &SampleRequest) -> Value {
    let mut out = json!({"maxTokens": request.max_tokens().to_string()});
    out["messages"] = request.messages().map(|message| read_message(&message)).collect();
    let mut tell = |name: &str, value: Option<Value>| {
        if let Some(value) = value.filter(|value| *value != json!([])) {
            out[name] = value;
        }
    };
    tell("systemPrompt", request.system_prompt().map(|text| json!(text)));
    tell("temperature", request.temperature().map(|number| json!(number.raw())));
    tell("stopSequences", Some(request.stop_sequences().map(|stop| json!(stop)).collect()));
    tell("metadata", request.metadata().map(|value| json!(value.raw())));
    tell("hints", Some(request.hints().map(|hint| json!(hint)).collect()));
    tell("tools", Some(request.tools().map(|tool| json!(tool.raw())).collect()));
    tell("costPriority", request.cost_priority().map(|value| json!(value)));
    tell("speedPriority", request.speed_priority().map(|value| json!(value)));
    tell("intelligencePriority", request.intelligence_priority().map(|value| json!(value)));
    let context = match request.include_context() {
        Context::None => None,
        Context::ThisServer => Some("thisServer"),
        Context::AllServers => Some("allServers"),
    };
    tell("includeContext", context.map(|context| json!(context)));
    let choice = match request.tool_choice() {
        ToolChoice::Auto => None,
        ToolChoice::Required => Some("required"),
        ToolChoice::None => Some("none"),
    };
    tell("toolChoice", choice.map(|choice| json!(choice)));
    out
}

fn read_message(message: &Message<'_>) -> Value {
    let role = match message.role() {
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    let blocks: Vec<Value> = message.blocks().map(|block| read_block(&block)).collect();
    let mut out = json!({"role": role, "blocks": blocks});
    if message.is_list() {
        out["list"] = json!(true);
    }
    out
}

fn read_block(block: &Block<'_>) -> Value {
    let kind = match block.kind() {
        BlockKind::Text => "text",
        BlockKind::Image => "image",
        BlockKind::Audio => "audio",
        BlockKind::ToolUse => "toolUse",
        BlockKind::ToolResult => "toolResult",
        _ => "unknown",
    };
    let mut out = json!({"kind": kind});
    let mut tell = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            out[name] = value;
        }
    };
    tell("text", block.text().map(|text| json!(text)));
    tell("data", block.data().map(|text| json!(text)));
    tell("mimeType", block.mime_type().map(|text| json!(text)));
    tell("id", block.tool_use_id().map(|text| json!(text)));
    tell("name", block.tool_name().map(|text| json!(text)));
    tell("input", block.tool_input().map(|input| json!(input.raw())));
    tell("isError", block.is_error().then_some(json!(true)));
    out
}
