//! Which era servers were seen to speak, by how they are started or where they are: remembered for as long as the runtime
//! lives (VER-45).

use super::core::Delivery;
use super::exchange::web::Web;
use super::link::Link;
use super::lock;
use crate::sync::{Arc, Mutex};
use crate::transport::{Address, Stdio};
use mcpclient_engine::era::Era;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// More ways to servers than any host has; beyond, everything is asked anew.
const MOST: usize = 1_024;

/// A way to a server. Only a number is kept of it: its environment may hold secrets, and a
/// verdict about another server would be doubted by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Start(u64);

impl Start {
    pub(super) fn of_process(stdio: &Stdio) -> Self {
        let mut hasher = DefaultHasher::new();
        (0, &stdio.program, &stdio.args, &stdio.env, stdio.clear_env, &stdio.cwd).hash(&mut hasher);
        Self(hasher.finish())
    }

    pub(super) fn of_socket(address: &Address) -> Self {
        let mut hasher = DefaultHasher::new();
        (1, address).hash(&mut hasher);
        Self(hasher.finish())
    }

    /// By its place alone: what is asked for there may hold secrets, and is the same server's.
    pub(super) fn of_web(web: &Web) -> Self {
        let mut hasher = DefaultHasher::new();
        (2, web.place()).hash(&mut hasher);
        Self(hasher.finish())
    }
}

#[derive(Default)]
pub(super) struct Eras(Mutex<HashMap<Start, Era>>);

impl Eras {
    pub(super) fn known(&self, start: Start) -> Option<Era> {
        lock(&self.0).get(&start).copied()
    }

    pub(super) fn learn(&self, start: Start, era: Era) {
        let mut eras = lock(&self.0);
        if eras.len() >= MOST {
            eras.clear();
        }
        eras.insert(start, era);
    }

    /// It did not work.
    pub(super) fn forget(&self, start: Start) {
        lock(&self.0).remove(&start);
    }
}

impl Link {
    /// The host is about to hear this; what it says of the server's era is remembered.
    pub(crate) fn learns(self: &Arc<Self>, delivery: &Delivery) {
        let Some(start) = self.remembered else { return };
        match delivery {
            Delivery::Ready(facts) => self.hub.eras.learn(start, Era::of(facts.revision)),
            Delivery::Closed(_) if self.never_ready() => self.hub.eras.forget(start),
            _ => {}
        }
    }

    fn never_ready(self: &Arc<Self>) -> bool {
        self.enter(|core| core.session.server().is_none()).unwrap_or(false)
    }
}
