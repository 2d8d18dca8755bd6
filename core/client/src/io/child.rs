//! A server's process: watched, signalled and reaped by nobody but us, unless the host insists.

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, waitid};
use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;
use tokio::io::unix::AsyncFd;

/// The leader of its process group. Dropped alive, it is killed with its group.
pub(crate) struct Child {
    pid: Pid,
    /// Readable when the process has ended. None where the system has no such thing.
    watch: Option<AsyncFd<OwnedFd>>,
    fate: Fate,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Running,
    /// Ended, and nobody else can get its number until it is reaped.
    Ended {
        code: Option<i32>,
        signal: Option<i32>,
    },
    /// Reaped by us.
    Reaped {
        code: Option<i32>,
        signal: Option<i32>,
    },
    /// Ended, and reaped by the host or for it: nobody can say how, and its number may be another's.
    Lost,
}

/// Without a descriptor to watch the process is looked at, at first this often.
const SOON: Duration = Duration::from_millis(2);
/// Later this often: an end is noticed by its pipes first.
const RARELY: Duration = Duration::from_millis(200);

impl Child {
    /// To be called inside the reactor, with the id of a child of ours.
    pub(crate) fn new(pid: u32) -> io::Result<Self> {
        let pid = i32::try_from(pid)
            .ok()
            .and_then(Pid::from_raw)
            .ok_or_else(|| io::Error::other("the process has no id"))?;
        let mut child = Self { pid, watch: None, fate: Fate::Running };
        child.watch = open_watch(pid)?;
        Ok(child)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.pid.as_raw_nonzero().get().unsigned_abs()
    }

    /// The exit code, if it ended by itself and we could see it.
    pub(crate) fn code(&self) -> Option<i32> {
        match self.fate {
            Fate::Ended { code, .. } | Fate::Reaped { code, .. } => code,
            Fate::Running | Fate::Lost => None,
        }
    }

    /// The signal that ended it, if we could see it.
    pub(crate) fn signal(&self) -> Option<i32> {
        match self.fate {
            Fate::Ended { signal, .. } | Fate::Reaped { signal, .. } => signal,
            Fate::Running | Fate::Lost => None,
        }
    }

    pub(crate) fn has_exited(&self) -> bool {
        self.fate != Fate::Running
    }

    /// Whether the host has reaped it.
    pub(crate) fn is_lost(&self) -> bool {
        self.fate == Fate::Lost
    }

    /// Waits until the process has ended; it is not reaped yet.
    pub(crate) async fn exited(&mut self) {
        let mut pause = SOON;
        let mut noticed = false;
        loop {
            self.look(WaitIdOptions::NOWAIT);
            if self.has_exited() {
                return;
            }
            match &self.watch {
                Some(watch) if !noticed => {
                    // Should it be readable too early, or never, looking remains.
                    let _ = watch.readable().await;
                    noticed = true;
                }
                _ => {
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(RARELY);
                }
            }
        }
    }

    /// Lets the system forget the process.
    pub(crate) fn reap(&mut self) {
        if self.fate == Fate::Lost {
            return;
        }
        self.look(WaitIdOptions::empty());
        if let Fate::Ended { code, signal } = self.fate {
            self.fate = Fate::Reaped { code, signal };
        }
    }

    fn look(&mut self, options: WaitIdOptions) {
        if matches!(self.fate, Fate::Reaped { .. } | Fate::Lost) {
            return;
        }
        let options = options | WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
        loop {
            match waitid(WaitId::Pid(self.pid), options) {
                Ok(Some(status)) => {
                    self.fate = Fate::Ended {
                        code: status.exit_status(),
                        signal: status.terminating_signal(),
                    };
                }
                Ok(None) => {}
                Err(Errno::INTR) => continue,
                // The host reaps everything, or ignores SIGCHLD.
                Err(_) => self.fate = Fate::Lost,
            }
            return;
        }
    }

    /// Signals the process group, if it is certain that it is still ours.
    pub(crate) fn signal_group(&mut self, signal: Signal) {
        #[cfg(target_os = "linux")]
        if let Some(watch) = &self.watch {
            use std::os::fd::AsFd;
            match super::sys::signal_group_of(watch.get_ref().as_fd(), signal.as_raw()) {
                // An older kernel.
                Err(Errno::INVAL | Errno::NOSYS | Errno::PERM) => {}
                // Done, or nobody there.
                _ => return,
            }
        }
        self.look(WaitIdOptions::NOWAIT);
        if matches!(self.fate, Fate::Running | Fate::Ended { .. }) {
            // Its number is taken until we reap it. Nobody there is as good as done.
            let _ = rustix::process::kill_process_group(self.pid, signal);
        }
    }

    /// Its number as long as that is its own, and whether it has ended.
    pub(super) fn number(&self) -> Option<(Pid, bool)> {
        match self.fate {
            Fate::Running => Some((self.pid, false)),
            Fate::Ended { .. } => Some((self.pid, true)),
            Fate::Reaped { .. } | Fate::Lost => None,
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // Only after a failure to set things up: the warden reaps.
        if !matches!(self.fate, Fate::Reaped { .. } | Fate::Lost) {
            self.signal_group(Signal::KILL);
            let _ = waitid(WaitId::Pid(self.pid), WaitIdOptions::EXITED);
        }
    }
}

#[cfg(target_os = "linux")]
fn open_watch(pid: Pid) -> io::Result<Option<AsyncFd<OwnedFd>>> {
    use rustix::process::{PidfdFlags, pidfd_open};
    match pidfd_open(pid, PidfdFlags::NONBLOCK) {
        Ok(fd) => super::sys::register(fd, tokio::io::Interest::READABLE).map(Some),
        Err(Errno::MFILE | Errno::NFILE | Errno::NOMEM) => {
            Err(io::Error::other("no descriptor is left"))
        }
        // No such call, or the process was reaped for the host already.
        Err(_) => Ok(None),
    }
}

#[cfg(not(target_os = "linux"))]
fn open_watch(_pid: Pid) -> io::Result<Option<AsyncFd<OwnedFd>>> {
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    #[expect(clippy::zombie_processes, reason = "reaping it is what is tested")]
    fn start(script: &str) -> Child {
        let mut command = Command::new("/bin/sh");
        let process = command.arg("-c").arg(script).process_group(0).spawn().expect("a shell");
        Child::new(process.id()).expect("it can be watched")
    }

    fn run(test: impl Future<Output = ()>) {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder.enable_all().build().expect("a runtime").block_on(test);
    }

    // proves: STD-11
    #[test]
    fn an_end_is_noticed_with_and_without_a_descriptor() {
        run(async {
            for watched in [true, false] {
                let mut child = start("exit 7");
                if !watched {
                    child.watch = None;
                }
                child.exited().await;
                assert_eq!((child.code(), child.signal()), (Some(7), None));
                // Noticing is not reaping: until then its number is nobody else's.
                child.exited().await;
                child.reap();
                assert_eq!(child.code(), Some(7));
                child.reap();
                assert_eq!(
                    waitid(WaitId::Pid(child.pid), WaitIdOptions::EXITED).err(),
                    Some(Errno::CHILD)
                );
            }
        });
    }

    // proves: STD-11
    #[test]
    fn a_group_is_signalled_with_and_without_a_descriptor() {
        run(async {
            for watched in [true, false] {
                let mut child = start("sleep 600 & wait");
                if !watched {
                    child.watch = None;
                }
                child.signal_group(Signal::KILL);
                child.exited().await;
                assert_eq!(child.signal(), Some(Signal::KILL.as_raw()));
                child.reap();
                // Reaped, its number means nobody any more.
                child.signal_group(Signal::KILL);
            }
        });
    }

    // proves: STD-11
    #[test]
    fn one_that_somebody_else_reaped_is_lost_and_left_alone() {
        run(async {
            let mut child = start("exit 3");
            waitid(WaitId::Pid(child.pid), WaitIdOptions::EXITED).expect("the host reaps it");
            child.watch = None;
            child.exited().await;
            assert!(child.is_lost() && child.has_exited());
            assert_eq!((child.code(), child.signal()), (None, None));
            child.signal_group(Signal::KILL);
            child.reap();
        });
    }

    #[test]
    fn one_that_is_dropped_alive_is_ended() {
        run(async {
            let child = start("sleep 600");
            let pid = child.pid;
            drop(child);
            assert_eq!(waitid(WaitId::Pid(pid), WaitIdOptions::EXITED).err(), Some(Errno::CHILD));
        });
    }
}
