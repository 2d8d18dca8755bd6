//! What a dialog should warn of, as data.

use crate::guard::guard;
use crate::handle::{Out, borrow};
use crate::{mcpclient_input, mcpclient_str};
use client::Wants;
use client::elicitation::UrlFacts;

/// What to be careful about in a message or a field (ELI-46, ELI-47). A number never changes its
/// meaning, and new ones may come.
pub type mcpclient_hazard = i32;

/// It seems to ask for a password, a key, a token or card data, which forms must not.
pub const MCPCLIENT_HAZARD_SECRET: mcpclient_hazard = 1;
/// It holds a link; make nothing clickable but the URL of a URL visit (ELI-50).
pub const MCPCLIENT_HAZARD_LINK: mcpclient_hazard = 2;
/// It holds characters that control terminals, turn the writing direction, or cannot be seen.
pub const MCPCLIENT_HAZARD_CONTROL: mcpclient_hazard = 3;
/// It is long enough to bury what it asks for.
pub const MCPCLIENT_HAZARD_LONG: mcpclient_hazard = 4;

/// What to be careful about in a URL (URL-07). A number never changes its meaning, and new ones
/// may come.
pub type mcpclient_url_hazard = i32;

/// A user name or password stands before the host, perhaps to be taken for it.
pub const MCPCLIENT_URL_HAZARD_USER_INFO: mcpclient_url_hazard = 1;
/// The host has letters beyond ASCII.
pub const MCPCLIENT_URL_HAZARD_PUNYCODE: mcpclient_url_hazard = 2;
/// Letters of several scripts in one part of the host, as in imitations.
pub const MCPCLIENT_URL_HAZARD_MIXED_SCRIPTS: mcpclient_url_hazard = 3;
/// The host is an address instead of a name.
pub const MCPCLIENT_URL_HAZARD_ADDRESS_LITERAL: mcpclient_url_hazard = 4;
/// The address leads to this machine or its neighbourhood.
pub const MCPCLIENT_URL_HAZARD_PRIVATE_ADDRESS: mcpclient_url_hazard = 5;
/// A port that browsers would not use by themselves.
pub const MCPCLIENT_URL_HAZARD_ODD_PORT: mcpclient_url_hazard = 6;
/// No encryption.
pub const MCPCLIENT_URL_HAZARD_PLAIN_HTTP: mcpclient_url_hazard = 7;
/// The name looks like the server's own and is another.
pub const MCPCLIENT_URL_HAZARD_LOOK_ALIKE: mcpclient_url_hazard = 8;
/// The URL is not written as browsers read it; mcpclient_input_url_canonical() is how they do.
pub const MCPCLIENT_URL_HAZARD_REWRITTEN: mcpclient_url_hazard = 9;
/// Too long to be read in a dialog.
pub const MCPCLIENT_URL_HAZARD_LONG: mcpclient_url_hazard = 10;
/// No part of the host can be registered, so nobody stands for it.
pub const MCPCLIENT_URL_HAZARD_NO_REGISTRABLE_DOMAIN: mcpclient_url_hazard = 11;

/// How many warnings there are about what an input asks. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_hazard_count(input: *const mcpclient_input) -> usize {
    guard(|| Some(borrow(input)?.input.request().hazards.len()))
}

/// One warning, MCPCLIENT_HAZARD_...; 0 beyond the last. `field` may be NULL; it is written the
/// field of the form that the warning is about, or SIZE_MAX if it is about the message. Borrows
/// the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_hazard(
    input: *const mcpclient_input,
    index: usize,
    field: *mut usize,
) -> mcpclient_hazard {
    guard(|| {
        let hazard = borrow(input)?.input.request().hazards.get(index)?;
        if let Some(field) = Out::new(field) {
            field.set(hazard.field.unwrap_or(usize::MAX));
        }
        Some(hazard.kind.number())
    })
}

fn facts<'a>(input: *const mcpclient_input) -> Option<&'a UrlFacts> {
    match &borrow(input)?.input.request().wants {
        Wants::Url { facts, .. } => Some(facts),
        Wants::Form { .. } | Wants::Sample(_) | Wants::Roots => None,
    }
}

/// The URL as browsers read it; no text unless it is a URL visit. Borrowed from the input,
/// without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_url_canonical(
    input: *const mcpclient_input,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(facts(input)?.canonical())))
}

/// The host of the URL as people read it, which a dialog names plainly (URL-04); no text unless
/// it is a URL visit. Borrowed from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_url_host(input: *const mcpclient_input) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(facts(input)?.shown_host())))
}

/// The host of the URL as it goes over the wire, where letters beyond ASCII are spelled in Punycode
/// (URL-07); no text unless it is a URL visit. Borrowed from the input, without a NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_url_host_raw(
    input: *const mcpclient_input,
) -> mcpclient_str {
    guard(|| Some(mcpclient_str::of(facts(input)?.host())))
}

/// The end of mcpclient_input_url_host() that somebody had to register, which should stand out
/// against look-alikes (URL-06); no text if there is none. Borrowed from the input, without a
/// NUL.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_url_domain(
    input: *const mcpclient_input,
) -> mcpclient_str {
    guard(|| {
        let facts = facts(input)?;
        let range = facts.registrable()?;
        Some(mcpclient_str::of(facts.shown_host().get(range)?))
    })
}

/// How many warnings there are about the URL of a visit. Borrows the input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_url_hazard_count(input: *const mcpclient_input) -> usize {
    guard(|| Some(facts(input)?.hazards().len()))
}

/// One warning about the URL of a visit, MCPCLIENT_URL_HAZARD_...; 0 beyond the last. Borrows the
/// input.
///
/// @thread any
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcpclient_input_url_hazard(
    input: *const mcpclient_input,
    index: usize,
) -> mcpclient_url_hazard {
    guard(|| Some(facts(input)?.hazards().get(index)?.number()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use client::elicitation::UrlHazard;
    use client::policy::HazardKind;

    #[test]
    fn the_constants_are_the_library_s_numbers() {
        assert_eq!(MCPCLIENT_HAZARD_SECRET, HazardKind::Secret.number());
        assert_eq!(MCPCLIENT_HAZARD_LINK, HazardKind::Link.number());
        assert_eq!(MCPCLIENT_HAZARD_CONTROL, HazardKind::Control.number());
        assert_eq!(MCPCLIENT_HAZARD_LONG, HazardKind::Long.number());
        let pairs = [
            (MCPCLIENT_URL_HAZARD_USER_INFO, UrlHazard::UserInfo),
            (MCPCLIENT_URL_HAZARD_PUNYCODE, UrlHazard::Punycode),
            (MCPCLIENT_URL_HAZARD_MIXED_SCRIPTS, UrlHazard::MixedScripts),
            (MCPCLIENT_URL_HAZARD_ADDRESS_LITERAL, UrlHazard::AddressLiteral),
            (MCPCLIENT_URL_HAZARD_PRIVATE_ADDRESS, UrlHazard::PrivateAddress),
            (MCPCLIENT_URL_HAZARD_ODD_PORT, UrlHazard::OddPort),
            (MCPCLIENT_URL_HAZARD_PLAIN_HTTP, UrlHazard::PlainHttp),
            (MCPCLIENT_URL_HAZARD_LOOK_ALIKE, UrlHazard::LookAlike),
            (MCPCLIENT_URL_HAZARD_REWRITTEN, UrlHazard::Rewritten),
            (MCPCLIENT_URL_HAZARD_LONG, UrlHazard::Long),
            (MCPCLIENT_URL_HAZARD_NO_REGISTRABLE_DOMAIN, UrlHazard::NoRegistrableDomain),
        ];
        for (number, hazard) in pairs {
            assert_eq!(number, hazard.number(), "{}", hazard.name());
        }
    }
}
