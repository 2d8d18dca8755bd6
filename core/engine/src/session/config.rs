//! What a session is made with.

use crate::era::{Era, Revision};
use crate::error::{Code, Error};
use crate::json::{Json, Kind};
use crate::limits::Limits;
use crate::model::{Declared, Implementation, Offer, Review, are_extensions};
use crate::policy::RateLimits;
use crate::roots::RootList;
use crate::time::Millis;
use crate::wire::Carrier;

/// How long things may take. None is infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// Until the server has answered the handshake.
    pub connect: Millis,
    /// Until the server has answered the question which era it speaks; silence means a handshake (VER-35).
    pub probe: Millis,
    /// Until the next sign of life of a call: its result or its progress (TMO-01, TMO-04).
    pub idle: Millis,
    /// The whole of a call, whatever progress it reports. Like `idle`, stands still while the host owes an answer (TMO-05).
    pub total: Millis,
    /// The whole of a call by the clock on the wall; never stands still.
    pub wall: Millis,
    /// Until an input is answered; then it is cancelled for the host (ELI-51).
    pub input: Millis,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            connect: Millis::seconds(60),
            probe: Millis::seconds(10),
            idle: Millis::seconds(60),
            total: Millis::seconds(3_600),
            wall: Millis::seconds(86_400),
            input: Millis::seconds(86_400),
        }
    }
}

/// Everything that a session has to know before it begins.
#[derive(Clone, Debug)]
pub struct SessionConfig {
    /// Who the client is.
    pub client: Implementation,
    /// What the host offers.
    pub offer: Offer,
    /// Where inputs stop on their way.
    pub review: Review,
    /// The revisions that may be spoken (VER-05, VER-06). With the stateless one among them the server is
    /// asked first which era it speaks; with it alone there is no handshake; without it nothing else.
    pub revisions: Vec<Revision>,
    /// Which era this server was seen to speak before, where both may be spoken: one that makes a
    /// handshake is then greeted with it at once. Doubted when that does not work (VER-45).
    pub known_era: Option<Era>,
    /// Members for `capabilities.experimental`, verbatim: a JSON object.
    pub experimental: Option<Json>,
    /// Members for `capabilities.extensions`, verbatim: a JSON object (EXT-01). Only in the stateless era.
    pub extensions: Option<Json>,
    /// Offer the tasks extension, so that a tool may take its time. Only in the stateless era.
    pub tasks: bool,
    /// Keep results as long as the server allows, in this many bytes at most; 0 keeps none.
    pub cache_bytes: usize,
    /// Start the server again when it ends unexpectedly. Only in the stateless era, where nothing but the
    /// requests in flight is lost (STD-13).
    pub restart: bool,
    /// The host name of the server, where it has one: a URL that imitates it is pointed out (URL-06), and icons
    /// elsewhere are at fault (MET-10).
    pub server_host: Option<String>,
    /// The first root list, for [`crate::session::Roots::List`] and
    /// [`crate::session::Roots::Live`].
    pub roots: RootList,
    /// Bounds.
    pub limits: Limits,
    /// Durations.
    pub times: Times,
    /// How often a server may ask.
    pub rates: RateLimits,
    /// What the messages travel on.
    pub carrier: Carrier,
}

impl SessionConfig {
    /// Defaults for a program of that name and version, which offers nothing yet.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            client: Implementation { name: name.into(), version: version.into(), title: None },
            offer: Offer::default(),
            review: Review::default(),
            revisions: Era::Auto.revisions(),
            known_era: None,
            experimental: None,
            extensions: None,
            tasks: false,
            cache_bytes: 16 << 20,
            restart: true,
            server_host: None,
            roots: RootList::default(),
            limits: Limits::default(),
            times: Times::default(),
            rates: RateLimits::default(),
            carrier: Carrier::default(),
        }
    }

    /// Whether what goes to servers verbatim may: `experimental` is an object, and so is `extensions`, whose names
    /// all have a prefix and whose values are settings (EXT-01, EXT-02).
    ///
    /// # Errors
    /// [`Code::InvalidArg`].
    pub fn check(&self) -> Result<(), Error> {
        let wrong = |message: &str| Err(Error::new(Code::InvalidArg, message));
        if self.experimental.as_ref().is_some_and(|given| given.value().kind() != Kind::Object) {
            return wrong("`experimental` is no object");
        }
        if !self.extensions.as_ref().is_none_or(|given| are_extensions(given.value())) {
            return wrong("`extensions` is no object of settings by names with a prefix");
        }
        Ok(())
    }

    /// What the server is told; `offer` may be less than the session's.
    pub(crate) fn declared(&self, offer: Offer) -> Declared<'_> {
        Declared {
            client: &self.client,
            offer,
            experimental: self.experimental.as_ref(),
            extensions: self.extensions.as_ref(),
            tasks: self.tasks,
        }
    }
}
