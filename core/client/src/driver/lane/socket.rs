//! Sees to a server behind a socket: connects, notices its end, or ends it.

use super::inlet::{Inlet, Outgoing};
use super::reader::{self, DRAIN, STOP};
use crate::driver::link::Link;
use crate::driver::parting::{Parting, close_inlet, join};
use crate::driver::race::{Either, race};
use crate::driver::warden::{BROKEN, CLOSE, EOF, RESTART};
use crate::io::{self, Outlet};
use crate::transport::Socket;
use mcpclient_engine::session::{LaneEnd, WireEvent};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long a server that no longer reads may take to say its last.
const REASON: Duration = Duration::from_millis(250);

/// How soon a connection is tried again, at first and later.
const SOON: Duration = Duration::from_millis(20);
const RARELY: Duration = Duration::from_secs(1);

pub(in crate::driver) async fn run(link: Arc<Link>, socket: Socket) {
    // Whatever happens here, nobody may wait for ever.
    let _parting = Parting(Arc::clone(&link));
    let mut again = false;
    loop {
        let connecting = timeout(socket.connect_timeout, connect(&link, &socket, again));
        let connected = match race(connecting, link.warden.raised(CLOSE)).await {
            Either::Left(Ok(connected)) => connected.map_err(|error| error.to_string()),
            Either::Left(Err(_)) => Err("it took too long".into()),
            Either::Right(_) => break,
        };
        match connected {
            Ok((inlet, outlet)) => {
                if !link.connected(inlet, again) {
                    break;
                }
                live(&link, outlet).await;
            }
            Err(why) => tell(&link, &format!("the server could not be connected to: {why}"), true),
        }
        again = link.warden.has(RESTART) && !link.warden.has(CLOSE);
        if !again {
            break;
        }
    }
    if link.warden.has(CLOSE) {
        close_inlet(&link).await;
        // It may know already, but not that all is done.
        let now = link.hub.clock.now();
        let end = WireEvent::Closed(LaneEnd::default());
        // A panic has been dealt with.
        let _ = link.within(|core| core.session.wire(now, end));
    }
}

/// A server that is being started again may need a moment until it listens.
async fn connect(
    link: &Link,
    socket: &Socket,
    again: bool,
) -> std::io::Result<(io::Inlet, Outlet)> {
    let mut pause = SOON;
    loop {
        match io::connect(&socket.address, link.hub.nets.names()).await {
            Err(_) if again => {
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(RARELY);
            }
            connected => return connected,
        }
    }
}

impl Link {
    /// The way is there; false after a panic.
    fn connected(self: &Arc<Self>, inlet: io::Inlet, again: bool) -> bool {
        self.reader.lower(DRAIN | STOP);
        self.warden.lower(EOF | BROKEN | RESTART);
        let now = self.hub.clock.now();
        let told = self.within(|core| {
            core.outgoing = Outgoing::to(Inlet::Pipe(inlet));
            if again {
                core.session.wire(now, WireEvent::Restarted);
            }
        });
        told.is_ok()
    }
}

/// One connection: until it is over by itself, which the session is told, or until the session is.
async fn live(link: &Arc<Link>, outlet: Outlet) {
    let mut reader = link.spawn(reader::run(Arc::clone(link), outlet));
    let why = link.warden.raised(CLOSE | EOF | BROKEN).await;
    if why & CLOSE == 0 {
        if why & EOF == 0 {
            let _ = timeout(REASON, link.warden.raised(EOF)).await;
        }
        link.reader.raise(DRAIN);
        join(&mut reader).await;
        tell(link, "the server closed the connection", false);
    }
    // What is written is still to arrive; then the server has its time to end.
    close_inlet(link).await;
    let _ = link.grace.within(link.warden.raised(EOF)).await;
    link.reader.raise(STOP);
    join(&mut reader).await;
}

fn tell(link: &Arc<Link>, failure: &str, unreachable: bool) {
    let end = LaneEnd { failure: Some(failure.into()), unreachable, ..LaneEnd::default() };
    let now = link.hub.clock.now();
    // A panic has been dealt with.
    let _ = link.within(|core| core.session.wire(now, WireEvent::Closed(end)));
}
