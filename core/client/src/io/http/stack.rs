//! The library's own HTTP stack, as one client uses it.

use super::net::{Net, Nets};
use super::reader::Reader;
use super::run::{Sent, run};
use super::{decode, failure};
use crate::Error;
use crate::transport::{Exchange, Exchanger, Http, Request};
use bytes::Bytes;
use http::header::{ACCEPT_ENCODING, PROXY_AUTHORIZATION};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use mcpclient_engine::Code;
use mcpclient_engine::wire::Failure;
use std::sync::Arc;
use url::Url;

/// Headers that hold nothing secret, so that HTTP/2 may remember and shorten them.
const OPEN: [&str; 5] =
    ["accept", "content-type", "mcp-method", "mcp-protocol-version", "user-agent"];

/// Makes requests for one client, over connections that it shares with those like it.
pub(crate) struct Stack {
    net: Arc<Net>,
    pub(super) url: Arc<Url>,
    uri: Uri,
    proxy_authorization: Option<HeaderValue>,
}

impl Stack {
    /// Looks through what `http` says of connections; nothing is sent.
    ///
    /// # Errors
    /// [`Code::InvalidArg`] if one of its settings cannot be used.
    pub(crate) fn new(nets: &Nets, http: &Http) -> Result<Self, Error> {
        let unfit = || Error::new(Code::InvalidArg, "the server's URL cannot be sent");
        let mut url = Url::parse(&http.url).map_err(|_| unfit())?;
        url.set_fragment(None);
        let uri = url.as_str().parse().map_err(|_| unfit())?;
        let net = nets.get(http)?;
        let proxy_authorization = net.proxy_authorization(&uri);
        Ok(Self { net, url: Arc::new(url), uri, proxy_authorization })
    }

    /// Makes a request on the runtime that this thread is in, and tells `reader` what comes of it.
    pub(super) fn send(&self, request: Request, reader: impl Reader) {
        match self.prepare(request) {
            Ok(sent) => {
                let reader = Arc::new(reader);
                let net = Arc::clone(&self.net);
                let task = tokio::spawn(run(net, sent, Arc::clone(&reader))).abort_handle();
                reader.on_abort(move || task.abort());
            }
            Err(failure) => reader.end(Some(failure)),
        }
    }

    fn prepare(&self, request: Request) -> Result<Sent, Failure> {
        let unfit = || failure::forbidden("a request that cannot be sent");
        let (url, uri) = if request.url == self.url.as_str() {
            (None, self.uri.clone())
        } else {
            let url = Url::parse(&request.url).map_err(|_| unfit())?;
            if url.origin() != self.url.origin() {
                return Err(failure::forbidden("a request to another origin than the endpoint's"));
            }
            let uri = url.as_str().parse().map_err(|_| unfit())?;
            (Some(url), uri)
        };
        let method = Method::from_bytes(request.method.as_bytes()).map_err(|_| unfit())?;
        let mut headers = HeaderMap::with_capacity(request.headers.len() + 4);
        for (name, value) in request.headers {
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| unfit())?;
            let mut value = HeaderValue::try_from(value).map_err(|_| unfit())?;
            value.set_sensitive(!OPEN.contains(&name.as_str()));
            headers.append(name, value);
        }
        headers.entry(ACCEPT_ENCODING).or_insert(HeaderValue::from_static(decode::ACCEPTED));
        if let Some(value) = &self.proxy_authorization {
            headers.insert(PROXY_AUTHORIZATION, value.clone());
        }
        let url = url.map_or_else(|| Arc::clone(&self.url), Arc::new);
        Ok(Sent { method, url, uri, headers, body: Bytes::from(request.body) })
    }
}

impl Exchanger for Stack {
    fn open(&self, request: Request, exchange: Exchange) {
        self.send(request, exchange);
    }
}
