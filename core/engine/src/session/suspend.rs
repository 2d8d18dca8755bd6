//! Sleep: the network or the program is away for a while, and the session waits.

use super::command::OnSuspend;
use super::{Event, Phase, Session};
use crate::error::{Code, Error};
use crate::time::Millis;

pub(super) fn suspended() -> Error {
    Error::new(Code::Suspended, "the connection is suspended")
}

impl Session {
    /// Time stands still for calls, and nothing is sent any more. On a lane reading goes on; exchanges are given up.
    pub(super) fn suspend(&mut self, now: Millis, how: OnSuspend) -> Result<(), Error> {
        self.check_open()?;
        if how == OnSuspend::Fail {
            let calls: Vec<_> = self.calls.iter().map(|(id, _)| id).collect();
            for call in calls {
                self.give_up(now, call, None, suspended());
            }
        }
        if self.suspended.replace(how).is_none() {
            self.clocks_follow(now);
            self.exchanges_sleep(now);
            self.emit(Event::Suspended);
        }
        self.reckon(now);
        Ok(())
    }

    /// What waits goes out.
    pub(super) fn wake(&mut self, now: Millis) -> Result<(), Error> {
        self.check_open()?;
        if self.suspended.take().is_none() {
            return Ok(());
        }
        self.clocks_follow(now);
        self.emit(Event::Awake);
        if self.phase == Phase::Connecting {
            self.connect_deadline = now + self.config.times.connect;
        }
        self.exchanges_wake(now);
        if let Some(facts) = self.server.clone().filter(|_| self.phase == Phase::Ready) {
            self.send_waiting(now, &facts);
        }
        self.reckon(now);
        Ok(())
    }
}
