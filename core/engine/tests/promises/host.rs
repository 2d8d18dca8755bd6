//! The host's side of a run: what it asks of a session, and what it is told.

use super::books::Books;
use super::step::Step;
use mcpclient_engine::json::Json;
use mcpclient_engine::roots::{Root, RootList};
use mcpclient_engine::session::{
    Answer, CallOptions, Command, Event, Listing, OnSuspend, Request, WatchFilter,
};
use mcpclient_engine::{CallId, Millis, Session};
use std::collections::BTreeSet;

#[derive(Default)]
pub struct Host {
    pub books: Books,
    /// Calls whose result is not one of the server's: all pages of a list in one, or our own word.
    own: BTreeSet<CallId>,
}

impl Host {
    /// What goes over the wire may have waited.
    pub fn of_exchanges() -> Self {
        let mut host = Self::default();
        host.books.waits = true;
        host
    }

    /// Takes the step, if it is one of the host's.
    pub fn act(&mut self, session: &mut Session, now: Millis, step: &Step) -> bool {
        let command = match step {
            Step::Call { method, progress, idle } => {
                self.call(session, now, *method, *progress, *idle);
                return true;
            }
            Step::Answer { input, how } => {
                self.answer(session, now, *input, *how);
                return true;
            }
            Step::CancelCall(pick) => {
                let reason = Some("why".into());
                self.known_call(*pick).map(|call| Command::Cancel { call, reason })
            }
            Step::Resume(pick) => self.known_call(*pick).map(|call| Command::Resume { call }),
            Step::Notify => {
                Some(Command::Notify { method: "notifications/x".into(), params: None })
            }
            Step::Roots(count) => {
                let mut list = RootList::default();
                for root in 0..count % 3 {
                    let _ = Root::new(format!("file:///r{root}"), None).map(|root| list.add(root));
                }
                Some(Command::Roots(list))
            }
            Step::Watch(what) => Some(Command::Watch(WatchFilter {
                tools: what & 1 != 0,
                prompts: what & 2 != 0,
                uris: (what & 4 != 0).then(|| "file:///a".into()).into_iter().collect(),
                ..WatchFilter::default()
            })),
            Step::Suspend(how) => Some(Command::Suspend(match how % 2 {
                0 => OnSuspend::Continue,
                _ => OnSuspend::Fail,
            })),
            Step::Wake => Some(Command::Wake),
            Step::Close => Some(Command::Close),
            _ => return false,
        };
        if let Some(command) = command {
            let _ = session.host(now, command);
        }
        true
    }

    /// Was told something.
    pub fn told(&mut self, event: &Event) {
        let own = matches!(event, Event::Done { call, .. } if self.own.contains(call));
        self.books.told(event, own);
    }

    fn call(
        &mut self,
        session: &mut Session,
        now: Millis,
        method: u8,
        progress: bool,
        idle: Option<u16>,
    ) {
        let call = CallId(self.books.ended.len() as u64 + 1);
        let (method, params, pages) = match method % 6 {
            0 => ("tools/list", "{}", Some(Listing::Tools)),
            1 => ("tools/call", r#"{"name":"a"}"#, None),
            2 => ("ping", "{}", None),
            3 => ("prompts/get", r#"{"name":"a"}"#, None),
            4 => ("resources/read", r#"{"uri":"file:///a"}"#, None),
            _ => ("resources/subscribe", r#"{"uri":"file:///a"}"#, None),
        };
        let request = Request { method: method.into(), params: Json::parse(params).ok(), pages };
        let options = CallOptions {
            idle: idle.map(|time| Millis(u64::from(time))),
            progress,
            retry_lost: progress,
            // The server sees whose request it is, and so can the books.
            meta: Json::from_string(format!(r#"{{"call":{}}}"#, call.0)).ok(),
            ..CallOptions::default()
        };
        if session.host(now, Command::Call { call, request, options }).is_ok() {
            self.books.ended.insert(call, 0);
            if matches!(method, "tools/list" | "resources/subscribe") {
                self.own.insert(call);
            }
        }
    }

    fn known_call(&self, pick: u8) -> Option<CallId> {
        let calls = &self.books.ended;
        calls.keys().nth(usize::from(pick) % calls.len().max(1)).copied()
    }

    fn answer(&mut self, session: &mut Session, now: Millis, pick: u8, how: u8) {
        let inputs = &mut self.books.settled;
        let place = usize::from(pick) % inputs.len().max(1);
        let Some((&input, settled)) = inputs.iter_mut().nth(place) else { return };
        let json = |text: &str| Json::parse(text).expect("JSON");
        let answer = match how % 7 {
            0 => Answer::Accept(Some(json(r#"{"name":"x"}"#))),
            1 => Answer::Accept(None),
            2 => Answer::Decline,
            3 => Answer::Cancel,
            4 => Answer::Fail { code: 7, message: "no".into() },
            5 => Answer::Result(json(r#"{"roots":[]}"#)),
            _ => Answer::Result(json(
                r#"{"role":"assistant","model":"m","content":{"type":"text","text":"t"}}"#,
            )),
        };
        let open = session.input_open(input);
        let done = session.host(now, Command::Answer { input, answer }).is_ok();
        assert!(open || !done, "an input that is gone took an answer");
        *settled += u32::from(done);
    }
}
