//! What a lane of the host's own is fed by.

use super::slot::Told;
use mcpclient_engine::{Code, Error};

/// See [`crate::LaneFeed`].
#[derive(Default)]
pub(crate) struct Mouth {}

impl Mouth {
    pub(crate) fn feed(&self, _bytes: &[u8]) -> Result<(), Error> {
        Err(gone())
    }

    pub(crate) fn end(&self, _failure: Option<&str>) -> Result<(), Error> {
        Err(gone())
    }

    pub(crate) fn on_ready(&self, told: Told) {
        told();
    }
}

fn gone() -> Error {
    Error::new(Code::Gone, "the lane is over")
}
