//! Serving over HTTP: on a free port, with the URL on standard output once connections are taken.

use crate::server::Peer;
use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    server::conn::auto::Builder,
    service::TowerToHyperService,
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use std::{io, sync::Arc, time::Duration};
use tokio::net::TcpListener;

/// Clients that lost a stream come back soon.
const RETRY: Duration = Duration::from_millis(100);

/// All sessions, and all requests of the revision without them, are of one peer: it has one memory.
pub async fn serve() -> io::Result<()> {
    let peer = Peer::default();
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.sse_retry = Some(RETRY);
    let config = StreamableHttpServerConfig::default().with_sse_retry(Some(RETRY));
    let service = StreamableHttpService::new(move || Ok(peer.clone()), Arc::new(sessions), config);
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    println!("http://{}/mcp", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let service = TowerToHyperService::new(service.clone());
        tokio::spawn(async move {
            let builder = Builder::new(TokioExecutor::new());
            // A client that is gone ends its connection alone.
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}
