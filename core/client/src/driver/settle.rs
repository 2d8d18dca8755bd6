//! What follows from whatever was done to a session, in one place and before its lock is free.

use super::core::Core;
use super::keeper;
use super::lane::reader;
use super::link::Link;
use super::looker;
use super::stage;
use super::warden;
use mcpclient_engine::session::{Action, Event};
use std::sync::Arc;

impl Core {
    /// Starts what is to be started, and notes in [`Core::after`] what must wait until the lock is free.
    pub(super) fn settle(&mut self, link: &Arc<Link>) {
        if self.wreck.is_none() {
            self.write_or_cork(link);
            while let Some(action) = self.session.next_action() {
                match action {
                    Action::CloseLane => self.close_lane(link),
                    Action::Restart => link.warden.raise(warden::RESTART),
                    Action::AnswerRoots(input) => self.roots_wanted(link, input),
                    Action::Open(id, request) => self.begin_exchange(link, id, *request),
                    Action::Abort(id) => self.abort_exchange(link, id),
                }
            }
            // The roots may have been answered.
            self.write_or_cork(link);
            if self.deadline_moved() {
                link.keeper.raise(keeper::MOVED);
            }
            self.finish_calls();
            if link.is_paused() && self.session.wants_read_again() {
                self.traffic.resume(link);
                link.resume_reading();
            }
        }
        if !self.scheduled && self.waiting() > 0 {
            self.scheduled = true;
            self.after.ready = true;
        }
    }

    /// Inside a callback, what is written waits for the callback's return, to go out in one piece.
    fn write_or_cork(&mut self, link: &Arc<Link>) {
        if self.writing || self.session.output().is_empty() {
            return;
        }
        if stage::on_stage() {
            link.cork();
        } else {
            self.pack();
        }
    }

    /// The session is over: what still comes is not for it, and the server is to end.
    pub(super) fn close_lane(&mut self, link: &Arc<Link>) {
        link.reader.raise(reader::DISCARD);
        link.keeper.raise(keeper::OVER);
        link.looker.raise(looker::OVER);
        link.warden.raise(warden::CLOSE);
    }

    /// A call that has no callback, and nothing before it, may need no delivery.
    fn finish_calls(&mut self) {
        if self.scheduled || !self.lines.is_empty() {
            return;
        }
        while let Some(Event::Done { call, .. }) = self.session.peek_event() {
            if self.calls.get(call).is_none_or(|cell| cell.needs_turn()) {
                return;
            }
            let Some(Event::Done { call, outcome }) = self.session.next_event() else { return };
            if let Some(cell) = self.calls.remove(&call) {
                self.note(&cell, &outcome);
                self.after.finished.push((cell, outcome));
            }
        }
    }
}
