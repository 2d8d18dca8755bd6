//! What a server has started, as far as the system tells: its group in full, and on Linux the
//! descendants that left the group.

use super::child::Child;
use super::grace::Grace;
use rustix::process::{Pid, Signal};
use std::time::Duration;

/// Processes seen at one moment.
#[derive(Debug, Default)]
pub(crate) struct Family {
    members: Vec<Member>,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    pid: Pid,
    /// When it began, in the system's ticks: with its number, this is it and no other.
    start: u64,
    /// In the server's own group.
    in_group: bool,
}

/// More than any sane server starts.
const MOST: usize = 4_096;
/// How often it is looked whether they have gone.
const LOOK: Duration = Duration::from_millis(10);

impl Child {
    /// Who else has to go: to be asked before the server's input is closed, while its tree is whole.
    pub(crate) fn family(&self) -> Family {
        match self.number() {
            Some((pid, false)) => Family::of_process(pid),
            Some((pid, true)) => Family::of_group(pid),
            None => Family::default(),
        }
    }
}

impl Family {
    /// The descendants of a living process.
    pub(crate) fn of_process(leader: Pid) -> Self {
        let mut members = Vec::new();
        let mut parents = vec![leader];
        while let Some(parent) = parents.pop() {
            for pid in proc::children(parent) {
                let Some(stat) = proc::stat(pid).filter(|_| members.len() < MOST) else { continue };
                let in_group = stat.group == leader.as_raw_nonzero().get();
                members.push(Member { pid, start: stat.start, in_group });
                parents.push(pid);
            }
        }
        Self { members }
    }

    /// The rest of a group whose leader has ended.
    pub(crate) fn of_group(leader: Pid) -> Self {
        let mut members = Vec::new();
        for pid in proc::all() {
            let Some(stat) = proc::stat(pid).filter(|_| pid != leader) else { continue };
            if stat.group == leader.as_raw_nonzero().get() && members.len() < MOST {
                members.push(Member { pid, start: stat.start, in_group: true });
            }
        }
        Self { members }
    }

    /// Gives the rest of the group its time to end, then kills it.
    pub(crate) async fn end_group(&self, child: &mut Child, grace: &Grace) {
        if self.lives(true) {
            child.signal_group(Signal::TERM);
            let gone = async {
                while self.lives(true) {
                    tokio::time::sleep(LOOK).await;
                }
            };
            let _ = grace.within(gone).await;
        }
        child.signal_group(Signal::KILL);
    }

    /// The same for those that left the group.
    pub(crate) async fn end_strays(&self, grace: &Grace) {
        if !self.lives(false) {
            return;
        }
        self.signal_strays(Signal::TERM);
        let gone = async {
            while self.lives(false) {
                tokio::time::sleep(LOOK).await;
            }
        };
        if grace.within(gone).await.is_none() {
            self.signal_strays(Signal::KILL);
        }
    }

    /// Where the group itself cannot be reached any more, because the host reaped its leader.
    pub(crate) fn kill_each(&self) {
        for member in &self.members {
            member.signal(Signal::KILL);
        }
    }

    fn lives(&self, in_group: bool) -> bool {
        self.members.iter().any(|member| member.in_group == in_group && member.lives())
    }

    fn signal_strays(&self, signal: Signal) {
        for member in self.members.iter().filter(|member| !member.in_group) {
            member.signal(signal);
        }
    }
}

impl Member {
    /// Still the same process, and not a mere entry that its parent has not looked at.
    fn lives(&self) -> bool {
        proc::stat(self.pid).is_some_and(|stat| stat.start == self.start && !stat.ended)
    }

    #[cfg(target_os = "linux")]
    fn signal(&self, signal: Signal) {
        use rustix::process::{PidfdFlags, pidfd_open, pidfd_send_signal};
        // Looked at after it was opened: what is signalled is what was looked at.
        if let Ok(fd) = pidfd_open(self.pid, PidfdFlags::empty()) {
            if self.lives() {
                let _ = pidfd_send_signal(fd, signal);
            }
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn signal(&self, _signal: Signal) {}
}

#[cfg(target_os = "linux")]
mod proc {
    use rustix::process::Pid;
    use std::fs;

    pub(super) struct Stat {
        pub(super) group: i32,
        pub(super) start: u64,
        pub(super) ended: bool,
    }

    pub(super) fn stat(pid: Pid) -> Option<Stat> {
        let text = fs::read(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
        // The program's name, in brackets, may hold anything.
        let end = text.iter().rposition(|byte| *byte == b')')?;
        let rest = std::str::from_utf8(&text[end + 1..]).ok()?;
        let mut fields = rest.split_ascii_whitespace();
        let state = fields.next()?;
        let group = fields.nth(1)?.parse().ok()?;
        let start = fields.nth(16)?.parse().ok()?;
        Some(Stat { group, start, ended: matches!(state, "Z" | "X" | "x") })
    }

    pub(super) fn children(pid: Pid) -> Vec<Pid> {
        let mut children = Vec::new();
        let Ok(threads) = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero())) else {
            return children;
        };
        for thread in threads.flatten() {
            let list = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            children.extend(list.split_ascii_whitespace().filter_map(parse));
        }
        children
    }

    pub(super) fn all() -> Vec<Pid> {
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        entries.flatten().filter_map(|entry| parse(entry.file_name().to_str()?)).collect()
    }

    fn parse(text: &str) -> Option<Pid> {
        Pid::from_raw(text.parse().ok()?)
    }
}

/// Elsewhere nobody tells; the group is all that is promised.
#[cfg(not(target_os = "linux"))]
mod proc {
    use rustix::process::Pid;

    pub(super) struct Stat {
        pub(super) group: i32,
        pub(super) start: u64,
        pub(super) ended: bool,
    }

    pub(super) fn stat(_pid: Pid) -> Option<Stat> {
        None
    }

    pub(super) fn children(_pid: Pid) -> Vec<Pid> {
        Vec::new()
    }

    pub(super) fn all() -> Vec<Pid> {
        Vec::new()
    }
}
