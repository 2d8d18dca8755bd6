//! Transcripts: what a host, a client and a server say to each other, written down once and
//! played by every layer. One parser and one matcher, and the player of the server's half.
//!
//! The format is described in `tests/transcripts/README.md`.

mod captures;
mod expect;
mod fault;
mod http;
mod json;
mod judge;
mod line;
mod matcher;
mod pattern;
mod playable;
mod player;
mod raw;
mod record;
mod resume;
mod script;
mod serve;
mod setup;
mod template;
mod token;
mod unroll;
mod words;

pub use captures::Captures;
pub use expect::{Expect, Unexpected, Waiting, Want};
pub use fault::Fault;
pub use http::{Data, Header, HttpHalf, HttpKind, HttpPlayer, HttpStep, Op, Part, Request, Wanted};
pub use judge::{matches, matches_error, same, status_word};
pub use line::{
    Act, Answer, Command, Event, Half, HostStep, InputKind, Kind, Line, Outcome, Raw, Send,
};
pub use pattern::{Mismatch, Pattern};
pub use playable::scripts;
pub use player::{Ending, Player, Stage};
pub use record::Record;
pub use resume::Resume;
pub use script::Script;
pub use serve::serve;
pub use setup::{Era, Offer, Setup, Transport};
