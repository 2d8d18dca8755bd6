//! One HTTP request of the library, as whoever makes it answers.

use crate::driver::Slot;
use mcpclient_engine::Error;
use mcpclient_engine::wire::Failure;
use std::fmt;
use std::sync::Arc;

/// The answer to one HTTP request, told step by step: [`Exchange::head`] once, [`Exchange::body`] as often as there
/// is something, [`Exchange::end`] once. From any thread, one step after the other.
///
/// Dropped before its end it counts as broken on its way. An exchange may be given up at any time: then
/// [`Exchange::on_abort`] is told, each step answers [`crate::Code::Gone`], and nothing more needs to be told.
pub struct Exchange {
    slot: Arc<Slot>,
}

impl Exchange {
    pub(crate) fn new(slot: Arc<Slot>) -> Self {
        Self { slot }
    }

    /// A number that no other exchange of this process has.
    pub fn id(&self) -> u64 {
        self.slot.number()
    }

    /// The answer begins: its status, and its headers as they came. Those before the last one (1xx) are nothing to
    /// be told of.
    ///
    /// # Errors
    /// [`crate::Code::Gone`] if the exchange is over, [`crate::Code::InvalidArg`] if a head was told already or the
    /// status is none, [`crate::Code::Forked`].
    pub fn head<N: AsRef<str>, V: AsRef<[u8]>>(
        &self,
        status: u16,
        headers: impl IntoIterator<Item = (N, V)>,
    ) -> Result<(), Error> {
        self.slot.head(status, headers)
    }

    /// The next part of the body, without transfer coding and compression. As it comes: an event must not wait for
    /// more to follow.
    ///
    /// # Errors
    /// [`crate::Code::Busy`] while the client's host is too far behind: nothing was taken, and no more should be read
    /// from the server until [`Exchange::on_ready`] is told. [`crate::Code::Gone`] if the exchange is over,
    /// [`crate::Code::InvalidArg`] before a head, [`crate::Code::Forked`].
    pub fn body(&self, bytes: &[u8]) -> Result<(), Error> {
        self.slot.body(bytes)
    }

    /// The answer is complete, or `failure` says why it never will be.
    ///
    /// # Errors
    /// [`crate::Code::Gone`] if the exchange is over, [`crate::Code::InvalidArg`] if it is complete without a head,
    /// [`crate::Code::Forked`].
    pub fn end(&self, failure: Option<Failure>) -> Result<(), Error> {
        self.slot.end(failure)
    }

    /// Whether the library has given it up: the connection is to be closed, or the stream of one that others use.
    pub fn is_aborted(&self) -> bool {
        self.slot.is_aborted()
    }

    /// Has `told` called once, if the exchange is given up: at once if it was already. Called on the thread where the
    /// library does its input and output, never under a lock of the library. The last one that is set counts.
    pub fn on_abort(&self, told: impl FnOnce() + Send + 'static) {
        self.slot.on_abort(Box::new(told));
    }

    /// As [`Exchange::on_ready`], to wait for in any executor. One at a time.
    pub async fn ready(&self) {
        self.slot.ready().await;
    }

    /// Has `told` called once, when [`Exchange::body`] may be tried again after [`crate::Code::Busy`]: at once if it
    /// may be already, or if the exchange is over. Otherwise called as [`Exchange::on_abort`] says.
    pub fn on_ready(&self, told: impl FnOnce() + Send + 'static) {
        self.slot.on_ready(Box::new(told));
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.slot.dropped();
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Exchange").field(&self.id()).finish()
    }
}
