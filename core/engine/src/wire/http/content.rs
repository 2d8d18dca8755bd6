//! What kind of body a head announces.

use crate::wire::Head;

/// Kinds of bodies, by `Content-Type`. Parameters mean nothing: JSON and events are UTF-8 whatever they say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// One message, or a batch.
    Json,
    /// A stream of events.
    Events,
    /// Nothing is said: it may be a message.
    Unnamed,
    /// Nothing of the protocol's.
    Other,
}

impl Content {
    /// Types have no case (RFC 9110); of several, which gateways make of a header that stands twice, the first
    /// counts.
    pub(crate) fn of(head: &Head) -> Self {
        let Some(value) = &head.content_type else { return Self::Unnamed };
        let kind = value.split([';', ',']).next().unwrap_or_default().trim();
        if kind.eq_ignore_ascii_case("application/json") {
            Self::Json
        } else if kind.eq_ignore_ascii_case("text/event-stream") {
            Self::Events
        } else {
            Self::Other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: HTP-06
    #[test]
    fn types_are_compared_as_the_standard_has_it() {
        let of = |value: &str| {
            Content::of(&Head { content_type: Some(value.into()), ..Head::default() })
        };
        for json in [
            "application/json",
            "application/json; charset=utf-8",
            "Application/JSON;charset=\"UTF-8\"",
            "application/json ; v=1",
            "application/json; charset=iso-8859-1",
            "application/json, text/event-stream",
        ] {
            assert_eq!(of(json), Content::Json, "{json}");
        }
        for events in
            ["text/event-stream;charset=utf-8", "TEXT/Event-Stream", " text/event-stream "]
        {
            assert_eq!(of(events), Content::Events, "{events}");
        }
        for other in
            ["text/plain", "text/html", "application/problem+json", "", "application/jsonl", "json"]
        {
            assert_eq!(of(other), Content::Other, "{other}");
        }
        assert_eq!(Content::of(&Head::default()), Content::Unnamed);
    }
}
