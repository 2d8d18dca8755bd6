//! Reading the heads of answers.

use mcpclient_engine::Millis;
use mcpclient_engine::wire::Head;
use std::time::SystemTime;

/// A server that wants to be left alone for longer is left alone for ever, as far as this library is concerned.
const LONGEST: u64 = 365 * 24 * 3_600;

/// The headers that matter; names in any case (HTP-44). What is no UTF-8 is replaced, so that no check passes by
/// mistake.
pub(in crate::driver) fn read<N: AsRef<str>, V: AsRef<[u8]>>(
    status: u16,
    headers: impl IntoIterator<Item = (N, V)>,
) -> Head {
    let mut head = Head { status, ..Head::default() };
    let mut coded = false;
    for (name, value) in headers {
        let name = name.as_ref();
        let text = || String::from_utf8_lossy(value.as_ref()).trim_matches([' ', '\t']).to_owned();
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("content-type") {
            head.content_type.get_or_insert_with(text);
        } else if is("content-length") {
            head.content_length = head.content_length.or_else(|| text().parse().ok());
        } else if is("content-encoding") {
            coded |= !text().eq_ignore_ascii_case("identity");
        } else if is("mcp-session-id") {
            head.session_id.get_or_insert_with(text);
        } else if is("retry-after") {
            head.retry_after = head.retry_after.or_else(|| pause(&text(), SystemTime::now()));
        } else if is("www-authenticate") {
            head.authenticate.push(text());
        }
    }
    if coded {
        // The length is that of the compressed body.
        head.content_length = None;
    }
    head
}

/// `Retry-After`: seconds, or a date.
fn pause(text: &str, now: SystemTime) -> Option<Millis> {
    if let Ok(seconds) = text.parse::<u64>() {
        return Some(Millis::seconds(seconds.min(LONGEST)));
    }
    let date = httpdate::parse_http_date(text).ok()?;
    // One in the past asks for nothing.
    let length = date.duration_since(now).unwrap_or_default();
    Some(Millis(crate::clock::whole_millis(length).min(LONGEST * 1000)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    // proves: HTP-44
    #[test]
    fn names_are_read_in_any_case_and_the_first_value_counts() {
        let head = read(
            200,
            [
                ("CONTENT-type", "text/event-stream; charset=utf-8"),
                ("Content-Type", "text/html"),
                ("content-LENGTH", "12"),
                ("mcp-SESSION-id", " abc\t"),
                ("WWW-Authenticate", "Bearer"),
                ("www-authenticate", "Basic"),
                ("retry-after", "7"),
            ],
        );
        assert!(head.is_event_stream());
        assert_eq!(head.content_length, Some(12));
        assert_eq!(head.session_id.as_deref(), Some("abc"));
        assert_eq!(head.authenticate, ["Bearer", "Basic"]);
        assert_eq!(head.retry_after, Some(Millis(7_000)));
    }

    #[test]
    fn the_length_of_a_compressed_body_says_nothing() {
        let head = read(200, [("Content-Length", "12"), ("Content-Encoding", "gzip")]);
        assert_eq!(head.content_length, None);
        let head = read(200, [("Content-Length", "12"), ("Content-Encoding", "identity")]);
        assert_eq!(head.content_length, Some(12));
    }

    // proves: HTP-23
    #[test]
    fn bytes_that_are_no_text_do_not_look_like_any() {
        let head = read(200, [("Mcp-Session-Id", &b"a\xffb"[..])]);
        assert_eq!(head.session_id.as_deref(), Some("a\u{fffd}b"));
    }

    #[test]
    fn a_pause_is_a_number_or_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        for (text, pause_is) in [
            ("0", Some(0)),
            ("120", Some(120_000)),
            ("99999999999999", Some(LONGEST * 1000)),
            ("Sun, 06 Nov 1994 08:49:47 GMT", Some(10_000)),
            ("Sunday, 06-Nov-94 08:49:47 GMT", Some(10_000)),
            ("Sun Nov  6 08:49:47 1994", Some(10_000)),
            ("Sun, 06 Nov 1994 08:49:00 GMT", Some(0)),
            ("soon", None),
            ("-1", None),
            ("1.5", None),
            ("", None),
        ] {
            assert_eq!(pause(text, now), pause_is.map(Millis), "{text}");
        }
    }
}
