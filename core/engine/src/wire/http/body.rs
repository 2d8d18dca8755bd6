//! What comes of one exchange, as it comes.

use super::fault::ENOUGH;
use crate::rpc::sse::Sse;

/// The body of an answer.
#[derive(Debug)]
pub(crate) enum Body {
    /// The head has not come.
    Awaited,
    /// One message, or several in an array: whole at the end.
    Whole(Vec<u8>),
    /// Messages as events.
    Events(Box<Sse>),
    /// None of the protocol's: its beginning.
    Foreign(Vec<u8>),
    /// Nobody wants it, or somebody has it in hand.
    Ignored,
}

/// What is reserved without being promised.
const SMALL: usize = 4 << 10;

impl Body {
    /// For a message of that length, as promised; `room` is how much may be believed.
    pub(crate) fn whole(promised: Option<u64>, room: usize) -> Self {
        let promised = promised.and_then(|length| usize::try_from(length).ok());
        let believed = promised.filter(|length| *length <= room).unwrap_or(SMALL);
        Self::Whole(Vec::with_capacity(believed))
    }

    /// Takes the next part in. Gives false if that is too much.
    pub(crate) fn take(&mut self, bytes: &[u8], limit: usize) -> bool {
        match self {
            Self::Whole(body) => {
                if body.len() + bytes.len() > limit {
                    return false;
                }
                body.extend_from_slice(bytes);
            }
            Self::Foreign(body) => {
                let room = ENOUGH - body.len();
                body.extend_from_slice(&bytes[..bytes.len().min(room)]);
            }
            Self::Events(sse) => sse.buffer().extend_from_slice(bytes),
            Self::Awaited | Self::Ignored => {}
        }
        true
    }

    /// Bytes that have come and are wanted.
    pub(crate) fn kept(&self) -> usize {
        match self {
            Self::Whole(body) | Self::Foreign(body) => body.len(),
            Self::Events(sse) => sse.kept(),
            Self::Awaited | Self::Ignored => 0,
        }
    }

    /// Bytes that are set aside for it.
    pub(crate) fn reserved(&self) -> usize {
        match self {
            Self::Whole(body) => body.capacity(),
            _ => 0,
        }
    }
}
