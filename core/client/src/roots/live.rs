//! One list of roots for any number of clients, kept true to the file system.

use super::look::{is_reachable, path_of};
use super::{place, workspace};
use crate::driver::{Link, lock};
use crate::sync::Mutex;
use mcpclient_engine::roots::{Root, RootList, RootSet, Style, from_path};
use mcpclient_engine::{Code, Error};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

/// How long what was seen is taken for true when a server asks: a burst of questions is one look.
const FRESH: Duration = Duration::from_millis(250);
/// How often it is looked, unless the host says otherwise.
const INTERVAL: Duration = Duration::from_secs(2);

/// A live list of roots. Clones are the same list; give it to any number of clients with
/// [`crate::ClientOptions::roots`]. Each answers its server from it, and tells it of each change once
/// (ROO-06, ROO-08). All roots come and go by themselves (ROO-22).
///
/// A root is offered only while it is there and can be read (ROO-11, ROO-17): it is looked at before a
/// server learns of it, when one asks, and every two seconds (ROO-14), where [`crate::Dispatch`] says
/// that input and output happen. One that vanishes is taken from what is offered, and comes back.
///
/// Roots coordinate, and protect nothing (ROO-20); see [`crate::roots`].
#[derive(Clone, Default)]
pub struct LiveRoots {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// Held while the list is changed and its clients are told, so that all are told in the same order.
    state: Mutex<State>,
    /// What came of it. Locked last, and briefly: clients look at it under their own locks.
    seen: Mutex<Seen>,
}

struct State {
    set: RootSet,
    checked: bool,
    followers: Vec<Weak<Link>>,
}

impl Default for State {
    fn default() -> Self {
        Self { set: RootSet::default(), checked: true, followers: Vec::new() }
    }
}

struct Seen {
    offered: RootList,
    excluded: RootList,
    when: Option<Instant>,
    interval: Option<Duration>,
}

impl Default for Seen {
    fn default() -> Self {
        let (offered, excluded) = Default::default();
        Self { offered, excluded, when: None, interval: Some(INTERVAL) }
    }
}

impl LiveRoots {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a root at the end; one that is in the list already gets the new name. True if that was a
    /// change.
    pub fn add(&self, root: Root) -> bool {
        self.change(|set| set.list_mut().add(root))
    }

    /// Adds a folder or file by its absolute path; `name` is a label for people (ROO-05).
    ///
    /// # Errors
    /// [`Code::Root`]: the path is relative, holds `..`, or names what no URI can say. That nothing is
    /// there is no error: it is offered once there is.
    pub fn add_path(&self, path: impl AsRef<Path>, name: Option<&str>) -> Result<Root, Error> {
        let root = root_at(path.as_ref(), name)?;
        self.add(root.clone());
        Ok(root)
    }

    /// Adds the workspace around a folder or file that the user opened: see [`workspace`] (ROO-18).
    /// Without a `name` it is called as its folder is.
    ///
    /// # Errors
    /// [`Code::Root`]: the path is not absolute, or nothing is there.
    pub fn add_workspace(
        &self,
        opened: impl AsRef<Path>,
        name: Option<&str>,
    ) -> Result<Root, Error> {
        let folder = workspace(opened.as_ref())?;
        let called = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        self.add_path(&folder, name.or(called.as_deref()))
    }

    /// Takes out the root of that URI, however it is spelled. True if it was there.
    pub fn remove(&self, uri: &str) -> bool {
        self.change(|set| set.list_mut().remove(uri))
    }

    /// Gives a root another name, or none. True if that was a change.
    pub fn rename(&self, uri: &str, name: Option<&str>) -> bool {
        self.change(|set| set.list_mut().rename(uri, name.map(str::to_owned)))
    }

    /// Puts other roots in place of all, with one announcement. What is excluded stays so. True if that
    /// was a change.
    pub fn replace(&self, roots: impl IntoIterator<Item = Root>) -> bool {
        self.change(|set| set.list_mut().replace(roots))
    }

    /// Excludes a folder or file (ROO-19): roots in it are not offered, and [`LiveRoots::contains`] says
    /// no to what is in it, also inside of a root. The protocol has no way to tell a server that is
    /// offered a folder around it. True if that was a change.
    ///
    /// # Errors
    /// As [`LiveRoots::add_path`].
    pub fn exclude(&self, path: impl AsRef<Path>) -> Result<bool, Error> {
        let folder = root_at(path.as_ref(), None)?;
        Ok(self.change(|set| set.excluded_mut().add(folder)))
    }

    /// Takes an exclusion back. True if there was one.
    pub fn include(&self, path: impl AsRef<Path>) -> bool {
        let Ok(folder) = root_at(path.as_ref(), None) else { return false };
        self.change(|set| set.excluded_mut().remove(folder.uri()))
    }

    /// All roots in order, offered or not.
    #[must_use]
    pub fn roots(&self) -> RootList {
        lock(&self.shared.state).set.list().clone()
    }

    /// What is excluded, as roots without a name.
    #[must_use]
    pub fn excluded(&self) -> RootList {
        lock(&self.shared.seen).excluded.clone()
    }

    /// What servers are told, by the last look.
    #[must_use]
    pub fn offered(&self) -> RootList {
        lock(&self.shared.seen).offered.clone()
    }

    /// Whether an absolute path leads into a root that is offered, or is one, and not into what is
    /// excluded. Links are followed on both sides, `..` goes where the file system says, and what does
    /// not exist yet counts by the folder that it would be in. What cannot be told is outside. The answer
    /// holds for now: it is no protection against somebody who changes links in between (ROO-20).
    #[must_use]
    pub fn contains(&self, path: impl AsRef<Path>) -> bool {
        let Some(place) = place::real(path.as_ref()) else { return false };
        let (offered, excluded) = {
            let seen = lock(&self.shared.seen);
            (seen.offered.clone(), seen.excluded.clone())
        };
        leads_into(&place, &offered) && !leads_into(&place, &excluded)
    }

    /// As [`LiveRoots::contains`], for the `file:` URI of a server.
    #[must_use]
    pub fn contains_uri(&self, uri: &str) -> bool {
        path_of(uri).is_some_and(|path| self.contains(path))
    }

    /// Looks at the file system now, on this thread, and announces what has changed. True if anything
    /// has.
    pub fn look(&self) -> bool {
        let before = self.offered();
        self.change(|_| false);
        self.offered() != before
    }

    /// How often to look; `None`: only when a server asks, and in [`LiveRoots::look`].
    pub fn set_interval(&self, interval: Option<Duration>) {
        lock(&self.shared.seen).interval = interval;
        // They look once, and then wait for as long as they should.
        for client in lock(&self.shared.state).followers.iter().filter_map(Weak::upgrade) {
            client.look_at_roots();
        }
    }

    /// Whether roots are looked at, as they are unless this says no: a list for servers on another
    /// machine, or in a container, is taken as it is.
    pub fn set_checked(&self, checked: bool) {
        lock(&self.shared.state).checked = checked;
        self.change(|_| false);
    }

    /// Changes the list, looks, and tells the clients. The lock of the state is taken first, then those
    /// of the clients one by one, and that of what was seen inside of either.
    fn change(&self, how: impl FnOnce(&mut RootSet) -> bool) -> bool {
        let mut state = lock(&self.shared.state);
        let changed = how(&mut state.set);
        let kept_back = if state.checked { kept_back(&state.set) } else { Vec::new() };
        state.set.withhold(kept_back);
        let offered = state.set.offered(Style::native());
        {
            let mut seen = lock(&self.shared.seen);
            seen.when = Some(Instant::now());
            seen.excluded = state.set.excluded().clone();
            if seen.offered == offered {
                return changed;
            }
            seen.offered = offered.clone();
        }
        state.followers.retain(|follower| {
            follower.upgrade().is_some_and(|client| client.announce(offered.clone()))
        });
        changed
    }

    /// Announces changes to a client from now on, and what has changed since it was given the list.
    pub(crate) fn follow(&self, client: &Arc<Link>) {
        let mut state = lock(&self.shared.state);
        if client.announce(self.offered()) {
            state.followers.push(Arc::downgrade(client));
        }
    }

    /// The last look was a moment ago.
    pub(crate) fn is_fresh(&self) -> bool {
        lock(&self.shared.seen).when.is_some_and(|when| when.elapsed() < FRESH)
    }

    /// Nobody has looked for most of the interval: of several clients with one list, one looks.
    pub(crate) fn is_due(&self) -> bool {
        let seen = lock(&self.shared.seen);
        let interval = seen.interval.unwrap_or(INTERVAL);
        seen.when.is_none_or(|when| when.elapsed() >= interval / 2)
    }

    pub(crate) fn interval(&self) -> Option<Duration> {
        lock(&self.shared.seen).interval
    }
}

/// Paths are the user's business, and none of a log's.
impl fmt::Debug for LiveRoots {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("LiveRoots").field("offered", &self.offered().roots().len()).finish()
    }
}

fn root_at(path: &Path, name: Option<&str>) -> Result<Root, Error> {
    #[cfg(unix)]
    let bytes = std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str());
    #[cfg(not(unix))]
    let bytes = path
        .to_str()
        .ok_or_else(|| Error::new(Code::Root, "a path that is not Unicode"))?
        .as_bytes();
    if bytes.is_empty() {
        return Err(Error::new(Code::Root, "a path that is not absolute"));
    }
    Root::new(from_path(bytes, Style::native())?, name.map(str::to_owned))
}

/// Roots that cannot be reached, or that lead into something excluded by way of a link.
fn kept_back(set: &RootSet) -> Vec<String> {
    let excluded = places(set.excluded());
    let is_excluded = |root: &Root| {
        let place = path_of(root.uri()).and_then(|path| place::real(&path));
        place.is_none_or(|place| excluded.iter().any(|folder| place.starts_with(folder)))
    };
    let roots = set.list().roots().iter();
    let back = roots.filter(|root| !is_reachable(root) || is_excluded(root));
    back.map(|root| root.uri().to_owned()).collect()
}

fn leads_into(place: &Path, list: &RootList) -> bool {
    places(list).iter().any(|folder| place.starts_with(folder))
}

fn places(list: &RootList) -> Vec<PathBuf> {
    let paths = list.roots().iter().filter_map(|root| path_of(root.uri()));
    paths.filter_map(|path| place::real(&path)).collect()
}
