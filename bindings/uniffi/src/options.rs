//! What a client is made with.

use crate::error::McpError;
use crate::roots::RootList;
use crate::text::{object, revision};
use crate::words::{Era, Offer, Review};
use client::policy::{Rate, RateLimits};
use client::{ClientOptions, Limits, Millis, SessionConfig, Times};
use std::sync::Arc;

/// See the class that wraps it. What is not given is the library's default.
#[derive(Clone, uniffi::Record)]
pub struct RawClientOptions {
    /// The host's name for the server: what dialogs show when they say who asks (ELI-39).
    pub label: String,
    /// What the program calls itself to servers (MET-06).
    pub program_name: Option<String>,
    /// Its version.
    pub program_version: Option<String>,
    /// Its name for people.
    pub program_title: Option<String>,
    /// What the host offers.
    pub offer: Offer,
    /// Which inputs stop at which checkpoints.
    pub review: Review,
    /// A live root list, which is offered by itself (ROO-06).
    pub roots: Option<Arc<RootList>>,
    /// The eras of the protocol that may be spoken.
    pub era: Option<Era>,
    /// Which era this server was seen to speak before (VER-45).
    pub known_era: Option<Era>,
    /// The protocol revisions that may be spoken (VER-05, VER-06); wins over the eras.
    pub revisions: Option<Vec<String>>,
    /// Members for `capabilities.experimental`: a JSON object.
    pub experimental: Option<String>,
    /// Members for `capabilities.extensions`: a JSON object (EXT-01).
    pub extensions: Option<String>,
    /// Offer the tasks extension, in the stateless era.
    pub tasks: bool,
    /// Start the server again when it ends unexpectedly, in the stateless era (STD-13).
    pub restart: bool,
    /// The server's own host, where it has one: a URL that imitates it is pointed out (URL-06), and icons
    /// elsewhere are at fault (MET-10).
    pub server_host: Option<String>,
    /// Whether the host is told of each line of the server's stderr (STD-06).
    pub stderr_lines: bool,
    /// Until the server has answered the handshake.
    pub connect_timeout_ms: Option<u64>,
    /// Until the server has answered which era it speaks (VER-35).
    pub probe_timeout_ms: Option<u64>,
    /// Until the next sign of life of a call (TMO-01, TMO-05).
    pub timeout_ms: Option<u64>,
    /// The whole of a call, whatever progress it reports (TMO-04).
    pub total_timeout_ms: Option<u64>,
    /// The whole of a call by the clock on the wall.
    pub wall_timeout_ms: Option<u64>,
    /// Until an input is answered (ELI-51).
    pub input_timeout_ms: Option<u64>,
    /// Keep results as long as the server allows, in this many bytes at most.
    pub cache_bytes: Option<u64>,
    /// Bytes of one message.
    pub max_message_bytes: Option<u64>,
    /// Bytes that wait to be sent.
    pub max_outgoing_bytes: Option<u64>,
    /// Callbacks that wait.
    pub max_events: Option<u64>,
    /// Calls in flight.
    pub max_calls: Option<u64>,
    /// Inputs open at once.
    pub max_inputs: Option<u64>,
    /// Pages of one listing.
    pub max_pages: Option<u64>,
    /// Items of one listing.
    pub max_items: Option<u64>,
    /// Forms that a server may ask for in a minute, and at once after a quiet one (ELI-45).
    pub max_forms_per_minute: Option<u32>,
    /// URL visits, likewise.
    pub max_urls_per_minute: Option<u32>,
    /// Samples, likewise (SAM-37).
    pub max_samples_per_minute: Option<u32>,
    /// Lists of roots, likewise.
    pub max_roots_per_minute: Option<u32>,
    /// Suggestions that the host may ask of the server in a minute (CMP-06).
    pub max_completions_per_minute: Option<u32>,
}

impl RawClientOptions {
    pub(crate) fn read(self) -> Result<ClientOptions, McpError> {
        let mut config = SessionConfig::new("mcpclient", env!("CARGO_PKG_VERSION"));
        if let Some(name) = &self.program_name {
            config.client.name.clone_from(name);
            config.client.version.clear();
        }
        if let Some(version) = &self.program_version {
            config.client.version.clone_from(version);
        }
        config.client.title.clone_from(&self.program_title);
        config.experimental = object(self.experimental.as_deref())?;
        config.extensions = object(self.extensions.as_deref())?;
        config.tasks = self.tasks;
        config.restart = self.restart;
        config.server_host.clone_from(&self.server_host);
        if let Some(era) = self.era {
            config.revisions = client::Era::from(era).revisions();
        }
        config.known_era =
            self.known_era.map(client::Era::from).filter(|era| *era != client::Era::Auto);
        if let Some(names) = &self.revisions {
            config.revisions = names.iter().map(|name| revision(name)).collect::<Result<_, _>>()?;
        }
        set(&mut config.cache_bytes, self.cache_bytes);
        self.times(&mut config.times);
        self.limits(&mut config.limits);
        self.rates(&mut config.rates);
        let roots = self.roots.as_ref().map(|roots| roots.share());
        let mut options = ClientOptions::new(self.label, config);
        options.stderr_lines = self.stderr_lines;
        options.roots = roots;
        Ok(options)
    }

    fn times(&self, times: &mut Times) {
        let set = |time: &mut Millis, given: Option<u64>| {
            if let Some(given) = given {
                *time = Millis(given);
            }
        };
        set(&mut times.connect, self.connect_timeout_ms);
        set(&mut times.probe, self.probe_timeout_ms);
        set(&mut times.idle, self.timeout_ms);
        set(&mut times.total, self.total_timeout_ms);
        set(&mut times.wall, self.wall_timeout_ms);
        set(&mut times.input, self.input_timeout_ms);
    }

    fn limits(&self, limits: &mut Limits) {
        set(&mut limits.message_bytes, self.max_message_bytes);
        set(&mut limits.outgoing_bytes, self.max_outgoing_bytes);
        set(&mut limits.events, self.max_events);
        set(&mut limits.calls, self.max_calls);
        set(&mut limits.inputs, self.max_inputs);
        set(&mut limits.pages, self.max_pages);
        set(&mut limits.items, self.max_items);
    }

    fn rates(&self, rates: &mut RateLimits) {
        let set = |rate: &mut Rate, given: Option<u32>| {
            if let Some(count) = given {
                *rate = Rate { per_minute: count, burst: count };
            }
        };
        set(&mut rates.form, self.max_forms_per_minute);
        set(&mut rates.url, self.max_urls_per_minute);
        set(&mut rates.sample, self.max_samples_per_minute);
        set(&mut rates.roots, self.max_roots_per_minute);
        set(&mut rates.complete, self.max_completions_per_minute);
    }
}

fn set(limit: &mut usize, given: Option<u64>) {
    if let Some(given) = given {
        *limit = usize::try_from(given).unwrap_or(usize::MAX);
    }
}
