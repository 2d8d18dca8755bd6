//! The host's trace context: whose work a request is part of (MET-04).

use crate::error::{Code, Error};
use crate::json::{Value, Writer};

/// The most bytes of a `tracestate`, and of a `baggage`, that everybody has to take.
const MOST_STATE: usize = 512;
const MOST_BAGGAGE: usize = 8_192;
/// The most members of a `tracestate`.
const MOST_MEMBERS: usize = 32;

/// Where a request stands in the host's own trace, in the formats of the W3C. Sent as members of the
/// request's `_meta`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// `traceparent`.
    pub parent: Option<String>,
    /// `tracestate`.
    pub state: Option<String>,
    /// `baggage`.
    pub baggage: Option<String>,
}

impl Trace {
    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Members for `_meta`, as text between the braces.
    pub(crate) fn members(&self) -> String {
        let all = [("traceparent", &self.parent), ("tracestate", &self.state)];
        let mut out = Writer::new();
        out.object();
        for (name, value) in all.into_iter().chain([("baggage", &self.baggage)]) {
            if let Some(value) = value {
                out.key(name).string(value);
            }
        }
        out.end_object();
        let text = out.into_string();
        text[1..text.len() - 1].to_owned()
    }

    /// Whether each part has the format that it must have.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let wrong = if !self.parent.as_deref().is_none_or(is_parent) {
            "traceparent"
        } else if !self.state.as_deref().is_none_or(is_state) {
            "tracestate"
        } else if !self.baggage.as_deref().is_none_or(is_baggage) {
            "baggage"
        } else {
            return Ok(());
        };
        Err(Error::new(Code::InvalidArg, format!("`{wrong}` is not as it must be")))
    }

    /// The trace context in a `_meta` that the host wrote itself.
    pub(crate) fn of(meta: Value<'_>) -> Self {
        let text = |name: &str| {
            // What is no string has no format either.
            meta.get(name).map(|value| value.text().unwrap_or_default().into_owned())
        };
        Self { parent: text("traceparent"), state: text("tracestate"), baggage: text("baggage") }
    }
}

fn is_hex(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// A version, the trace, the parent and flags; a version of the future may say more.
fn is_parent(text: &str) -> bool {
    let mut parts = text.splitn(5, '-');
    let mut part = || parts.next().unwrap_or_default();
    let (version, trace, parent, flags) = (part(), part(), part(), part());
    let more = parts.next();
    let some = |id: &str| id.bytes().any(|byte| byte != b'0');
    is_hex(version, 2)
        && version != "ff"
        && (version != "00" || more.is_none())
        && more
            .is_none_or(|more| !more.is_empty() && more.bytes().all(|byte| byte.is_ascii_graphic()))
        && is_hex(trace, 32)
        && some(trace)
        && is_hex(parent, 16)
        && some(parent)
        && is_hex(flags, 2)
}

fn is_state(text: &str) -> bool {
    let members = text.split(',').map(|member| member.trim_matches([' ', '\t']));
    let members: Vec<_> = members.filter(|member| !member.is_empty()).collect();
    let is_member = |member: &&str| {
        member
            .split_once('=')
            .is_some_and(|(key, value)| is_state_key(key) && is_state_value(value))
    };
    text.len() <= MOST_STATE
        && (1..=MOST_MEMBERS).contains(&members.len())
        && members.iter().all(is_member)
}

/// A simple key, or the key of a tenant of a system.
fn is_state_key(key: &str) -> bool {
    let is_part = |part: &str, most: usize, digit: bool| {
        let first = part.bytes().next().unwrap_or_default();
        (1..=most).contains(&part.len())
            && (first.is_ascii_lowercase() || (digit && first.is_ascii_digit()))
            && part
                .bytes()
                .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'*' | b'/'))
    };
    match key.split_once('@') {
        Some((tenant, system)) => is_part(tenant, 241, true) && is_part(system, 14, false),
        None => is_part(key, 256, false),
    }
}

fn is_state_value(value: &str) -> bool {
    (1..=256).contains(&value.len())
        && !value.ends_with(' ')
        && value.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'=' && byte != b',')
}

fn is_baggage(text: &str) -> bool {
    let is_token = |key: &str| {
        !key.is_empty()
            && key
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
    };
    let is_value = |value: &str| {
        value.bytes().all(|byte| byte.is_ascii_graphic() && !b"\",;\\".contains(&byte))
    };
    let is_member = |member: &str| {
        let mut parts = member.split(';').map(|part| part.trim_matches([' ', '\t']));
        let pair = |part: &str| {
            let (key, value) = part.split_once('=')?;
            let trimmed = [key, value].map(|text| text.trim_matches([' ', '\t']));
            Some(is_token(trimmed[0]) && is_value(trimmed[1]))
        };
        parts.next().and_then(pair) == Some(true)
            && parts.all(|property| pair(property).unwrap_or_else(|| is_token(property)))
    };
    text.len() <= MOST_BAGGAGE && text.split(',').all(is_member)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    // proves: MET-04
    #[test]
    fn a_parent_is_of_four_parts() {
        assert!(is_parent(PARENT));
        assert!(is_parent(&PARENT.replacen("00", "01", 1)));
        assert!(is_parent(&(PARENT.replacen("00", "01", 1) + "-more")));
        for wrong in [
            "",
            &PARENT[..54],
            &(PARENT.to_owned() + "0"),
            &(PARENT.to_owned() + "-more"),
            &PARENT.replacen("00", "ff", 1),
            &PARENT.to_uppercase(),
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        ] {
            assert!(!is_parent(wrong), "{wrong}");
        }
    }

    // proves: MET-04
    #[test]
    fn a_state_is_a_list_of_keys_with_values() {
        for right in [
            "a=1",
            "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
            "fw529a3039@dt=FfYAAA",
            "a=1,,b=2",
            "a=x y",
        ] {
            assert!(is_state(right), "{right}");
        }
        for wrong in ["", ",", "A=1", "a", "a=", "a=1=2", "1a=1", "a=\n", "a@=1", "@b=1"] {
            assert!(!is_state(wrong), "{wrong}");
        }
        assert!(!is_state(&vec!["a=1"; 33].join(",")));
        assert!(!is_state(&format!("a={}", "x".repeat(257))));
    }

    // proves: MET-04
    #[test]
    fn baggage_is_a_list_of_pairs_with_properties() {
        for right in ["a=1", "userId=alice, serverNode=DF%2028;meta;ttl=3 , b=", "a = 1"] {
            assert!(is_baggage(right), "{right}");
        }
        for wrong in ["", "a", "=1", "a=1,", "a=\"1\"", "a b=1", "a=1;", "a=é"] {
            assert!(!is_baggage(wrong), "{wrong}");
        }
        assert!(!is_baggage(&format!("a={}", "x".repeat(8_192))));
    }

    #[test]
    fn members_are_those_that_are_there() {
        let trace =
            Trace { parent: Some(PARENT.into()), baggage: Some("a=1".into()), ..Trace::default() };
        assert_eq!(trace.members(), format!(r#""traceparent":"{PARENT}","baggage":"a=1""#));
        assert!(trace.check().is_ok());
        assert_eq!(Trace::default().members(), "");
    }
}
