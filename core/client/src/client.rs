//! One connection to one server, as the host holds it.

use crate::call::Call;
use crate::driver::Link;
use crate::host::State;
use crate::options::CallSettings;
use crate::runtime::Runtime;
use mcpclient_engine::catalog::{Item, ItemKind};
use mcpclient_engine::json::Json;
use mcpclient_engine::roots::RootList;
use mcpclient_engine::session::{
    ClosedReason, Command, Listing, OnSuspend, Request, ServerFacts, WatchFilter,
};
use mcpclient_engine::{Code, Error};
use std::fmt;
use std::sync::Arc;

/// A client. Clones are the same client; dropping the last one closes it.
pub struct Client {
    link: Arc<Link>,
    /// The host holds it; a handle that is merely shown to a callback keeps nothing open.
    held: bool,
}

impl Client {
    /// Another handle of the same client.
    pub(crate) fn of(link: &Arc<Link>) -> Self {
        link.hold();
        Self { link: Arc::clone(link), held: true }
    }

    /// A handle to show to callbacks.
    pub(crate) fn lent(link: &Arc<Link>) -> Self {
        Self { link: Arc::clone(link), held: false }
    }

    /// Starts any request, verbatim: `params` is a JSON object or nothing. Allowed before the
    /// handshake is done; the request then waits for it.
    ///
    /// # Errors
    /// [`crate::Code::Unsupported`] if the server has not declared what the method needs,
    /// [`crate::Code::Busy`] if too much is under way, [`crate::Code::Closed`],
    /// [`crate::Code::BadJson`], [`crate::Code::InvalidArg`], [`crate::Code::Forked`]. Then nothing
    /// was sent and `done` never runs.
    pub fn request(
        &self,
        method: &str,
        params: Option<Json>,
        settings: CallSettings,
    ) -> Result<Call, Error> {
        self.start(Request { method: method.to_owned(), params, pages: None }, settings)
    }

    pub(crate) fn list(
        &self,
        method: &str,
        listing: Listing,
        settings: CallSettings,
    ) -> Result<Call, Error> {
        self.start(
            Request { method: method.to_owned(), params: None, pages: Some(listing) },
            settings,
        )
    }

    fn start(&self, request: Request, settings: CallSettings) -> Result<Call, Error> {
        self.link.start_call(request, settings).map(|cell| Call { cell })
    }

    /// Sends a notification, verbatim.
    ///
    /// # Errors
    /// [`crate::Code::Busy`], [`crate::Code::Closed`], [`crate::Code::BadJson`],
    /// [`crate::Code::InvalidArg`], [`crate::Code::Forked`].
    pub fn notify(&self, method: &str, params: Option<Json>) -> Result<(), Error> {
        self.link.command(Command::Notify { method: method.to_owned(), params })
    }

    /// Replaces the root list; a real change is announced to the server (ROO-06).
    ///
    /// # Errors
    /// [`crate::Code::Unsupported`] if no list was offered, or it is a [`crate::roots::LiveRoots`], which
    /// is changed itself; [`crate::Code::Closed`], [`crate::Code::Forked`].
    pub fn set_roots(&self, roots: RootList) -> Result<(), Error> {
        if self.link.roots.is_some() {
            return Err(Error::new(Code::Unsupported, "the client follows a live list"));
        }
        self.link.command(Command::Roots(roots))
    }

    /// What the host wants to hear of, in place of its last wish: changes of lists and of single
    /// resources. [`crate::Host::watching`] tells what the server grants; the wish outlives a restart
    /// of the server (SUB-01, SUB-04, SUB-15).
    ///
    /// # Errors
    /// [`crate::Code::Closed`], [`crate::Code::Forked`].
    pub fn watch(&self, filter: WatchFilter) -> Result<(), Error> {
        self.link.command(Command::Watch(filter))
    }

    /// A tool or prompt by its name, a resource by its URI or a template by its own, out of the last list of that
    /// kind that was read to its end; `None` if there is none there, or the list has changed, or the server was
    /// started afresh.
    /// [`ItemKind::Server`] is the server itself, whatever the name.
    ///
    /// What a dialog needs to know before a tool is called: see [`Item`] (TOL-18, TOL-19). Its icons are
    /// judged by the client's `server_host` (MET-10).
    pub fn item(&self, kind: ItemKind, name: &str) -> Option<Item> {
        let item = match kind.listing() {
            Some(listing) => {
                let list = self.link.enter(|core| core.listed(listing)).ok().flatten()?;
                list.item(kind, name)
            }
            None => Item::read(kind, self.server()?.server_info.clone()?).ok(),
        };
        Some(item?.said_by(self.link.server_host.as_deref()))
    }

    /// The root list as the server sees it.
    pub fn roots(&self) -> RootList {
        self.link.enter(|core| core.session.roots().clone()).unwrap_or_default()
    }

    /// The host's name for this server.
    pub fn label(&self) -> &str {
        &self.link.label
    }

    /// A number that is this client's alone in its runtime.
    pub fn id(&self) -> u64 {
        self.link.key
    }

    /// What the server said of itself, once the handshake is done.
    pub fn server(&self) -> Option<Arc<ServerFacts>> {
        self.link.enter(|core| core.session.server().cloned()).ok().flatten()
    }

    /// How the client stands at this moment; the host is told of changes by [`crate::Host::state`].
    pub fn state(&self) -> State {
        self.link.state()
    }

    /// Why the connection is over, in a word, once the host has been told. `None` also after a bug in
    /// the library.
    pub fn closed_reason(&self) -> Option<ClosedReason> {
        self.link.enter(|core| core.reason).ok().flatten()
    }

    /// The last of what the server wrote to stderr; what is no UTF-8 is replaced. Untrusted.
    pub fn stderr_tail(&self) -> String {
        self.link.stderr_tail()
    }

    /// The server's process id while the process is ours to end; for logs, not for signals.
    pub fn pid(&self) -> Option<u32> {
        self.link.pid()
    }

    /// Whether nothing is left of the way to the server either: its process has ended, its session was told so, its
    /// lane is closed. Some time after [`State::Closed`]; [`Runtime::shutdown`] waits for it.
    pub fn is_over(&self) -> bool {
        self.link.is_over()
    }

    /// The runtime that serves this client.
    pub fn runtime(&self) -> Runtime {
        Runtime::of(&self.link.hub)
    }

    /// The network or the program is about to sleep: what is open over HTTP is given up, clocks of calls stand
    /// still, and what may go on later waits; `how` says what becomes of calls. [`State::Suspended`] is told. Over
    /// a lane, what comes is still read. Suspending twice is suspending once.
    ///
    /// # Errors
    /// [`crate::Code::Closed`], [`crate::Code::Forked`].
    pub fn suspend(&self, how: OnSuspend) -> Result<(), Error> {
        self.link.suspend(how)
    }

    /// The sleep is over: streams are opened again, and what waits goes out. [`State::Ready`] is told, or
    /// [`State::Connecting`] if the handshake was not done.
    ///
    /// # Errors
    /// [`crate::Code::Closed`], [`crate::Code::Forked`].
    pub fn wake(&self) -> Result<(), Error> {
        self.link.wake()
    }

    /// Begins the end and returns at once: calls end with [`crate::Code::Closed`], inputs are
    /// withdrawn, the server is ended step by step. [`State::Closed`] is the last callback. Closing
    /// twice is closing once.
    pub fn close(&self) {
        self.link.close();
    }
}

impl Clone for Client {
    fn clone(&self) -> Self {
        Self::of(&self.link)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if self.held {
            self.link.let_go();
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Client").field("label", &self.link.label).finish_non_exhaustive()
    }
}
