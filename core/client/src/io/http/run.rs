//! One exchange, from its request to the end of its answer.

use super::decode::Decoder;
use super::failure;
use super::reader::{Fed, Reader};
use super::request::{Sent, Target};
use super::site::{Lease, Site};
use bytes::Bytes;
use http::header::LOCATION;
use http::{Method, Response, StatusCode};
use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};
use mcpclient_engine::wire::Failure;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use url::Url;

/// Redirects in a row.
const HOPS: usize = 5;
/// What is read of the body of a redirect, to keep its connection.
const DRAINED: usize = 64 << 10;

/// How long that may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// Sends a request and tells `reader` what comes.
pub(super) async fn run<R: Reader>(site: Arc<Site>, mut sent: Sent, reader: Arc<R>) {
    let failure = match answer(&site, &mut sent).await {
        Ok((response, lease)) => hand_over(response, lease, &*reader).await.err(),
        Err(failure) => Some(failure),
    };
    reader.end(failure);
}

/// The answer that is not a redirect to be followed.
async fn answer(site: &Site, sent: &mut Sent) -> Result<(Response<Incoming>, Lease), Failure> {
    for _ in 0..=HOPS {
        let (response, lease) = site.send(sent).await?;
        let Some(next) = redirect(sent, &response)? else { return Ok((response, lease)) };
        if let Ok(true) = timeout(PATIENCE, drain(response.into_body())).await {
            lease.give_back();
        }
        sent.target = Arc::new(Target::new(next).ok_or_else(elsewhere)?);
    }
    Err(failure::forbidden("the server redirects without end"))
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
    let mut next = sent.target.url.join(location).map_err(|_| elsewhere())?;
    if next.origin() != sent.target.url.origin()
        || next.username() != ""
        || next.password().is_some()
    {
        return Err(elsewhere());
    }
    next.set_fragment(None);
    Ok(Some(next))
}

fn elsewhere() -> Failure {
    failure::forbidden("the server redirects to another origin")
}

/// Reads a body that nobody needs; false if it did not end in time.
async fn drain(mut body: Incoming) -> bool {
    let mut left = DRAINED;
    while let Some(frame) = body.frame().await {
        let length = frame.as_ref().ok().map(|frame| frame.data_ref().map_or(0, Bytes::len));
        match length.and_then(|length| left.checked_sub(length)) {
            Some(rest) => left = rest,
            None => return false,
        }
    }
    true
}

async fn hand_over(
    response: Response<Incoming>,
    lease: Lease,
    reader: &impl Reader,
) -> Result<(), Failure> {
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
    lease.give_back();
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
