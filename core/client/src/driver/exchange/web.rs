//! What every request to one server has in common.

use crate::clock::whole_millis;
use crate::transport::{Exchanger, Http, Request};
use mcpclient_engine::wire::{HttpConfig, HttpRequest};
use mcpclient_engine::{Code, Error, Millis};
use std::sync::Arc;
use url::Url;

/// A server behind a URL.
pub(in crate::driver) struct Web {
    pub(in crate::driver) exchanger: Arc<dyn Exchanger>,
    endpoint: Url,
    headers: Vec<(String, String)>,
    pub(in crate::driver) head_timeout: Millis,
    pub(in crate::driver) idle_timeout: Millis,
}

/// The `User-Agent` of hosts that name none.
const AGENT: &str = concat!("libmcpclient/", env!("CARGO_PKG_VERSION"));

/// What a session or the stack says, and no host.
const OURS: [&str; 18] = [
    "accept",
    "connection",
    "content-length",
    "content-type",
    "expect",
    "host",
    "keep-alive",
    "last-event-id",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
    "mcp-session-id",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

impl Web {
    /// Looks at what the host says; with its stack, or with the one that `stack` makes.
    pub(in crate::driver) fn new(
        http: &Http,
        stack: impl FnOnce(&Http) -> Result<Arc<dyn Exchanger>, Error>,
    ) -> Result<Self, Error> {
        let endpoint = endpoint(&http.url)?;
        let mut headers = http.headers.clone();
        for (name, value) in &headers {
            check(name, value)?;
        }
        let is_agent = |name: &str| name.eq_ignore_ascii_case("user-agent");
        if let Some(agent) = &http.user_agent {
            check("User-Agent", agent)?;
            headers.retain(|(name, _)| !is_agent(name));
            headers.push(("User-Agent".into(), agent.clone()));
        } else if !headers.iter().any(|(name, _)| is_agent(name)) {
            headers.push(("User-Agent".into(), AGENT.into()));
        }
        let exchanger = match &http.exchanger {
            Some(exchanger) => Arc::clone(exchanger),
            None => stack(http)?,
        };
        Ok(Self {
            exchanger,
            endpoint,
            headers,
            head_timeout: Millis(whole_millis(http.head_timeout)),
            idle_timeout: Millis(whole_millis(http.idle_timeout)),
        })
    }

    /// For the session.
    pub(in crate::driver) fn config(&self, http: &Http) -> HttpConfig {
        HttpConfig {
            old_sse: http.old_sse,
            listen: http.listen,
            ..HttpConfig::new(self.endpoint.as_str())
        }
    }

    /// The server's host name.
    pub(in crate::driver) fn host(&self) -> Option<&str> {
        self.endpoint.host_str()
    }

    /// What the server's era is remembered by (VER-45).
    pub(in crate::driver) fn place(&self) -> (String, &str) {
        (self.endpoint.origin().ascii_serialization(), self.endpoint.path())
    }

    /// A request as it goes out: what the host says comes after what the session says.
    pub(in crate::driver) fn request(&self, request: HttpRequest) -> Request {
        let protocol = request.headers.into_iter().map(|(name, value)| (name.into_owned(), value));
        Request {
            method: request.method.name(),
            url: request.url.as_deref().unwrap_or(self.endpoint.as_str()).to_owned(),
            headers: protocol.chain(self.headers.iter().cloned()).collect(),
            body: request.body.unwrap_or_default().into_bytes(),
        }
    }
}

fn endpoint(url: &str) -> Result<Url, Error> {
    let wrong = |what: &str| Error::new(Code::InvalidArg, format!("the server's URL {what}"));
    let mut url = Url::parse(url).map_err(|error| wrong(&format!("is none: {error}")))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(wrong("is neither http nor https"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("names a user; credentials are to be given as a header"));
    }
    // It is never sent.
    url.set_fragment(None);
    Ok(url)
}

/// Whether a header of the host's may go out.
fn check(name: &str, value: &str) -> Result<(), Error> {
    let wrong = |what: &str| Err(Error::new(Code::InvalidArg, format!("a header's {what}")));
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_token) {
        return wrong("name is none");
    }
    let lower = name.to_ascii_lowercase();
    if OURS.contains(&lower.as_str()) || lower.starts_with("mcp-param-") {
        return wrong("name is one of the protocol's own");
    }
    if value.bytes().any(|byte| byte.is_ascii_control() && byte != b'\t') {
        return wrong("value holds a control character");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::Exchange;
    use mcpclient_engine::wire::{HttpMethod, Purpose};

    struct Nobody;

    impl Exchanger for Nobody {
        fn open(&self, _request: Request, _exchange: Exchange) {}
    }

    fn web(http: &Http) -> Result<Web, Error> {
        Web::new(http, |_| Ok(Arc::new(Nobody)))
    }

    fn names(http: &Http) -> Vec<(String, String)> {
        let request = HttpRequest {
            method: HttpMethod::Get,
            url: None,
            headers: vec![("Accept".into(), "text/event-stream".into())],
            body: None,
            purpose: Purpose::Stream,
        };
        web(http).unwrap().request(request).headers
    }

    #[test]
    fn a_url_is_looked_at_before_anything_is_done() {
        for url in ["", "example.org", "ftp://example.org/", "http://", "https://u@example.org/"] {
            assert_eq!(web(&Http::new(url)).err().map(|error| error.code), Some(Code::InvalidArg));
        }
        let web = web(&Http::new("HTTPS://Example.ORG:443/mcp?x=1#part")).unwrap();
        assert_eq!(web.config(&Http::new("")).endpoint, "https://example.org/mcp?x=1");
        assert_eq!(web.host(), Some("example.org"));
        assert_eq!(web.place(), ("https://example.org".into(), "/mcp"));
    }

    // proves: SEC-18
    #[test]
    fn what_is_wrong_with_a_url_or_a_header_is_said_without_it() {
        let url = web(&Http::new("https://secret@example.org/")).err().unwrap();
        assert!(!url.message.contains("secret"));
        let header = web(&Http::new("http://h/").header("X-Key", "sec\nret")).err().unwrap();
        assert!(!header.message.contains("sec"));
    }

    #[test]
    fn headers_of_the_host_come_after_those_of_the_protocol_and_replace_none() {
        for name in ["Accept", "content-type", "MCP-Session-Id", "Mcp-Param-City", "a b", ""] {
            let http = Http::new("http://h/").header(name, "x");
            assert_eq!(web(&http).err().map(|error| error.code), Some(Code::InvalidArg), "{name}");
        }
        let headers = names(&Http::new("http://h/").header("X-One", "1").user_agent("me/1"));
        let pairs: Vec<_> = headers.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(
            pairs,
            [("Accept", "text/event-stream"), ("X-One", "1"), ("User-Agent", "me/1")]
        );
    }

    #[test]
    fn there_is_one_user_agent() {
        let agent = |http: &Http| {
            let headers = names(http);
            let mut all =
                headers.into_iter().filter(|(name, _)| name.eq_ignore_ascii_case("user-agent"));
            let (_, agent) = all.next().unwrap();
            assert!(all.next().is_none());
            agent
        };
        assert!(agent(&Http::new("http://h/")).starts_with("libmcpclient/"));
        assert_eq!(agent(&Http::new("http://h/").header("user-agent", "mine")), "mine");
        let both = Http::new("http://h/").header("user-agent", "mine").user_agent("yours");
        assert_eq!(agent(&both), "yours");
    }
}
