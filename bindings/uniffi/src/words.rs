//! Small words: kinds, states, reasons, offers.

use crate::error::McpError;
use crate::server::ServerFacts;

/// Declares an enum whose variants are those of a Rust one.
macro_rules! words {
    ($(#[$about:meta])* $name:ident of $from:ty { $($(#[$doc:meta])* $word:ident,)+ } $(else $(#[$other:meta])* $rest:ident)?) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
        pub enum $name {
            $($(#[$doc])* $word,)+
            $($(#[$other])* $rest,)?
        }

        impl From<$from> for $name {
            fn from(word: $from) -> Self {
                match word {
                    $(<$from>::$word => Self::$word,)+
                    $(_ => Self::$rest,)?
                }
            }
        }
    };
}
words! {
    /// What a server may want.
    InputKind of client::InputKind {
        /// A form for the user.
        Form,
        /// A visit to a URL.
        Url,
        /// A completion by the host's model.
        Sample,
        /// The list of roots.
        Roots,
    }
}

words! {
    /// Why an input is gone without the host's answer.
    Withdrawn of client::Withdrawn {
        /// The server cancelled it (CAN-06).
        ByServer,
        /// The call that caused it ended.
        CallEnded,
        /// Nobody answered in time; the server was told "cancel" (ELI-51).
        Expired,
        /// The connection ended, or the client was closed.
        Closed,
    }
}

/// Which eras of the protocol may be spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum Era {
    /// The stateless revision first, and a handshake with servers that do not speak it (VER-32).
    Auto,
    /// A handshake, and nothing before it (VER-04).
    Legacy,
    /// No handshake: a server that wants one is not spoken with (VER-38).
    Modern,
}

impl From<client::Era> for Era {
    fn from(era: client::Era) -> Self {
        match era {
            client::Era::Auto => Self::Auto,
            client::Era::Legacy => Self::Legacy,
            client::Era::Modern => Self::Modern,
        }
    }
}

impl From<Era> for client::Era {
    fn from(era: Era) -> Self {
        match era {
            Era::Auto => Self::Auto,
            Era::Legacy => Self::Legacy,
            Era::Modern => Self::Modern,
        }
    }
}

/// Why a client is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum ClosedReason {
    /// The host closed it.
    Host,
    /// The server, or the way to it, ended.
    Server,
    /// No protocol revision in common (VER-07).
    Revision,
    /// The server answered the handshake with an error.
    Refused,
    /// The server did not answer the handshake in time.
    Timeout,
    /// The server's answer to the handshake was none.
    BrokenProtocol,
}

impl From<client::ClosedReason> for ClosedReason {
    fn from(reason: client::ClosedReason) -> Self {
        match reason {
            client::ClosedReason::Host => Self::Host,
            client::ClosedReason::Server => Self::Server,
            client::ClosedReason::Revision => Self::Revision,
            client::ClosedReason::Refused => Self::Refused,
            client::ClosedReason::Timeout => Self::Timeout,
            client::ClosedReason::Protocol => Self::BrokenProtocol,
        }
    }
}

words! {
    /// A fault of a server's that cost nothing but itself.
    WarningKind of client::WarningKind {
        /// A line that is no JSON (STD-05).
        Noise,
        /// JSON that is no JSON-RPC message.
        Malformed,
        /// An answer to a request that was never sent (RPC-04).
        UnknownAnswer,
        /// A second answer to the same request.
        DoubleAnswer,
        /// An error without an id (RPC-07).
        ErrorWithoutId,
        /// A message over the size limit.
        TooLarge,
        /// A batch where the revision has none (RPC-13).
        Batch,
        /// Over HTTP, a message that is only to be accepted was refused, or did not arrive.
        Unsent,
        /// A request with an id that is in use.
        DuplicateRequest,
        /// A request before the handshake was done.
        Early,
        /// Events were dropped because they were not taken in time.
        Dropped,
        /// More inputs, or more often, than the limits allow (ELI-45, SAM-37).
        Rate,
        /// The server uses what its revision calls deprecated; it works as ever. Told once for each (VER-48).
        Deprecated,
    } else
    /// A kind that is newer than these bindings.
    Other
}

pub(crate) use words;

/// What the host offers to servers; what is not offered is not declared, and refused without asking
/// the host (VER-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Offer {
    /// Forms for the user.
    #[uniffi(default = false)]
    pub form: bool,
    /// Visits to a URL, where the revision has them.
    #[uniffi(default = false)]
    pub url: bool,
    /// Completions by the host's model.
    #[uniffi(default = false)]
    pub sample: bool,
    /// Sampling with tools, where the revision has it.
    #[uniffi(default = false)]
    pub sample_tools: bool,
    /// Sampling with context of servers, where the revision has it.
    #[uniffi(default = false)]
    pub sample_context: bool,
    /// The folders that matter, asked of the host each time. A list given with the client's options
    /// is offered by itself.
    #[uniffi(default = false)]
    pub roots: bool,
}

impl Offer {
    /// A live list, which is offered by itself, is not in it.
    pub(crate) fn plain(self) -> client::Offer {
        client::Offer {
            form: self.form,
            url: self.url,
            sample: self.sample,
            sample_tools: self.sample_tools,
            sample_context: self.sample_context,
            roots: if self.roots { client::Roots::Ask } else { client::Roots::None },
        }
    }
}

words! {
    /// Where an input stands until the host approves (SAM-34).
    Checkpoint of client::Checkpoint {
        /// Before the host's model is asked (SAM-31).
        Request,
        /// Before the server is sent the result (SAM-33).
        Result,
    }
}

/// Which inputs stop at which checkpoints. What does not stop there was approved by the host for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Review {
    /// Samples, before they are answered (SAM-29).
    #[uniffi(default = false)]
    pub sample_request: bool,
    /// Samples, before the server gets the result (SAM-33).
    #[uniffi(default = false)]
    pub sample_result: bool,
    /// The roots, before the server learns of them, wherever they come from (ROO-15).
    #[uniffi(default = false)]
    pub roots: bool,
}

impl From<Review> for client::Review {
    fn from(review: Review) -> Self {
        let Review { sample_request, sample_result, roots } = review;
        Self { sample_request, sample_result, roots }
    }
}

/// How a client stands.
#[derive(Clone, Debug, uniffi::Enum)]
pub enum ClientState {
    /// The handshake is under way; calls wait for it.
    Connecting,
    /// The handshake is done.
    Ready {
        /// What the server said of itself.
        server: ServerFacts,
    },
    /// The host has suspended the connection.
    Suspended,
    /// The connection is over.
    Closed {
        /// Why, in a word; none after a bug in the library, and until the host has been told.
        reason: Option<ClosedReason>,
        /// Why, in full.
        error: McpError,
    },
}

impl ClientState {
    pub(crate) fn of(client: &client::Client, state: &client::State) -> Self {
        match state {
            client::State::Connecting => Self::Connecting,
            client::State::Suspended => Self::Suspended,
            client::State::Ready(facts) => Self::Ready { server: (&**facts).into() },
            client::State::Closed(error) => Self::Closed {
                reason: client.closed_reason().map(ClosedReason::from),
                error: error.clone().into(),
            },
        }
    }
}

/// What the host wants to hear of, or what the server agreed to tell.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct WatchFilter {
    /// Changes of the list of tools.
    #[uniffi(default = false)]
    pub tools: bool,
    /// Changes of the list of prompts.
    #[uniffi(default = false)]
    pub prompts: bool,
    /// Changes of the list of resources.
    #[uniffi(default = false)]
    pub resources: bool,
    /// Changes of these resources, by URI.
    #[uniffi(default = [])]
    pub uris: Vec<String>,
}

impl From<WatchFilter> for client::WatchFilter {
    fn from(filter: WatchFilter) -> Self {
        let WatchFilter { tools, prompts, resources, uris } = filter;
        Self { tools, prompts, resources, uris: uris.into_iter().collect() }
    }
}

impl From<&client::WatchFilter> for WatchFilter {
    fn from(filter: &client::WatchFilter) -> Self {
        Self {
            tools: filter.tools,
            prompts: filter.prompts,
            resources: filter.resources,
            uris: filter.uris.iter().cloned().collect(),
        }
    }
}
