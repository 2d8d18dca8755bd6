//! Connections, and who shares them.

use super::dial::{Dial, Dialer};
use super::names::Names;
use super::proxies::{Proxies, Wishes};
use super::trust::Trust;
use crate::Error;
use crate::transport::{AddressGuard, Http};
use bytes::Bytes;
use http::{HeaderValue, Uri};
use http_body_util::Full;
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::task;

/// Connections that are kept for one server while nobody uses them.
const KEPT: usize = 128;
/// The head of an answer, and what is read of a body at once.
const BUFFER: usize = 512 << 10;
/// After so long a look is taken whether kept connections were closed meanwhile.
const STALE: Duration = Duration::from_secs(1);

/// What has to be equal for clients to share connections.
#[derive(PartialEq, Eq)]
struct Settings {
    bundle: Option<Vec<u8>>,
    platform: bool,
    certificate: Option<(Vec<u8>, Vec<u8>)>,
    proxies: Wishes,
    guard: AddressGuard,
    limit: Duration,
    idle: Duration,
}

/// The connections of one runtime.
pub(crate) struct Nets {
    names: Names,
    nets: Mutex<Vec<(Settings, Weak<Net>)>>,
}

/// Connections with the same settings.
pub(super) struct Net {
    pub(super) client: Client<Dial, Full<Bytes>>,
    dialer: Arc<Dialer>,
    born: Instant,
    /// When something was last sent, in milliseconds since then; 0 for never.
    used: AtomicU64,
}

impl Nets {
    pub(crate) fn new() -> Self {
        Self { names: Names::new(), nets: Mutex::new(Vec::new()) }
    }

    /// Those with the settings of `http`; new ones if nobody has any.
    pub(super) fn get(&self, http: &Http) -> Result<Arc<Net>, Error> {
        let settings = Settings {
            bundle: http.ca_bundle.clone(),
            platform: http.platform_trust,
            certificate: http.client_certificate.clone(),
            proxies: Wishes::new(&http.proxy)?,
            guard: http.guard,
            limit: http.connect_timeout,
            idle: http.idle_timeout,
        };
        let mut nets = self.nets.lock().unwrap_or_else(PoisonError::into_inner);
        nets.retain(|(_, net)| net.strong_count() > 0);
        let shared = nets.iter().find(|(of, _)| *of == settings).and_then(|(_, net)| net.upgrade());
        if let Some(net) = shared {
            return Ok(net);
        }
        let net = Arc::new(Net::new(&settings, self.names.clone())?);
        nets.push((settings, Arc::downgrade(&net)));
        Ok(net)
    }
}

impl Net {
    fn new(of: &Settings, names: Names) -> Result<Self, Error> {
        let dialer = Arc::new(Dialer {
            guard: of.guard,
            limit: of.limit,
            proxies: Proxies::new(&of.proxies),
            trust: Trust::new(of.bundle.as_deref(), of.platform, of.certificate.as_ref())?,
            names,
        });
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(of.idle)
            .pool_max_idle_per_host(KEPT)
            .http1_max_buf_size(BUFFER)
            .http2_adaptive_window(true)
            .timer(TokioTimer::new())
            .build(Dial(Arc::clone(&dialer)));
        Ok(Self { client, dialer, born: Instant::now(), used: AtomicU64::new(0) })
    }

    /// What a proxy that reads requests wants to see in each.
    pub(super) fn proxy_authorization(&self, target: &Uri) -> Option<HeaderValue> {
        self.dialer.proxies.authorization(target)
    }

    /// To be waited for before something is sent. Where nothing looked at the sockets for a while, as when a host
    /// runs the I/O only while it waits, a kept connection may have been closed unseen. What is sent there is lost,
    /// and whether the server saw it nobody could say.
    pub(super) async fn look_around(&self) {
        let now = self.born.elapsed().as_millis().try_into().unwrap_or(u64::MAX);
        let used = self.used.swap(now.max(1), Relaxed);
        if used != 0 && u128::from(now.saturating_sub(used)) > STALE.as_millis() {
            task::yield_now().await;
        }
    }
}
