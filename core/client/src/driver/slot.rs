//! One HTTP exchange, as the driver keeps it.

use crate::sync::Arc;
use mcpclient_engine::wire::Failure;
use mcpclient_engine::{Code, Error};

/// See [`crate::Exchange`].
pub(crate) struct Slot {
    number: u64,
}

/// See [`crate::Exchange::on_abort`].
pub(crate) type Told = Box<dyn FnOnce() + Send>;

impl Slot {
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn head<N: AsRef<str>, V: AsRef<[u8]>>(
        &self,
        _status: u16,
        _headers: impl IntoIterator<Item = (N, V)>,
    ) -> Result<(), Error> {
        Err(gone())
    }

    pub(crate) fn body(&self, _bytes: &[u8]) -> Result<(), Error> {
        Err(gone())
    }

    pub(crate) fn end(&self, _failure: Option<Failure>) -> Result<(), Error> {
        Err(gone())
    }

    pub(crate) fn is_aborted(&self) -> bool {
        true
    }

    pub(crate) fn on_abort(&self, told: Told) {
        told();
    }

    pub(crate) fn on_ready(&self, told: Told) {
        told();
    }

    pub(crate) async fn ready(&self) {}

    pub(crate) fn dropped(self: &Arc<Self>) {}
}

fn gone() -> Error {
    Error::new(Code::Gone, "the exchange is over")
}
