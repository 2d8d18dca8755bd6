//! The tools: each gives what it was told.

use crate::{
    ask::{Client, Stop},
    questions::{form, roots, sample, visit},
};
use rmcp::{
    ErrorData,
    model::{CallToolResult, ContentBlock, ProgressNotificationParam},
    service::{RequestContext, RoleServer},
    task_manager::{TaskExit, TaskFuture},
};
use serde_json::{Value, json};
use std::{
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    time::Duration,
};

pub const NAMES: [&str; 9] =
    ["book", "visit", "ask", "folders", "plan", "wait", "tell", "fail", "toil"];

/// How long a task takes: more than the client of the tests allows a call between signs of life.
const TOIL: Duration = Duration::from_secs(3);

/// What happened without a result of its own.
#[derive(Default)]
pub struct Seen {
    pub cancelled: AtomicUsize,
    pub roots_changed: AtomicUsize,
}

pub async fn call(
    name: &str,
    client: &Client,
    context: &RequestContext<RoleServer>,
    seen: &Seen,
) -> Result<CallToolResult, Stop> {
    let told = match name {
        "book" => one(client, "form", form("Who travels?")).await?,
        "visit" => one(client, "url", visit()).await?,
        "ask" => {
            let words = ["Name a city.", "Which country?", "Spain"];
            one(client, "sample", sample(&words)).await?
        }
        "folders" => one(client, "roots", roots()).await?["roots"].take(),
        "plan" => plan(client).await?,
        "wait" => wait(context, seen).await?,
        "tell" => json!({
            "cancelled": seen.cancelled.load(Relaxed),
            "rootsChanged": seen.roots_changed.load(Relaxed),
        }),
        "toil" => return Ok(toil().await),
        "fail" => {
            return Ok(CallToolResult::error(vec![ContentBlock::text("this tool always fails")]));
        }
        _ => return Err(ErrorData::invalid_params("no such tool", None).into()),
    };
    Ok(CallToolResult::success(vec![ContentBlock::text(told.to_string())]))
}

pub async fn one(
    client: &Client,
    key: &str,
    question: rmcp::model::InputRequest,
) -> Result<Value, Stop> {
    Ok(client.ask(&[(key, question)]).await?.remove(key).unwrap_or_default())
}

/// Two questions at once, and one that the answers lead to.
async fn plan(client: &Client) -> Result<Value, Stop> {
    let questions = [("form", form("Who travels?")), ("roots", roots())];
    let mut told = client.ask(&questions).await?;
    let traveller = told["form"]["content"]["traveller"].as_str().unwrap_or("nobody");
    let folder = told["roots"]["roots"][0]["name"].as_str().unwrap_or("nowhere");
    let words = format!("Where does {traveller} go, from {folder}?");
    told.insert("sample".to_owned(), one(client, "sample", sample(&[&words])).await?);
    Ok(json!(told))
}

async fn wait(context: &RequestContext<RoleServer>, seen: &Seen) -> Result<Value, ErrorData> {
    if let Some(token) = context.meta.get_progress_token() {
        let progress = ProgressNotificationParam::new(token, 1.0).with_total(2.0);
        let sent = context.peer.notify_progress(progress.with_message("waiting")).await;
        sent.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    }
    context.ct.cancelled().await;
    seen.cancelled.fetch_add(1, Relaxed);
    Err(ErrorData::internal_error("cancelled", None))
}

async fn toil() -> CallToolResult {
    tokio::time::sleep(TOIL).await;
    CallToolResult::success(vec![ContentBlock::text("done at last")])
}

/// The same as a task, which asks for a form before it begins.
pub fn task(context: rmcp::task_manager::TaskContext) -> TaskFuture {
    Box::pin(async move {
        let told = context.request_input("form", form("Who toils?")).await?;
        context.set_status_message("toiling");
        tokio::select! {
            () = context.cancelled() => Err(TaskExit::Cancelled),
            mut result = toil() => {
                result.content.push(ContentBlock::text(told.to_string()));
                Ok(result)
            }
        }
    })
}
