//! Plays a run and compares what the session does with what it promised.

use super::host::Host;
use super::server;
use super::step::Step;
use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{
    Action, Command, LaneEnd, Offer, Phase, Roots, SessionConfig, WireEvent,
};
use mcpclient_engine::{Limits, Millis, Session};

const EVENTS: usize = 32;
const MESSAGE: usize = 2_000;
const CALLS: usize = 8;
const INPUTS: usize = 4;

pub struct Witness {
    session: Session,
    now: Millis,
    history: Vec<String>,
    host: Host,
    /// The session wants another server process.
    wants_restart: bool,
    over: bool,
    /// Most messages that came at once.
    at_once: usize,
}

impl Witness {
    pub fn new(stateless: bool) -> Self {
        let mut config = SessionConfig::new("witness", "1");
        config.offer =
            Offer { form: true, url: true, sample: true, roots: Roots::Ask, ..Offer::default() };
        config.tasks = stateless;
        if !stateless {
            config.revisions = Revision::HANDSHAKE.to_vec();
        }
        config.limits = Limits {
            events: EVENTS,
            message_bytes: MESSAGE,
            calls: CALLS,
            inputs: INPUTS,
            ..Limits::default()
        };
        let mut witness = Self {
            session: Session::new(config, Millis(0)),
            now: Millis(0),
            history: Vec::new(),
            host: Host::default(),
            wants_restart: false,
            over: false,
            at_once: 0,
        };
        witness.look();
        witness
    }

    pub fn history(&self) -> &[String] {
        &self.history
    }

    pub fn take(&mut self, step: &Step) {
        self.act(step);
        self.look();
    }

    /// Closes what is left; then every call and every input must have come to its one end.
    pub fn end(&mut self) {
        let _ = self.session.host(self.now, Command::Close);
        self.session.wire(self.now, WireEvent::Closed(LaneEnd::default()));
        self.look();
        while self.event() {}
        self.host.books.balance();
        assert_eq!(self.session.phase(), Phase::Closed);
        assert_eq!(self.session.deadline(), None, "nothing is due after the end");
    }

    fn act(&mut self, step: &Step) {
        if self.host.act(&mut self.session, self.now, step) {
            return;
        }
        match step {
            Step::LaneEnds => self.session.wire(self.now, WireEvent::Closed(LaneEnd::default())),
            Step::Restarted => {
                if std::mem::take(&mut self.wants_restart) {
                    self.host.books.restarted();
                    self.session.wire(self.now, WireEvent::Restarted);
                }
            }
            Step::Wait(time) => {
                self.now = self.now + Millis(u64::from(*time) * 10);
                self.session.tick(self.now);
                let due = self.session.deadline();
                assert!(due.is_none_or(|due| due > self.now), "late, and nothing came of it");
            }
            Step::Take(count) => {
                for _ in 0..*count {
                    self.event();
                }
            }
            // Whoever owns the lane pauses reading while the session does not want more.
            _ if !self.session.wants_read() => {}
            other => {
                let bytes = server::bytes(other, &self.host.books.requests, MESSAGE);
                self.at_once = self.at_once.max(bytes.iter().filter(|byte| **byte == b'{').count());
                self.host.books.heard(&bytes);
                self.session.wire(self.now, WireEvent::Bytes(&bytes));
            }
        }
    }

    /// What was written, what is to be done, and how much waits.
    fn look(&mut self) {
        let output = self.session.output();
        let bytes = output.pending().to_vec();
        output.consume(bytes.len());
        let text = String::from_utf8(bytes).expect("UTF-8");
        for line in text.lines() {
            assert!(!self.over, "written after the end: {line}");
            self.history.push(format!("> {line}"));
            self.host.books.wrote(line);
        }
        while let Some(action) = self.session.next_action() {
            self.history.push(format!("{action:?}"));
            self.wants_restart |= action == Action::Restart;
        }
        self.over |= matches!(self.session.phase(), Phase::Closing | Phase::Closed);
        // The end of a call or an input is never dropped; more than one message is read only as
        // far as it came in one piece.
        let most = EVENTS + CALLS + 2 * INPUTS + 2 * self.at_once;
        let waiting = self.session.events_waiting();
        assert!(waiting <= most, "{waiting} events wait");
    }

    fn event(&mut self) -> bool {
        let Some(event) = self.session.next_event() else { return false };
        self.history.push(format!("{event:?}"));
        self.host.told(&event);
        true
    }
}
