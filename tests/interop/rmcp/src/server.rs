//! Which handler answers which request.

use crate::{
    ask::{Client, Stop},
    questions::{form, roots},
    tools::{self, Seen},
};
use rmcp::{
    ErrorData, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CancelTaskParams, CreateTaskResult,
        GetPromptRequestParams, GetPromptResponse, GetPromptResult, GetTaskParams, GetTaskResult,
        Implementation, JsonObject, ListToolsResult, PaginatedRequestParams, PromptMessage,
        ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceContents,
        Role, ServerCapabilities, ServerConfig, Tool, UpdateTaskParams,
    },
    service::{NotificationContext, RequestContext, RoleServer},
    task_manager::{TaskManager, TaskOptions},
};
use serde_json::json;
use std::sync::{Arc, atomic::Ordering::Relaxed};

#[derive(Clone, Default)]
pub struct Peer {
    seen: Arc<Seen>,
    tasks: TaskManager,
}

/// A result that asks is one like any other.
fn or_ask<T: From<rmcp::model::InputRequiredResult>>(
    result: Result<T, Stop>,
) -> Result<T, ErrorData> {
    result.or_else(|stop| match stop {
        Stop::Unanswered(asks) => Ok(asks.into()),
        Stop::Failed(error) => Err(error),
    })
}

impl ServerHandler for Peer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .enable_tasks()
            .build();
        ServerConfig::new(capabilities).with_server_info(Implementation::new("rmcp-peer", "1"))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = |name| {
            let schema = json!({ "type": "object", "properties": {} });
            Tool::new(name, name, serde_json::from_value::<JsonObject>(schema).unwrap_or_default())
        };
        Ok(ListToolsResult::with_all_items(tools::NAMES.map(tool).into()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tasks = context.client_capabilities().is_some_and(|offer| offer.supports_tasks());
        if tasks && request.name == "toil" {
            let options = TaskOptions::new().with_poll_interval_ms(50);
            return Ok(CreateTaskResult::new(self.tasks.spawn(options, tools::task)).into());
        }
        let state = request.request_state.as_deref();
        let client = Client::new(&context, request.input_responses, state)?;
        let result = tools::call(&request.name, &client, &context, &self.seen).await;
        or_ask(result.map(CallToolResponse::from))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let state = request.request_state.as_deref();
        let client = Client::new(&context, request.input_responses, state)?;
        let told = tools::one(&client, "form", form("Who packs?")).await;
        or_ask(told.map(|told| {
            let message = PromptMessage::new_text(Role::User, told.to_string());
            GetPromptResult::new(vec![message]).into()
        }))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let state = request.request_state.as_deref();
        let client = Client::new(&context, request.input_responses, state)?;
        let told = tools::one(&client, "roots", roots()).await;
        or_ask(told.map(|told| {
            let text = ResourceContents::text(told["roots"].to_string(), request.uri);
            ReadResourceResult::new(vec![text]).into()
        }))
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        Ok(GetTaskResult::new(self.tasks.get_task(&request.task_id)?))
    }

    async fn update_task(
        &self,
        request: UpdateTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.tasks.update_task(&request.task_id, request.input_responses)
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.tasks.cancel_task(&request.task_id)
    }

    async fn on_roots_list_changed(&self, _: NotificationContext<RoleServer>) {
        self.seen.roots_changed.fetch_add(1, Relaxed);
    }
}
