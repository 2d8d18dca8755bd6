//! The library's own HTTP stack, as one client uses it.

use super::failure;
use super::net::Nets;
use super::reader::Reader;
use super::request::{Headers, Sent, Target, method, unfit};
use super::run::run;
use super::site::Site;
use crate::Error;
use crate::transport::{Exchange, Exchanger, Http, Request};
use bytes::Bytes;
use mcpclient_engine::Code;
use mcpclient_engine::wire::Failure;
use std::sync::{Arc, Mutex, PoisonError};
use url::Url;

/// Makes requests for one client, over connections that it shares with those like it.
pub(crate) struct Stack {
    site: Arc<Site>,
    pub(super) endpoint: Arc<Target>,
    /// Those of the last request.
    headers: Mutex<Option<Arc<Headers>>>,
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
        let endpoint = Arc::new(Target::new(url).ok_or_else(unfit)?);
        let site = nets.get(http)?.site(&endpoint.uri);
        Ok(Self { site, endpoint, headers: Mutex::default() })
    }

    /// Makes a request on the runtime that this thread is in, and tells `reader` what comes of it.
    pub(super) fn send(&self, request: Request, reader: impl Reader) {
        match self.prepare(request) {
            Ok(sent) => {
                let reader = Arc::new(reader);
                let site = Arc::clone(&self.site);
                let task = tokio::spawn(run(site, sent, Arc::clone(&reader))).abort_handle();
                reader.on_abort(move || task.abort());
            }
            Err(failure) => reader.end(Some(failure)),
        }
    }

    fn prepare(&self, request: Request) -> Result<Sent, Failure> {
        Ok(Sent {
            method: method(request.method)?,
            target: self.target(&request.url)?,
            headers: self.headers(request.headers)?,
            body: Bytes::from(request.body),
        })
    }

    fn target(&self, url: &str) -> Result<Arc<Target>, Failure> {
        if url == self.endpoint.url.as_str() {
            return Ok(Arc::clone(&self.endpoint));
        }
        let url = Url::parse(url).map_err(|_| unfit())?;
        if url.origin() != self.endpoint.url.origin() {
            return Err(failure::forbidden("a request to another origin than the endpoint's"));
        }
        Target::new(url).map(Arc::new).ok_or_else(unfit)
    }

    fn headers(&self, given: Vec<(String, String)>) -> Result<Arc<Headers>, Failure> {
        let mut last = self.headers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(headers) = last.as_ref().filter(|headers| headers.are(&given)) {
            return Ok(Arc::clone(headers));
        }
        let headers = Arc::new(Headers::new(given)?);
        *last = Some(Arc::clone(&headers));
        Ok(headers)
    }
}

impl Exchanger for Stack {
    fn open(&self, request: Request, exchange: Exchange) {
        self.send(request, exchange);
    }
}
