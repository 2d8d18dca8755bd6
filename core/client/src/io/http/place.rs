//! Where a URL leads.

use super::failure;
use http::Uri;
use mcpclient_engine::wire::Failure;

/// A host and a port.
pub(super) struct Place {
    /// Without brackets.
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) secure: bool,
}

impl Place {
    /// Of a server, or of a proxy of that kind.
    pub(super) fn of(uri: &Uri, proxy: Option<&str>) -> Result<Self, Failure> {
        let host = uri.host().ok_or_else(|| failure::unreachable("the URL names no host"))?;
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let secure = uri.scheme_str() == Some("https");
        let usual = match proxy {
            Some("socks5" | "socks5h") => 1080,
            _ if secure => 443,
            _ => 80,
        };
        Ok(Self { host: host.into(), port: uri.port_u16().unwrap_or(usual), secure })
    }

    /// With the port, for proxies.
    pub(super) fn uri(&self) -> Result<Uri, Failure> {
        let Self { host, port, secure } = self;
        let scheme = if *secure { "https" } else { "http" };
        let text = if host.contains(':') {
            format!("{scheme}://[{host}]:{port}/")
        } else {
            format!("{scheme}://{host}:{port}/")
        };
        text.parse().map_err(|_| failure::unreachable("the URL names no host"))
    }
}
