#![allow(deprecated, reason = "what the newest revision deprecates is measured too")]

use bench_common::say;
use rmcp::model::{
    ClientCapabilities, ClientConfig, CreateMessageRequestParams, CreateMessageResult,
    ElicitRequestParams, ElicitResult, ElicitationAction, Implementation, ListRootsResult,
    LoggingMessageNotificationParam, ProgressNotificationParam, ProtocolVersion, Root,
    SamplingMessage,
};
use rmcp::service::{NotificationContext, RequestContext, RoleClient};
use rmcp::{ClientHandler, ErrorData};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The notifications that were handled.
#[derive(Default)]
pub struct Seen {
    count: AtomicUsize,
    last: AtomicUsize,
    disorder: AtomicUsize,
}

impl Seen {
    pub fn count(&self) -> usize {
        self.count.load(Relaxed)
    }

    pub fn disorder(&self) -> usize {
        self.disorder.load(Relaxed)
    }

    fn saw(&self, index: usize) {
        if self.last.swap(index, Relaxed) > index {
            self.disorder.fetch_add(1, Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
    }
}

#[derive(Clone)]
pub struct Host {
    pub seen: Arc<Seen>,
    pub stateless: bool,
}

impl ClientHandler for Host {
    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { .. } = request else {
            return Ok(ElicitResult::new(ElicitationAction::Decline));
        };
        let content = serde_json::from_str(say::FORM).expect("JSON");
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(content))
    }

    async fn create_message(
        &self,
        _: CreateMessageRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        let message = SamplingMessage::assistant_text(say::SAMPLE);
        Ok(CreateMessageResult::new(message, "bench-model".into()).with_stop_reason("endTurn"))
    }

    async fn list_roots(
        &self,
        _: RequestContext<RoleClient>,
    ) -> Result<ListRootsResult, ErrorData> {
        Ok(ListRootsResult::new(vec![
            Root::new("file:///srv/a").with_name("a"),
            Root::new("file:///srv/b").with_name("b"),
        ]))
    }

    async fn on_progress(
        &self,
        params: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.seen.saw(params.progress as usize);
    }

    async fn on_logging_message(
        &self,
        params: LoggingMessageNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.seen.saw(params.data["seq"].as_u64().unwrap_or(0) as usize);
    }

    fn get_info(&self) -> ClientConfig {
        let offered = r#"{"sampling":{},"roots":{},"elicitation":{"form":{}}}"#;
        let capabilities: ClientCapabilities = serde_json::from_str(offered).expect("JSON");
        let revision = if self.stateless {
            ProtocolVersion::V_2026_07_28
        } else {
            ProtocolVersion::V_2025_11_25
        };
        ClientConfig::new(capabilities, Implementation::new("bench", "0.1.0"))
            .with_protocol_version(revision)
    }
}
