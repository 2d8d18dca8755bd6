//! What clients share: connections, if all that is said of them is equal.

use super::dial::Dialer;
use super::proxies::{Proxies, Wishes};
use super::site::Site;
use super::trust::Trust;
use crate::Error;
use crate::io::Names;
use crate::transport::{AddressGuard, Http};
use http::Uri;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

/// What has to be equal for clients to share how connections are made.
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
    dialer: Arc<Dialer>,
    idle: Duration,
    sites: Mutex<Vec<Weak<Site>>>,
}

impl Nets {
    pub(crate) fn new() -> Self {
        Self { names: Names::new(), nets: Mutex::new(Vec::new()) }
    }

    /// Who looks names up, for all.
    pub(crate) fn names(&self) -> &Names {
        &self.names
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
        let dialer = Dialer {
            guard: settings.guard,
            limit: settings.limit,
            proxies: Proxies::new(&settings.proxies),
            trust: Trust::new(
                settings.bundle.as_deref(),
                settings.platform,
                settings.certificate.as_ref(),
            )?,
            names: self.names.clone(),
        };
        let (dialer, idle) = (Arc::new(dialer), settings.idle);
        let net = Arc::new(Net { dialer, idle, sites: Mutex::default() });
        nets.push((settings, Arc::downgrade(&net)));
        Ok(net)
    }
}

impl Net {
    /// The connections to the origin of a URL.
    pub(super) fn site(self: &Arc<Self>, target: &Uri) -> Arc<Site> {
        let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        sites.retain(|site| site.strong_count() > 0);
        let shared = sites.iter().filter_map(Weak::upgrade).find(|site| site.is_at(target));
        shared.unwrap_or_else(|| {
            let dialer = Arc::clone(&self.dialer);
            let site = Arc::new(Site::new(Arc::clone(self), dialer, target.clone(), self.idle));
            sites.push(Arc::downgrade(&site));
            site
        })
    }
}
