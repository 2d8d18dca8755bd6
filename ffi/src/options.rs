//! What a client is made with.

use crate::era::{self, mcpclient_era};
use crate::guard::guard;
use crate::handle::array;
use crate::mcpclient_str;
use crate::sized::{self, Sized};
use crate::switch::{self, mcpclient_switch};
use client::policy::{Rate, RateLimits};
use client::{ClientOptions, Code, Era, Error, Limits, Millis, Revision, SessionConfig, Times};

/// How a client works. Set it up with mcpclient_options_init(). A field that is 0 or no text is a
/// default; everything is copied.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcpclient_options {
    /// What your compiler knows of this struct.
    pub struct_size: usize,
    /// Your name for the server: what dialogs show when they say who asks (ELI-39). Default:
    /// "server".
    pub label: mcpclient_str,
    /// What your program calls itself to servers (MET-06). Default: this library.
    pub program_name: mcpclient_str,
    /// The version of your program.
    pub program_version: mcpclient_str,
    /// The name of your program for people; sent where the revision has it.
    pub program_title: mcpclient_str,
    /// Until the server has answered the handshake. Default: a minute.
    pub connect_timeout_ms: u64,
    /// Until the server has answered the question which era of the protocol it speaks, if more
    /// than one may be spoken; silence means a handshake (VER-35). Default: ten seconds.
    pub probe_timeout_ms: u64,
    /// Until the next sign of life of a call, its result or its progress; it stands still while
    /// you owe the server an answer (TMO-01, TMO-05). Default: a minute.
    pub timeout_ms: u64,
    /// The whole of a call, whatever progress it reports; it stands still likewise (TMO-04).
    /// Default: an hour.
    pub total_timeout_ms: u64,
    /// Until you have answered an input; then the server is told "cancel" (ELI-51). Default: a
    /// day.
    pub input_timeout_ms: u64,
    /// Bytes of one message. A longer one costs its call, not the connection. Default: 64 MiB.
    pub max_message_bytes: u64,
    /// Bytes that wait to be sent; beyond, calls are answered with MCPCLIENT_E_BUSY. Default: 64
    /// MiB.
    pub max_outgoing_bytes: u64,
    /// Callbacks that wait; beyond, progress is merged and log messages are dropped. Default:
    /// 8192.
    pub max_events: u64,
    /// Calls in flight; beyond, MCPCLIENT_E_BUSY. Default: 65536.
    pub max_calls: u64,
    /// Inputs open at once; beyond, servers are refused. Default: 64.
    pub max_inputs: u64,
    /// Forms that a server may ask for in a minute, and at once after a quiet one; beyond, it is
    /// refused (ELI-45). Default: 60.
    pub max_forms_per_minute: u64,
    /// URL visits, as `max_forms_per_minute`. Default: 30.
    pub max_urls_per_minute: u64,
    /// Samples, as `max_forms_per_minute` (SAM-37). Default: 120.
    pub max_samples_per_minute: u64,
    /// Lists of roots, as `max_forms_per_minute`. Default: 600.
    pub max_roots_per_minute: u64,
    /// Pages of one listing. Default: 1000.
    pub max_pages: u64,
    /// Items of one listing. Default: 100000.
    pub max_items: u64,
    /// The protocol revisions that may be spoken, such as "2025-06-18" (VER-05, VER-06). Default: as
    /// `era` says.
    pub revisions: *const mcpclient_str,
    /// How many `revisions` there are.
    pub revision_count: usize,
    /// Members for `capabilities.experimental`: a JSON object, sent verbatim.
    pub experimental: mcpclient_str,
    /// Members for `capabilities.extensions`: a JSON object, sent verbatim where the revision has
    /// it (EXT-01).
    pub extensions: mcpclient_str,
    /// Which eras of the protocol may be spoken, unless `revisions` says it: MCPCLIENT_ERA_....
    /// Default: both, the newest first.
    pub era: mcpclient_era,
    /// What mcpclient_server_era() said of this server before, in an earlier run of your program: a
    /// server that makes a handshake is then not asked first. Doubted when that does not work; within
    /// a runtime the library remembers it by itself (VER-45).
    pub known_era: mcpclient_era,
    /// Whether a tool may take its time as a task, in the era that has them (TSX-01). Default: off.
    pub tasks: mcpclient_switch,
    /// Whether a server that ends unexpectedly is started again, in the era where nothing but the
    /// requests in flight is lost (STD-13). Default: on.
    pub restart: mcpclient_switch,
    /// Whether results are kept for as long as the server allows (CAC-01). Default: on.
    pub cache: mcpclient_switch,
    /// Bytes of results that are kept at most. Default: 16 MiB.
    pub max_cache_bytes: u64,
    /// The whole of a call by the clock on the wall; it never stands still. Default: a day.
    pub wall_timeout_ms: u64,
    /// The server's own host, such as "mcp.example.com", where it has one: a URL that it wants visited and
    /// that imitates this name is pointed out (URL-06), and its icons elsewhere are at fault (MET-10).
    /// Default: the host of mcpclient_transport_http(); otherwise none, as for a program of this machine.
    pub server_host: mcpclient_str,
    /// Suggestions that you may ask of the server in a minute, and at once after a quiet one: people type
    /// for them (CMP-06); beyond, MCPCLIENT_E_BUSY. Default: 1200, of which 200 at once.
    pub max_completions_per_minute: u64,
}

// SAFETY: `repr(C)`, begins with a usize; zeroes are 0 and NULL.
unsafe impl Sized for mcpclient_options {
    const NAME: &'static str = "mcpclient_options";
}

/// Sets all fields to 0, the defaults, and `struct_size` to `size`, which is
/// sizeof(mcpclient_options). The struct stays yours.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_options_init(options: *mut mcpclient_options, size: usize) {
    guard(|| sized::init(options, size));
}

/// Reads what C gave; NULL is all defaults.
pub(crate) fn read(options: *const mcpclient_options) -> Result<ClientOptions, Error> {
    let name = env!("CARGO_PKG_NAME").trim_end_matches("-ffi");
    let mut config = SessionConfig::new(name, env!("CARGO_PKG_VERSION"));
    let Some(options) = sized::read(options)? else {
        return Ok(ClientOptions::new("server", config));
    };
    if let Some(name) = options.program_name.text()? {
        config.client.name = name.to_owned();
        config.client.version = String::new();
    }
    if let Some(version) = options.program_version.text()? {
        config.client.version = version.to_owned();
    }
    config.client.title = options.program_title.text()?.map(str::to_owned);
    config.experimental = options.experimental.object()?;
    config.extensions = options.extensions.object()?;
    config.server_host = options.server_host.text()?.map(str::to_owned);
    config.revisions = era::read(options.era)?.revisions();
    config.known_era = Some(era::read(options.known_era)?).filter(|era| *era != Era::Auto);
    if options.revision_count > 0 {
        config.revisions = revisions(array(options.revisions, options.revision_count)?)?;
    }
    if let Some(tasks) = switch::read(options.tasks, "tasks")? {
        config.tasks = tasks;
    }
    if let Some(restart) = switch::read(options.restart, "restart")? {
        config.restart = restart;
    }
    if options.max_cache_bytes > 0 {
        config.cache_bytes = usize::try_from(options.max_cache_bytes).unwrap_or(usize::MAX);
    }
    if switch::read(options.cache, "cache")? == Some(false) {
        config.cache_bytes = 0;
    }
    times(&mut config.times, &options);
    limits(&mut config.limits, &options);
    rates(&mut config.rates, &options);
    let label = options.label.text()?.unwrap_or("server");
    Ok(ClientOptions::new(label, config))
}

fn revisions(names: &[mcpclient_str]) -> Result<Vec<Revision>, Error> {
    let known = |name: &mcpclient_str| {
        Revision::from_wire(name.need("a revision")?)
            .ok_or_else(|| Error::new(Code::Unsupported, "a revision that this library has not"))
    };
    names.iter().map(known).collect()
}

fn times(times: &mut Times, options: &mcpclient_options) {
    let set = |time: &mut Millis, given: u64| {
        if given > 0 {
            *time = Millis(given);
        }
    };
    set(&mut times.connect, options.connect_timeout_ms);
    set(&mut times.probe, options.probe_timeout_ms);
    set(&mut times.idle, options.timeout_ms);
    set(&mut times.total, options.total_timeout_ms);
    set(&mut times.input, options.input_timeout_ms);
    set(&mut times.wall, options.wall_timeout_ms);
}

fn limits(limits: &mut Limits, options: &mcpclient_options) {
    let set = |limit: &mut usize, given: u64| {
        if given > 0 {
            *limit = usize::try_from(given).unwrap_or(usize::MAX);
        }
    };
    set(&mut limits.message_bytes, options.max_message_bytes);
    set(&mut limits.outgoing_bytes, options.max_outgoing_bytes);
    set(&mut limits.events, options.max_events);
    set(&mut limits.calls, options.max_calls);
    set(&mut limits.inputs, options.max_inputs);
    set(&mut limits.pages, options.max_pages);
    set(&mut limits.items, options.max_items);
}

fn rates(rates: &mut RateLimits, options: &mcpclient_options) {
    let set = |rate: &mut Rate, given: u64| {
        if given > 0 {
            let count = u32::try_from(given).unwrap_or(u32::MAX);
            *rate = Rate { per_minute: count, burst: count };
        }
    };
    set(&mut rates.form, options.max_forms_per_minute);
    set(&mut rates.url, options.max_urls_per_minute);
    set(&mut rates.sample, options.max_samples_per_minute);
    set(&mut rates.roots, options.max_roots_per_minute);
    set(&mut rates.complete, options.max_completions_per_minute);
}
