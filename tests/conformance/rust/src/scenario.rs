//! What each scenario asks of a client.

use crate::host::json;
use crate::stage::Stage;
use mcpclient::json::Json;
use serde_json::{Value, json as value};

pub fn play(stage: &Stage, scenario: &str, context: &str) -> Result<(), String> {
    if ["initialize", "request-metadata"].contains(&scenario) {
        return stage.hello().map(drop);
    }
    let tools = stage.list_tools()?;
    match scenario {
        "tools_call" => stage.call_tool("add_numbers", json(&value!({"a": 5, "b": 3}))?),
        "elicitation-sep1034-client-defaults" => {
            stage.call_tool("test_client_elicitation_defaults", Json::object())
        }
        "sse-retry" => stage.call_tool("test_reconnection", Json::object()),
        "sep-2322-client-request-state" => {
            stage.meanwhile.set(Some("test_mrtr_unrelated"));
            stage.call_tool("test_mrtr_echo_state", Json::object())?;
            stage.call_tool("test_mrtr_no_state", Json::object())?;
            stage.call_tool("test_mrtr_no_result_type", Json::object())
        }
        "http-standard-headers" => everything(stage, &tools),
        "http-custom-headers" => {
            let context: Value =
                serde_json::from_str(context).map_err(|error| error.to_string())?;
            for call in items(&context, "toolCalls") {
                stage.call_tool(text(call, "name"), json(&call["arguments"])?)?;
            }
            Ok(())
        }
        "http-invalid-tool-headers" => {
            for tool in items(&tools, "tools") {
                stage.call_tool(text(tool, "name"), json(&value!({"region": "us-west1"}))?)?;
            }
            Ok(())
        }
        "json-schema-ref-no-deref" => Ok(()),
        "json-schema-2020-12-preservation" => {
            let mut tools = items(&tools, "tools");
            let tool = tools.find(|tool| tool["name"] == "json_schema_2020_12_tool");
            let schema = &tool.ok_or("no such tool")?["inputSchema"];
            stage.call_tool("json_schema_echo", json(&value!({"schema": schema}))?)
        }
        name if name.starts_with("auth/") => stage.call_tool("test-tool", Json::object()),
        other => Err(format!("nothing is known of {other}")),
    }
}

/// Calls every tool, reads every resource, gets every prompt.
fn everything(stage: &Stage, tools: &Value) -> Result<(), String> {
    for tool in items(tools, "tools") {
        stage.call_tool(text(tool, "name"), Json::object())?;
    }
    for resource in items(&stage.list_resources()?, "resources") {
        stage.read_resource(text(resource, "uri"))?;
    }
    for prompt in items(&stage.list_prompts()?, "prompts") {
        stage.get_prompt(text(prompt, "name"))?;
    }
    Ok(())
}

fn items<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    value[name].as_array().into_iter().flatten()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}
