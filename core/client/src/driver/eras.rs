//! Which era servers were seen to speak, by how they are started: remembered for as long as the runtime
//! lives (VER-45).

use super::lock;
use crate::sync::Mutex;
use crate::transport::Stdio;
use mcpclient_engine::era::Era;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// More ways to start a server than any host has; beyond, everything is asked anew.
const MOST: usize = 1_024;

/// A way to start a server. Only a number is kept of it: its environment may hold secrets, and a
/// verdict about another server would be doubted by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Start(u64);

impl Start {
    pub(super) fn of(stdio: &Stdio) -> Self {
        let mut hasher = DefaultHasher::new();
        (&stdio.program, &stdio.args, &stdio.env, stdio.clear_env, &stdio.cwd).hash(&mut hasher);
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
