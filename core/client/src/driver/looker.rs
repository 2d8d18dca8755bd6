//! Looks after a live list of roots for one client: now and then, and when the server asks for it.

use super::core::Core;
use super::link::Link;
use super::race::{Either, race};
use crate::roots::LiveRoots;
use mcpclient_engine::InputId;
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{Answer, Command};
use std::future::pending;
use std::sync::Arc;

/// The server asks, and the last look is too long ago.
const WANTED: u8 = 1;
/// No more looks.
pub(super) const OVER: u8 = 2;

pub(super) async fn run(link: Arc<Link>, roots: LiveRoots) {
    loop {
        let sleep = async {
            match roots.interval() {
                Some(interval) => tokio::time::sleep(interval).await,
                None => pending().await,
            }
        };
        let wanted = match race(link.looker.raised(WANTED | OVER), sleep).await {
            Either::Left(bits) if bits & OVER != 0 => return,
            Either::Left(_) => true,
            Either::Right(()) => false,
        };
        link.looker.lower(WANTED);
        if wanted || roots.is_due() {
            look(&link, &roots).await;
        }
        // A panic has been dealt with.
        let _ = link.within(|core| core.answer_roots(&link, &roots));
    }
}

/// A file system may take its time, or for ever, so that it is not waited for where everything else
/// happens; without a thread of ours there is no other place.
async fn look(link: &Arc<Link>, roots: &LiveRoots) {
    if !link.hub.mailroom.has_io_thread() {
        roots.look();
        return;
    }
    let roots = roots.clone();
    let turn = Arc::clone(&link.hub.looks).acquire_owned().await;
    let looking = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        roots.look();
    });
    // It ends early only with the runtime.
    let _ = looking.await;
}

impl Link {
    /// Looks at the roots as soon as there is time.
    pub(crate) fn look_at_roots(&self) {
        self.looker.raise(WANTED);
    }
}

impl Core {
    /// The server asks for the roots.
    pub(super) fn roots_wanted(&mut self, link: &Arc<Link>, input: InputId) {
        self.roots_wanted.push(input);
        match &link.roots {
            Some(roots) if roots.is_fresh() => self.answer_roots(link, roots),
            _ => link.look_at_roots(),
        }
    }

    /// Answers what waits for the roots, with the list as it was last seen.
    fn answer_roots(&mut self, link: &Arc<Link>, roots: &LiveRoots) {
        if self.roots_wanted.is_empty() {
            return;
        }
        let now = link.hub.clock.now();
        let list = roots.offered();
        let result: Json = list.to_result();
        // Both are refused only where nobody waits any more.
        let _ = self.session.host(now, Command::Roots(list));
        for input in std::mem::take(&mut self.roots_wanted) {
            let answer = Answer::Result(result.clone());
            let _ = self.session.host(now, Command::Answer { input, answer });
        }
    }
}
