//! Ending a server step by step (STD-11): its input is closed already.

use super::child::Child;
use super::family::Family;
use super::grace::Grace;
use rustix::process::Signal;
use std::time::Duration;

/// How long a killed process may take to go. One that takes longer is in the hands of the system.
const LAST: Duration = Duration::from_secs(5);

pub(crate) async fn end(child: &mut Child, family: Family, grace: &Grace) {
    if grace.within(child.exited()).await.is_none() {
        child.signal_group(Signal::TERM);
        if grace.within(child.exited()).await.is_none() {
            child.signal_group(Signal::KILL);
            let _ = tokio::time::timeout(LAST, child.exited()).await;
        }
    }
    // The group goes before its leader is reaped, so that its number is still its own.
    family.end_group(child, grace).await;
    if child.is_lost() {
        family.kill_each();
    }
    family.end_strays(grace).await;
    child.reap();
}
