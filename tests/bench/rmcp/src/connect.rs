use crate::host::{Host, Seen};
use bench_common::{Args, CONCURRENCY};
use rmcp::ServiceExt as _;
use rmcp::model::ProtocolVersion;
use rmcp::service::{ClientLifecycleMode, ClientServiceExt as _, RoleClient, RunningService};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{IntoTransport, StreamableHttpClientTransport, TokioChildProcess};
use std::error::Error;
use std::process::Stdio;
use std::sync::Arc;
use tokio::process::{Child, Command};

/// A connection, and what lives as long.
pub struct Client {
    pub service: RunningService<RoleClient, Host>,
    pub seen: Arc<Seen>,
    /// Where the transport does not own it.
    _child: Option<Child>,
}

pub async fn connect(args: &Args, tuned: bool) -> Client {
    let raised = args.workload.starts_with("w3");
    match (args.stdio, raised) {
        (true, true) => unlimited_child(args).await,
        (true, false) => {
            let child = TokioChildProcess::new(command(&args.target)).expect("the server starts");
            serve(args, child, None).await
        }
        (false, _) => serve(args, http(args, tuned, raised), None).await,
    }
}

/// The child process transport has no way to raise its limit.
async fn unlimited_child(args: &Args) -> Client {
    let mut child = command(&args.target)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the server starts");
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let (input, output) = input.zip(output).expect("both are piped");
    let transport = AsyncRwTransport::new_client(output, input).with_max_line_length(usize::MAX);
    serve(args, transport, Some(child)).await
}

fn http(args: &Args, tuned: bool, raised: bool) -> StreamableHttpClientTransport<reqwest::Client> {
    let mut config = StreamableHttpClientTransportConfig::with_uri(args.target.as_str());
    if raised {
        config.max_json_response_size = usize::MAX;
        config.max_sse_event_size = usize::MAX;
    }
    if !tuned {
        return StreamableHttpClientTransport::from_config(config);
    }
    let client = reqwest::Client::builder().tcp_nodelay(true).build().expect("an HTTP client");
    let config = config.max_concurrent_requests(CONCURRENCY);
    StreamableHttpClientTransport::with_client(client, config)
}

async fn serve<T, E, A>(args: &Args, transport: T, child: Option<Child>) -> Client
where
    T: IntoTransport<RoleClient, E, A>,
    E: Error + Send + Sync + 'static,
{
    let seen = Arc::new(Seen::default());
    let host = Host { seen: seen.clone(), stateless: args.stateless };
    let service = if args.stateless {
        let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
        let mode = ClientLifecycleMode::Discover { preferred_versions };
        host.serve_with_lifecycle(transport, mode).await
    } else {
        host.serve(transport).await
    };
    Client { service: service.expect("a connection"), seen, _child: child }
}

fn command(target: &str) -> Command {
    let mut words = target.split_whitespace();
    let mut command = Command::new(words.next().expect("a command"));
    command.args(words);
    command
}
