//! One HTTP request of the library's, for the host's own stack to make.

use crate::exchanger::Stack;
use crate::guard::{Outcome, guard};
use crate::handle::{self, Handle, Owned, array, borrow, need};
use crate::lock::lock;
use crate::ready::{Ready, fed};
use crate::view::Terminated;
use crate::{mcpclient_status, mcpclient_str};
use client::{Code, Error, Exchange, Failure, FailureKind, Request};
use std::ffi::c_void;
use std::sync::{Arc, Mutex};

/// How an exchange ends.
pub type mcpclient_exchange_ending = i32;

/// The answer is complete.
pub const MCPCLIENT_EXCHANGE_COMPLETE: mcpclient_exchange_ending = 0;
/// Nothing was sent: the name, the connection, TLS or the proxy failed.
pub const MCPCLIENT_EXCHANGE_UNREACHABLE: mcpclient_exchange_ending = 1;
/// Nothing was sent: the address is one that you do not allow.
pub const MCPCLIENT_EXCHANGE_FORBIDDEN: mcpclient_exchange_ending = 2;
/// It took longer than you allow.
pub const MCPCLIENT_EXCHANGE_TIMEOUT: mcpclient_exchange_ending = 3;
/// It broke after something was sent: the server may have acted on it.
pub const MCPCLIENT_EXCHANGE_BROKEN: mcpclient_exchange_ending = 4;
/// The body is larger than you allow.
pub const MCPCLIENT_EXCHANGE_TOO_LARGE: mcpclient_exchange_ending = 5;

/// One HTTP request that your stack is to make, and what comes of it. To be answered with
/// mcpclient_exchange_head() once, mcpclient_exchange_feed() as often as there is something, and
/// mcpclient_exchange_end() once. It may outlive its client and its runtime.
pub struct mcpclient_exchange {
    exchange: Exchange,
    method: Terminated,
    url: Terminated,
    headers: Vec<(Terminated, Terminated)>,
    body: Vec<u8>,
    /// Of the answer, until its head is told.
    answered: Mutex<Vec<(String, Vec<u8>)>>,
    ready: Ready,
    /// Lives as long as an exchange does.
    _stack: Arc<Stack>,
}

impl Handle for mcpclient_exchange {
    type Held = Owned;
    const NAME: &'static str = "exchange";
}

impl mcpclient_exchange {
    pub(crate) fn new(request: Request, exchange: Exchange, stack: Arc<Stack>) -> Self {
        let header =
            |(name, value): &(String, String)| (Terminated::new(name), Terminated::new(value));
        let (id, told) = (exchange.id(), Arc::clone(&stack));
        let ready: Ready = stack.wants_ready().then(|| {
            let ready: Arc<dyn Fn() + Send + Sync> = Arc::new(move || told.ready(id));
            ready
        });
        Self {
            exchange,
            method: Terminated::new(request.method),
            url: Terminated::new(&request.url),
            headers: request.headers.iter().map(header).collect(),
            body: request.body,
            answered: Mutex::default(),
            ready,
            _stack: stack,
        }
    }
}

/// A number that no other exchange of this process has; 0 for NULL. Borrows the exchange.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_exchange_id(exchange: *const mcpclient_exchange) -> u64 {
    guard(|| Some(borrow(exchange)?.exchange.id()))
}

/// "GET", "POST" or "DELETE". Borrowed from the exchange, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_exchange_method(
    exchange: *const mcpclient_exchange,
) -> mcpclient_str {
    guard(|| Some(borrow(exchange)?.method.view()))
}

/// Where to, in full. Borrowed from the exchange, and ends with a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_exchange_url(
    exchange: *const mcpclient_exchange,
) -> mcpclient_str {
    guard(|| Some(borrow(exchange)?.url.view()))
}

/// How many headers are to be sent. Borrows the exchange.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_exchange_header_count(
    exchange: *const mcpclient_exchange,
) -> usize {
    guard(|| Some(borrow(exchange)?.headers.len()))
}

/// The name of the `index`th header; the same one may come more than once. Borrowed from the exchange, and
/// ends with a NUL; no text for a wrong `index`.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_exchange_header_name(
    exchange: *const mcpclient_exchange,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(borrow(exchange)?.headers.get(index)?.0.view()))
}

/// The value of the `index`th header; it may be a secret. Borrowed from the exchange, and ends with a NUL;
/// no text for a wrong `index`.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_exchange_header_value(
    exchange: *const mcpclient_exchange,
    index: usize,
) -> mcpclient_str {
    guard(|| Some(borrow(exchange)?.headers.get(index)?.1.view()))
}

/// The body that is to be sent, which is UTF-8; empty with GET and DELETE. Borrowed from the exchange,
/// without a NUL; no text for NULL alone.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_exchange_body(
    exchange: *const mcpclient_exchange,
) -> mcpclient_str {
    guard(|| {
        let body = &borrow(exchange)?.body;
        Some(mcpclient_str { ptr: body.as_ptr().cast(), len: body.len() })
    })
}

/// Adds a header of the answer, before mcpclient_exchange_head(); the same one may be added more than once.
/// All may be, and a few matter. Copies both texts, of which `value` need not be UTF-8.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (a text is missing), MCPCLIENT_E_BAD_JSON (`name` is not UTF-8).
///
/// @thread any, one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_exchange_add_header(
    exchange: *mut mcpclient_exchange,
    name: mcpclient_str,
    value: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let exchange = need(exchange)?;
        let name = name.need("the header's name")?;
        let value = value.bytes()?;
        let value =
            value.ok_or_else(|| Error::new(Code::InvalidArg, "the header's value is missing"))?;
        lock(&exchange.answered).push((name.to_owned(), value.to_owned()));
        Ok(())
    })
}

/// The answer begins: its status, and the headers that were added. Not for those before the last one (1xx).
/// Borrows the exchange, and keeps the headers if it fails.
///
/// Fails with MCPCLIENT_E_GONE if the exchange is over, MCPCLIENT_E_INVALID_ARG (a second head, or no such
/// status), MCPCLIENT_E_FORKED.
///
/// @thread any, one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_exchange_head(
    exchange: *mut mcpclient_exchange,
    status: u32,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let exchange = need(exchange)?;
        let status = u16::try_from(status)
            .map_err(|_| Error::new(Code::InvalidArg, "there is no such status"))?;
        let headers = std::mem::take(&mut *lock(&exchange.answered));
        let told =
            exchange.exchange.head(status, headers.iter().map(|(name, value)| (name, value)));
        if told.is_err() {
            *lock(&exchange.answered) = headers;
        }
        told
    })
}

/// The next part of the body, without transfer coding and compression, as it comes: an event must not wait
/// for more to follow. Copies it.
///
/// Fails with MCPCLIENT_E_BUSY while the client is too far behind: nothing was taken, and no more should be
/// read from the server until `ready` is called; MCPCLIENT_E_GONE if the exchange is over;
/// MCPCLIENT_E_INVALID_ARG (before the head), MCPCLIENT_E_FORKED.
///
/// @thread any, one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_exchange_feed(
    exchange: *mut mcpclient_exchange,
    bytes: *const c_void,
    size: usize,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let held = need(exchange)?;
        let bytes = array(bytes.cast::<u8>(), size)?;
        fed(|| held.exchange.body(bytes), &held.ready, |told| held.exchange.on_ready(told))
    })
}

/// The exchange is over: one of MCPCLIENT_EXCHANGE_..., and `why` in one sentence for developers, which
/// goes into errors, and so must hold nobody's data; or no text. Borrows the exchange, which stays yours to
/// free.
///
/// Fails with MCPCLIENT_E_GONE if it is over already, MCPCLIENT_E_INVALID_ARG (complete without a head, or
/// none of the constants), MCPCLIENT_E_BAD_JSON (not UTF-8), MCPCLIENT_E_FORKED.
///
/// @thread any, one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_exchange_end(
    exchange: *mut mcpclient_exchange,
    how: mcpclient_exchange_ending,
    why: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let exchange = need(exchange)?;
        let kind = match how {
            MCPCLIENT_EXCHANGE_COMPLETE => None,
            MCPCLIENT_EXCHANGE_UNREACHABLE => Some(FailureKind::Unreachable),
            MCPCLIENT_EXCHANGE_FORBIDDEN => Some(FailureKind::Forbidden),
            MCPCLIENT_EXCHANGE_TIMEOUT => Some(FailureKind::Timeout),
            MCPCLIENT_EXCHANGE_BROKEN => Some(FailureKind::Broken),
            MCPCLIENT_EXCHANGE_TOO_LARGE => Some(FailureKind::TooLarge),
            _ => return Err(Error::new(Code::InvalidArg, "no exchange ends so")),
        };
        let message = why.text()?.unwrap_or("the exchange failed").to_owned();
        exchange.exchange.end(kind.map(|kind| Failure { kind, message }))
    })
}

/// Whether the library does not want it any more. Borrows the exchange; false for NULL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_exchange_is_aborted(
    exchange: *const mcpclient_exchange,
) -> bool {
    guard(|| Some(borrow(exchange)?.exchange.is_aborted()))
}

/// Frees an exchange of yours; NULL is fine. One that was not ended counts as broken.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_exchange_free(exchange: *mut mcpclient_exchange) {
    guard(|| drop(handle::take(exchange)));
}
