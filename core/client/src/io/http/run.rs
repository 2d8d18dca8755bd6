//! One exchange, from its request to the end of its answer.

use super::decode::Decoder;
use super::failure;
use super::net::Net;
use super::reader::{Fed, Reader};
use bytes::Bytes;
use http::header::LOCATION;
use http::{HeaderMap, Method, Request, Response, StatusCode, Uri};
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Incoming};
use mcpclient_engine::wire::Failure;
use std::sync::Arc;
use url::Url;

/// Redirects in a row.
const HOPS: usize = 5;
/// Times that a request is sent again of which the server said that it has not looked at it.
const AGAIN: usize = 2;
/// What is read of the body of a redirect, to keep its connection.
const DRAINED: usize = 64 << 10;

/// A request, ready to be sent.
pub(super) struct Sent {
    pub(super) method: Method,
    pub(super) url: Arc<Url>,
    pub(super) uri: Uri,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

/// Sends it and tells `reader` what comes.
pub(super) async fn run<R: Reader>(net: Arc<Net>, mut sent: Sent, reader: Arc<R>) {
    let failure = match answer(&net, &mut sent).await {
        Ok(response) => hand_over(response, &*reader).await.err(),
        Err(failure) => Some(failure),
    };
    reader.end(failure);
}

/// The answer that is not a redirect to be followed.
async fn answer(net: &Net, sent: &mut Sent) -> Result<Response<Incoming>, Failure> {
    for _ in 0..=HOPS {
        let response = untouched_again(net, sent).await?;
        let Some(next) = redirect(sent, &response)? else { return Ok(response) };
        drain(response.into_body()).await;
        sent.uri = next.as_str().parse().map_err(|_| elsewhere())?;
        sent.url = Arc::new(next);
    }
    Err(failure::forbidden("the server redirects without end"))
}

/// A request goes twice only if the server says that it has not looked at the first, or if the connection was closed
/// before any of it was written; hyper sees to the latter.
async fn untouched_again(net: &Net, sent: &Sent) -> Result<Response<Incoming>, Failure> {
    let mut left = AGAIN;
    loop {
        net.look_around().await;
        match net.client.request(sent.request()).await {
            Ok(response) => return Ok(response),
            Err(error) if left > 0 && failure::is_untouched(&error) => left -= 1,
            Err(error) => return Err(failure::of_request(&error)),
        }
    }
}

impl Sent {
    fn request(&self) -> Request<Full<Bytes>> {
        let mut request = Request::new(Full::new(self.body.clone()));
        *request.method_mut() = self.method.clone();
        *request.uri_mut() = self.uri.clone();
        *request.headers_mut() = self.headers.clone();
        request
    }
}

/// Where to go instead, on the same origin (HTP-48, SEC-04). A POST follows only where it stays one.
fn redirect(sent: &Sent, response: &Response<Incoming>) -> Result<Option<Url>, Failure> {
    let follows = match response.status() {
        StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT => true,
        StatusCode::MOVED_PERMANENTLY | StatusCode::FOUND | StatusCode::SEE_OTHER => {
            sent.method == Method::GET
        }
        _ => false,
    };
    let Some(location) = response.headers().get(LOCATION).filter(|_| follows) else {
        return Ok(None);
    };
    let location = std::str::from_utf8(location.as_bytes()).map_err(|_| elsewhere())?;
    let mut next = sent.url.join(location).map_err(|_| elsewhere())?;
    if next.origin() != sent.url.origin() || next.username() != "" || next.password().is_some() {
        return Err(elsewhere());
    }
    next.set_fragment(None);
    Ok(Some(next))
}

fn elsewhere() -> Failure {
    failure::forbidden("the server redirects to another origin")
}

async fn drain(mut body: Incoming) {
    let mut left = DRAINED;
    while let Some(Ok(frame)) = body.frame().await {
        let length = frame.data_ref().map_or(0, Bytes::len);
        if length > left {
            break;
        }
        left -= length;
    }
}

async fn hand_over(response: Response<Incoming>, reader: &impl Reader) -> Result<(), Failure> {
    let (mut head, mut body) = response.into_parts();
    let mut decoder = if body.is_end_stream() { None } else { Decoder::of(&mut head.headers)? };
    if !reader.head(head.status.as_u16(), &head.headers) {
        return Ok(());
    }
    while let Some(frame) = body.frame().await {
        let frame =
            frame.map_err(|error| failure::of_connection(&error, "in the middle of its answer"))?;
        let Ok(bytes) = frame.into_data() else { continue };
        match &mut decoder {
            None => {
                if !feed(reader, &bytes).await {
                    return Ok(());
                }
            }
            Some(decoder) => {
                let mut rest = &bytes[..];
                loop {
                    let piece = decoder.next(&mut rest)?;
                    if piece.is_empty() {
                        break;
                    }
                    if !feed(reader, piece).await {
                        return Ok(());
                    }
                }
            }
        }
    }
    decoder.map_or(Ok(()), Decoder::finish)
}

/// False once nobody reads.
async fn feed(reader: &impl Reader, bytes: &[u8]) -> bool {
    if bytes.is_empty() {
        return true;
    }
    loop {
        match reader.body(bytes) {
            Fed::Taken => return true,
            Fed::Busy => reader.ready().await,
            Fed::Gone => return false,
        }
    }
}
