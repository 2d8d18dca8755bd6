//! How events reach the host: on threads of ours, or where the host asks for them.

mod deliver;
mod desk;
mod inline;
mod pump;
mod thread;
mod turn;

use crate::driver::{CallCell, Link, Reactor};
use crate::options::Dispatch;
use desk::Desk;
use mcpclient_engine::{Code, Error};
use std::sync::Arc;
use std::time::{Duration, Instant};
use thread::Crew;

/// Where clients with events for the host wait until somebody takes them.
pub(crate) enum Mailroom {
    /// [`Dispatch::Thread`].
    Crew(Crew),
    /// [`Dispatch::Pump`] and [`Dispatch::Inline`].
    Desk(Desk),
}

impl Mailroom {
    pub(crate) fn new(dispatch: Dispatch) -> Result<Self, Error> {
        Ok(match dispatch {
            Dispatch::Thread => Self::Crew(Crew::new()),
            Dispatch::Pump { wakeup } => Self::Desk(Desk::pumped(wakeup)?),
            Dispatch::Inline => Self::Desk(Desk::inline()),
        })
    }

    /// Whether input and output go on while the host's code runs.
    pub(crate) fn has_io_thread(&self) -> bool {
        match self {
            Self::Crew(_) => true,
            Self::Desk(desk) => desk.is_pumped(),
        }
    }

    /// Whether events are delivered by threads of ours.
    pub(crate) fn has_own_threads(&self) -> bool {
        matches!(self, Self::Crew(_))
    }

    /// The client has events. True if [`Mailroom::sweep`] should be called in a moment.
    pub(crate) fn ready(&self, link: Arc<Link>) -> bool {
        match self {
            Self::Crew(crew) => crew.ready(link),
            Self::Desk(desk) => {
                desk.ready(link);
                false
            }
        }
    }

    /// Makes up for callbacks that block; true while there is need to look again.
    pub(crate) fn sweep(&self) -> bool {
        match self {
            Self::Crew(crew) => crew.sweep(),
            Self::Desk(_) => false,
        }
    }

    /// A call ended without a delivery.
    pub(crate) fn call_over(&self) {
        match self {
            // Whoever waits for it was unparked.
            Self::Crew(_) => {}
            Self::Desk(desk) => desk.nudge(),
        }
    }

    /// Something changed that [`Mailroom::attend`] may wait for.
    pub(crate) fn nudge(&self) {
        match self {
            Self::Crew(crew) => crew.nudge(),
            Self::Desk(desk) => desk.nudge(),
        }
    }

    /// Waits for a call, or until `deadline`.
    pub(crate) fn wait_for_call(
        &self,
        reactor: &Reactor,
        cell: &CallCell,
        deadline: Option<Instant>,
    ) -> Result<(), Error> {
        match self {
            Self::Crew(_) => cell.link.wait_for(cell, deadline),
            Self::Desk(desk) if desk.is_pumped() => {
                let _attendance = cell.attend();
                desk.attend_pumping(&|| cell.is_finished(), deadline);
            }
            Self::Desk(desk) => {
                let _attendance = cell.attend();
                desk.attend_inline(reactor, Some(&cell.link), &|| cell.is_finished(), deadline)?;
            }
        }
        Ok(())
    }

    /// Delivers on this thread, or lets others, until `over`.
    pub(crate) fn attend(&self, reactor: &Reactor, over: &(dyn Fn() -> bool + Sync)) {
        match self {
            Self::Crew(crew) => crew.attend(over),
            Self::Desk(desk) if desk.is_pumped() => desk.attend_pumping(over, None),
            Self::Desk(desk) => {
                let attend = || drop(desk.attend_inline(reactor, None, over, None));
                if reactor.check_outside().is_ok() {
                    return attend();
                }
                // Inside another runtime this thread can wait for a thread, but not do the work itself.
                std::thread::scope(|scope| drop(scope.spawn(attend).join()));
            }
        }
    }

    pub(crate) fn pump(&self, max: usize) -> Result<usize, Error> {
        match self {
            Self::Desk(desk) if desk.is_pumped() => desk.pump(max),
            _ => Err(Error::new(Code::Unsupported, "the runtime was not made for pumping")),
        }
    }

    pub(crate) fn wait(&self, reactor: &Reactor, timeout: Option<Duration>) -> Result<bool, Error> {
        match self {
            Self::Desk(desk) if !desk.is_pumped() => desk.wait(reactor, timeout),
            _ => Err(Error::new(Code::Unsupported, "the runtime was not made for waiting")),
        }
    }

    pub(crate) fn wake(&self) {
        if let Self::Desk(desk) = self {
            desk.wake();
        }
    }

    #[cfg(unix)]
    pub(crate) fn wakeup_fd(&self) -> Option<std::os::fd::RawFd> {
        match self {
            Self::Crew(_) => None,
            Self::Desk(desk) => desk.wakeup_fd(),
        }
    }

    /// Ends the threads, and lets go of what belongs to the host.
    pub(crate) fn stop(&self) {
        match self {
            Self::Crew(crew) => crew.stop(),
            Self::Desk(desk) => desk.stop(),
        }
    }
}

fn is_past(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| deadline <= Instant::now())
}
