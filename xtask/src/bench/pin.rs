//! Where processes may run.
//!
//! A sequential call over a pipe has two modes: client and server wake each other on one processor,
//! or on two, which costs both of them several times as much. The scheduler changes its mind at any time,
//! so latency is measured with both on the same processor, where all contenders are alike.

use anyhow::Result;
use rustix::{
    process::Pid,
    thread::{CpuSet, sched_getaffinity, sched_setaffinity},
};

/// The processors that this program may use, and the last of them.
pub(crate) struct Processors {
    all: CpuSet,
    one: CpuSet,
}

impl Processors {
    pub(super) fn new() -> Result<Self> {
        let all = sched_getaffinity(None)?;
        let mut one = CpuSet::new();
        // The first ones tend to serve the devices.
        if let Some(last) = (0..CpuSet::MAX_CPU).rev().find(|&processor| all.is_set(processor)) {
            one.set(last);
        }
        Ok(Self { all, one })
    }

    /// Runs with this thread, and the processes that it starts, on one processor or on all.
    pub(super) fn with<T>(&self, pinned: bool, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.set(None, pinned)?;
        let result = work();
        self.set(None, false)?;
        result
    }

    /// Moves a thread, by default this one.
    pub(super) fn set(&self, thread: Option<Pid>, pinned: bool) -> Result<()> {
        Ok(sched_setaffinity(thread, if pinned { &self.one } else { &self.all })?)
    }
}
