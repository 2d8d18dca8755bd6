//! Sessions whose handshake is done.

use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{Event, SessionConfig, WireEvent};
use mcpclient_engine::{Limits, Millis, Session};

/// For tests in which time does not pass.
pub const NOW: Millis = Millis(0);

/// A session of that revision that offers nothing, with nothing left to write or to tell.
pub fn ready(revision: Revision, limits: Limits) -> Session {
    let mut config = SessionConfig::new("host", "1");
    config.limits = limits;
    ready_with(revision, config)
}

/// The same, as the host wants it. The server has no capabilities.
pub fn ready_with(revision: Revision, config: SessionConfig) -> Session {
    let revisions = Revision::HANDSHAKE.to_vec();
    let mut session = Session::new(SessionConfig { revisions, ..config }, NOW);
    let answer = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"protocolVersion\":\"{}\",\"capabilities\":{{}},\"serverInfo\":{{}}}}}}\n",
        revision.wire()
    );
    session.wire(NOW, WireEvent::Bytes(answer.as_bytes()));
    assert!(matches!(session.next_event(), Some(Event::Ready(_))));
    written(&mut session);
    session
}

/// What the session has written since it was looked at last.
pub fn written(session: &mut Session) -> String {
    let output = session.output();
    let bytes = output.pending().to_vec();
    output.consume(bytes.len());
    String::from_utf8(bytes).expect("UTF-8")
}
