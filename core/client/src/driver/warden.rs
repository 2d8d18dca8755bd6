//! Sees a server's process to its end: notices that it has gone, or makes it go, and tells the session how.

use super::lane::reader::{self, DRAIN, STOP};
use super::link::Link;
use super::parting::{Parting, close_inlet, join};
use super::race::{Either, race};
use super::{errors, lock};
use crate::io::{Child, Server, end};
use mcpclient_engine::Exit;
use mcpclient_engine::session::{LaneEnd, WireEvent};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// The session is over; the server is to end.
pub(super) const CLOSE: u8 = 1;
/// The server's output is at its end.
pub(super) const EOF: u8 = 2;
/// The server no longer reads.
pub(super) const BROKEN: u8 = 4;
/// The session wants a fresh server.
pub(super) const RESTART: u8 = 8;
/// There is something to be done for exchanges, or for a lane of the host's.
pub(super) const WORK: u8 = 16;

/// How long a server that closed a pipe may take to exit before the session is told: so that its
/// calls end with the reason.
const REASON: Duration = Duration::from_millis(250);

pub(super) async fn run(link: Arc<Link>, server: Server) {
    // Whatever happens here, nobody may wait for ever.
    let _parting = Parting(Arc::clone(&link));
    let mut next = Some(server);
    while let Some(server) = next {
        link.reader.lower(DRAIN | STOP);
        link.errors.lower(DRAIN | STOP);
        link.warden.lower(EOF | BROKEN | RESTART);
        let mut life = Life {
            child: server.child,
            reader: link.spawn(reader::run(Arc::clone(&link), server.stdout)),
            errors: link.spawn(errors::run(Arc::clone(&link), server.stderr)),
        };
        life.last(&link).await;
        life.end(&link).await;
        let again = link.warden.has(RESTART) && !link.warden.has(CLOSE);
        next = if again { link.start_again() } else { None };
    }
}

/// One process, and the tasks that listen to it. They may be missing when the runtime ends.
struct Life {
    child: Child,
    reader: Option<JoinHandle<()>>,
    errors: Option<JoinHandle<()>>,
}

impl Life {
    /// Waits until it is over by itself, and then tells the session, or until the session is.
    async fn last(&mut self, link: &Arc<Link>) {
        let why = race(self.child.exited(), link.warden.raised(CLOSE | EOF | BROKEN)).await;
        if matches!(why, Either::Right(bits) if bits & CLOSE != 0) {
            return;
        }
        let _ = timeout(REASON, self.child.exited()).await;
        let output_ended = link.warden.has(EOF);
        link.reader.raise(DRAIN);
        join(&mut self.reader).await;
        if self.child.has_exited() {
            link.errors.raise(DRAIN);
            join(&mut self.errors).await;
        }
        let failure = self.failure(output_ended);
        self.tell(link, Some(failure));
    }

    /// What ended the lane, for the error of every call that was under way.
    fn failure(&self, output_ended: bool) -> String {
        match (self.child.code(), self.child.signal()) {
            (Some(code), _) => format!("the server exited with code {code}"),
            (None, Some(signal)) => format!("the server was ended by signal {signal}"),
            (None, None) if self.child.has_exited() => "the server exited".into(),
            (None, None) if output_ended => "the server closed its output".into(),
            (None, None) => "the server closed its input".into(),
        }
    }

    fn tell(&self, link: &Arc<Link>, failure: Option<String>) {
        let exit = Exit {
            code: self.child.code(),
            signal: self.child.signal(),
            stderr_tail: lock(&link.ring).tail(),
        };
        let end = LaneEnd { exit: Some(Arc::new(exit)), failure, ..LaneEnd::default() };
        let now = link.hub.clock.now();
        // A panic has been dealt with.
        let _ = link.within(|core| core.session.wire(now, WireEvent::Closed(end)));
    }

    /// Ends the process and everything that belongs to it.
    async fn end(mut self, link: &Arc<Link>) {
        let family = self.child.family();
        close_inlet(link).await;
        end(&mut self.child, family, &link.grace).await;
        link.no_more_pid();
        link.errors.raise(DRAIN);
        join(&mut self.errors).await;
        link.reader.raise(STOP);
        join(&mut self.reader).await;
        if link.warden.has(CLOSE) {
            // It knows already, but not that all is done.
            self.tell(link, None);
        }
    }
}
