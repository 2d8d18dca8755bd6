//! The four formats that forms know (ELI-12).

use std::net::{Ipv4Addr, Ipv6Addr};

use email_address::{EmailAddress, Options};

use super::field::Format;
use crate::display::is_harmful;

/// Whether `text` is of the format. Unknown formats take everything.
pub(super) fn fits(format: &Format, text: &str) -> bool {
    match format {
        Format::Email => is_email(text),
        Format::Uri => iri_string::types::UriStr::new(text).is_ok(),
        Format::Date => is_date(text.as_bytes()),
        Format::DateTime => is_date_time(text.as_bytes()),
        Format::Other(_) => true,
    }
}

/// RFC 5321 with the characters that RFC 6531 adds; a domain of one label will do. Characters
/// that nobody can see, or that turn the writing direction, are refused.
fn is_email(text: &str) -> bool {
    let options = Options::default()
        .without_display_text()
        .with_domain_literal()
        .with_no_minimum_sub_domains();
    let Ok(address) = EmailAddress::parse_with_options(text, options) else { return false };
    // The crate takes any text between brackets, and underscores in names.
    let domain = address.domain();
    let domain_is_right = match domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(literal) => is_address_literal(literal),
        None => !domain.contains('_'),
    };
    domain_is_right && !text.contains(is_harmful)
}

fn is_address_literal(text: &str) -> bool {
    match text.split_at_checked(5) {
        Some((tag, address)) if tag.eq_ignore_ascii_case("IPv6:") => {
            address.parse::<Ipv6Addr>().is_ok()
        }
        _ => text.parse::<Ipv4Addr>().is_ok(),
    }
}

/// `full-date` of RFC 3339. The calendar is the Gregorian one for every year.
fn is_date(text: &[u8]) -> bool {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else { return false };
    let (Some(century), Some(year)) = (two(*y1, *y2), two(*y3, *y4)) else { return false };
    let (Some(month), Some(day)) = (two(*m1, *m2), two(*d1, *d2)) else { return false };
    let year = century * 100 + year;
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=last).contains(&day)
}

/// `date-time` of RFC 3339: `T` and `Z` in either case, an offset always, a leap second only where
/// it is 23:59:60 in universal time.
fn is_date_time(text: &[u8]) -> bool {
    let Some((date, [b'T' | b't', time @ ..])) = text.split_at_checked(10) else { return false };
    let [h1, h2, b':', m1, m2, b':', s1, s2, rest @ ..] = time else { return false };
    let (Some(hour), Some(minute), Some(second)) = (two(*h1, *h2), two(*m1, *m2), two(*s1, *s2))
    else {
        return false;
    };
    let Some(offset) = fraction(rest).and_then(offset) else { return false };
    let leap = (hour * 60 + minute - offset).rem_euclid(24 * 60) == 24 * 60 - 1;
    is_date(date) && hour <= 23 && minute <= 59 && (second <= 59 || second == 60 && leap)
}

/// Skips a fraction of a second, if there is one.
fn fraction(text: &[u8]) -> Option<&[u8]> {
    let Some(digits) = text.strip_prefix(b".") else { return Some(text) };
    let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if length == 0 { None } else { digits.get(length..) }
}

/// Minutes ahead of universal time.
fn offset(text: &[u8]) -> Option<i32> {
    match text {
        [b'Z' | b'z'] => Some(0),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let (hours, minutes) = (two(*h1, *h2)?, two(*m1, *m2)?);
            let minutes = (hours <= 23 && minutes <= 59).then_some(hours * 60 + minutes)?;
            Some(if *sign == b'-' { -minutes } else { minutes })
        }
        _ => None,
    }
}

fn two(tens: u8, ones: u8) -> Option<i32> {
    (tens.is_ascii_digit() && ones.is_ascii_digit())
        .then(|| i32::from(tens - b'0') * 10 + i32::from(ones - b'0'))
}
