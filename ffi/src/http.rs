//! Servers behind URLs.

use crate::guard::{Outcome, guard, guard_error};
use crate::handle::{self, Out, need_mut};
use crate::switch::{self, mcpclient_switch};
use crate::transport::{mcpclient_transport, unfit};
use crate::{mcpclient_error, mcpclient_status, mcpclient_str};
use client::{AddressGuard, Code, Error, Http, OldSse, Proxy, Transport};
use std::time::Duration;

/// Through which proxy a server is reached.
pub type mcpclient_proxy = i32;

/// What the environment says when the client is made: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY.
pub const MCPCLIENT_PROXY_ENVIRONMENT: mcpclient_proxy = 0;
/// None.
pub const MCPCLIENT_PROXY_DIRECT: mcpclient_proxy = 1;
/// The one that you name.
pub const MCPCLIENT_PROXY_URL: mcpclient_proxy = 2;

/// Which addresses may be connected to, looked at after names are resolved, so that no name leads around it
/// (SEC-03, SEC-04).
pub type mcpclient_address_guard = i32;

/// All.
pub const MCPCLIENT_GUARD_OFF: mcpclient_address_guard = 0;
/// Public ones: none that is private, link-local, loopback, unspecified or multicast, and no cloud's
/// metadata service. A proxy resolves names itself: with one, only addresses in URLs can be looked at.
pub const MCPCLIENT_GUARD_PUBLIC: mcpclient_address_guard = 1;

/// Whether the HTTP+SSE transport of "2024-11-05" is spoken (SSE-06).
pub type mcpclient_old_sse = i32;

/// Where the server refuses everything newer (HTP-47).
pub const MCPCLIENT_OLD_SSE_FALLBACK: mcpclient_old_sse = 0;
/// At once, and nothing else.
pub const MCPCLIENT_OLD_SSE_ONLY: mcpclient_old_sse = 1;
/// Not at all.
pub const MCPCLIENT_OLD_SSE_NEVER: mcpclient_old_sse = 2;

impl mcpclient_transport {
    pub(crate) fn http(&mut self, how: impl FnOnce(Http) -> Http) -> Outcome {
        let Transport::Http(http) = self.way() else { return unfit() };
        *http = how(http.clone());
        Ok(())
    }
}

/// A server behind a URL: Streamable HTTP of every revision, and the older HTTP+SSE where a server knows
/// nothing newer (HTP-01, SSE-07). `url` is the server's endpoint, `http` or `https`; whether it is one is
/// seen by mcpclient_new(). Nothing is connected yet.
///
/// No cookies are kept, and no redirects to another origin followed; what the functions below set is sent to
/// the origin of the URL alone (HTP-48). The URL is copied; `*out` is yours until mcpclient_new() takes it.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (no URL), MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_http(
    url: mcpclient_str,
    out: *mut *mut mcpclient_transport,
    error: *mut *mut mcpclient_error,
) -> mcpclient_status {
    guard_error(error, || {
        let out = Out::need(out)?;
        out.set(std::ptr::null_mut());
        let url = url.need("the URL")?;
        if url.is_empty() {
            return Err(Error::new(Code::InvalidArg, "the URL is empty"));
        }
        out.set(handle::give(mcpclient_transport::new(Http::new(url))));
        Ok(())
    })
}

/// With mcpclient_transport_http(): adds a header to every request. A name may be added more than once;
/// headers of the protocol's own cannot be replaced. Credentials belong here: no log and no error has them.
/// Copies both texts.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (a name or a value that cannot stand in a header),
/// MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_add_header(
    transport: *mut mcpclient_transport,
    name: mcpclient_str,
    value: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let transport = need_mut(transport)?;
        let name = name.need("the header's name")?;
        let value = header_value(value, "the header's value")?;
        if name.is_empty() || !name.bytes().all(is_token) {
            return Err(Error::new(Code::InvalidArg, "the header's name cannot be one"));
        }
        transport.http(|http| http.header(name, value))
    })
}

/// With mcpclient_transport_http(): `User-Agent` of every request. Default: the library's name and version.
/// Copies the text.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (no text, or text that cannot stand in a header),
/// MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_user_agent(
    transport: *mut mcpclient_transport,
    text: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let transport = need_mut(transport)?;
        let text = header_value(text, "the text")?;
        transport.http(|http| http.user_agent(text))
    })
}

/// With mcpclient_transport_http(): certificates of authorities to trust, as PEM, beside those of the
/// platform. Copies them; whether they can be read is seen by mcpclient_new().
///
/// Fails with MCPCLIENT_E_INVALID_ARG (nothing).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_ca_bundle(
    transport: *mut mcpclient_transport,
    pem: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let transport = need_mut(transport)?;
        let pem = some_bytes(pem, "the bundle")?;
        transport.http(|http| http.ca_bundle(pem))
    })
}

/// With mcpclient_transport_http(): whether the platform's authorities are trusted. Default: on. Borrows the
/// transport.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (no such switch).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_platform_trust(
    transport: *mut mcpclient_transport,
    trust: mcpclient_switch,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let transport = need_mut(transport)?;
        let on = switch::read(trust, "trust")?.unwrap_or(true);
        transport.http(|http| http.platform_trust(on))
    })
}

/// With mcpclient_transport_http(): the certificate, with its chain, and the private key, both as PEM, for
/// servers that ask who you are. Copies both; whether they can be read, and belong together, is seen by
/// mcpclient_new().
///
/// Fails with MCPCLIENT_E_INVALID_ARG (one of them is missing).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_client_certificate(
    transport: *mut mcpclient_transport,
    chain: mcpclient_str,
    key: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let transport = need_mut(transport)?;
        let (chain, key) = (some_bytes(chain, "the chain")?, some_bytes(key, "the key")?);
        transport.http(|http| http.client_certificate(chain, key))
    })
}

/// With mcpclient_transport_http(): through which proxy, one of MCPCLIENT_PROXY_.... With
/// MCPCLIENT_PROXY_URL `url` names it: `http`, `https` or `socks5`, perhaps with a user name and a password;
/// otherwise it is no text. Default: MCPCLIENT_PROXY_ENVIRONMENT. Copies the URL; whether it is one is seen
/// by mcpclient_new().
///
/// Fails with MCPCLIENT_E_INVALID_ARG (none of the constants, a URL too few or too many),
/// MCPCLIENT_E_BAD_JSON (not UTF-8).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_proxy(
    transport: *mut mcpclient_transport,
    proxy: mcpclient_proxy,
    url: mcpclient_str,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let transport = need_mut(transport)?;
        let proxy = match (proxy, url.text()?) {
            (MCPCLIENT_PROXY_ENVIRONMENT, None) => Proxy::Environment,
            (MCPCLIENT_PROXY_DIRECT, None) => Proxy::Direct,
            (MCPCLIENT_PROXY_URL, Some(url)) => Proxy::Url(url.to_owned()),
            _ => return Err(Error::new(Code::InvalidArg, "not a way to choose a proxy")),
        };
        transport.http(|http| http.proxy(proxy))
    })
}

/// With mcpclient_transport_http(): which addresses may be connected to, one of MCPCLIENT_GUARD_...: for
/// hosts whose URLs come from elsewhere. A server at another address is refused with
/// MCPCLIENT_E_REFUSED. Default: MCPCLIENT_GUARD_OFF. Borrows the transport.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (none of the constants).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_address_guard(
    transport: *mut mcpclient_transport,
    addresses: mcpclient_address_guard,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let transport = need_mut(transport)?;
        let addresses = match addresses {
            MCPCLIENT_GUARD_OFF => AddressGuard::Off,
            MCPCLIENT_GUARD_PUBLIC => AddressGuard::Public,
            _ => return Err(Error::new(Code::InvalidArg, "there is no such guard")),
        };
        transport.http(|http| http.guard(addresses))
    })
}

/// With mcpclient_transport_http(), mcpclient_transport_unix() and mcpclient_transport_tcp(): how long
/// connecting may take, the look-up of the name and TLS included. Default: ten seconds. Borrows the
/// transport.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (0).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_connect_timeout(
    transport: *mut mcpclient_transport,
    milliseconds: u64,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let transport = need_mut(transport)?;
        let time = some_time(milliseconds)?;
        match transport.way() {
            Transport::Http(http) => *http = http.clone().connect_timeout(time),
            Transport::Socket(socket) => *socket = socket.clone().connect_timeout(time),
            _ => return unfit(),
        }
        Ok(())
    })
}

/// With mcpclient_transport_http(): how long the head of an answer may take where no call waits for it; a
/// call has limits of its own, those of mcpclient_options. Default: thirty seconds. Borrows the transport.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (0).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_head_timeout(
    transport: *mut mcpclient_transport,
    milliseconds: u64,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let transport = need_mut(transport)?;
        let time = some_time(milliseconds)?;
        transport.http(|http| http.head_timeout(time))
    })
}

/// With mcpclient_transport_http(): how long the body of an answer, other than a stream of events, may be
/// silent, and how long a connection is kept that nobody uses. Default: a minute. Borrows the transport.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (0).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_idle_timeout(
    transport: *mut mcpclient_transport,
    milliseconds: u64,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let transport = need_mut(transport)?;
        let time = some_time(milliseconds)?;
        transport.http(|http| http.idle_timeout(time))
    })
}

/// With mcpclient_transport_http(): whether the older HTTP+SSE transport is spoken, one of
/// MCPCLIENT_OLD_SSE_.... Default: MCPCLIENT_OLD_SSE_FALLBACK. Borrows the transport.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (none of the constants).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_old_sse(
    transport: *mut mcpclient_transport,
    old_sse: mcpclient_old_sse,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let transport = need_mut(transport)?;
        let old_sse = match old_sse {
            MCPCLIENT_OLD_SSE_FALLBACK => OldSse::Fallback,
            MCPCLIENT_OLD_SSE_ONLY => OldSse::Only,
            MCPCLIENT_OLD_SSE_NEVER => OldSse::Never,
            _ => return Err(Error::new(Code::InvalidArg, "there is no such choice")),
        };
        transport.http(|http| http.old_sse(old_sse))
    })
}

/// With mcpclient_transport_http(): whether a stream is opened for what the server says unasked, where the
/// revision has one (HTP-13). Default: on. Borrows the transport.
///
/// Fails with MCPCLIENT_E_INVALID_ARG (no such switch).
///
/// @thread one at a time
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_transport_set_listen(
    transport: *mut mcpclient_transport,
    listen: mcpclient_switch,
) -> mcpclient_status {
    guard(|| -> Outcome {
        let transport = need_mut(transport)?;
        let on = switch::read(listen, "listen")?.unwrap_or(true);
        transport.http(|http| http.listen(on))
    })
}

/// What names of headers are made of (RFC 9110, 5.6.2).
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// Text without the characters that no header has (RFC 9110, 5.5).
fn header_value<'a>(text: mcpclient_str, what: &str) -> Result<&'a str, Error> {
    let text = text.need(what)?;
    if text.bytes().any(|byte| byte != b'\t' && byte.is_ascii_control()) {
        return Err(Error::new(Code::InvalidArg, format!("{what} cannot stand in a header")));
    }
    Ok(text)
}

fn some_bytes<'a>(bytes: mcpclient_str, what: &str) -> Result<&'a [u8], Error> {
    let bytes = bytes.bytes()?.filter(|bytes| !bytes.is_empty());
    bytes.ok_or_else(|| Error::new(Code::InvalidArg, format!("{what} is missing")))
}

fn some_time(milliseconds: u64) -> Result<Duration, Error> {
    if milliseconds == 0 {
        return Err(Error::new(Code::InvalidArg, "no time at all"));
    }
    Ok(Duration::from_millis(milliseconds))
}
