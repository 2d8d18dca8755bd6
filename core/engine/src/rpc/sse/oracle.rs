//! Streams of events read in the plainest way, all at once: what the reader is compared with.

/// What a stream says, an event each; then the id to resume by, and the time to leave the server alone.
pub(crate) fn read(stream: &[u8], limit: usize) -> Vec<String> {
    let mut said = Vec::new();
    let (mut last_id, mut retry) = (None, None);
    let (mut data, mut name, mut id): (Vec<&[u8]>, &[u8], _) = (Vec::new(), b"", None);
    let lines = lines(stream.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(stream));
    let last = lines.len() - 1;
    for (at, line) in lines.into_iter().enumerate() {
        // What follows the last line end is a line of its own, and the stream may end in an event.
        if line.is_empty() || at == last {
            if at == last {
                field(line, &mut data, &mut name, &mut id, &mut retry);
                let sent = data.join(&b'\n');
                let whole = std::str::from_utf8(text(&sent))
                    .is_ok_and(|text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok());
                if !whole && sent.len() <= limit {
                    data.clear();
                }
            } else if let Some(id) = id.take() {
                last_id = id;
            }
            let lines = std::mem::take(&mut data);
            let sent = lines.join(&b'\n');
            match std::mem::take(&mut name) {
                b"" | b"message" if sent.len() > limit => said.push("over".into()),
                b"" | b"message" if !text(&sent).is_empty() => {
                    said.push(shown("message", text(&sent)));
                }
                b"endpoint" if !lines.is_empty() && sent.len() <= SHORT.min(limit) => {
                    said.extend(std::str::from_utf8(&sent).map(|_| shown("endpoint", &sent)));
                }
                _ => {}
            }
        } else {
            field(line, &mut data, &mut name, &mut id, &mut retry);
        }
    }
    said.push(format!("{last_id:?} {retry:?}"));
    said
}

const SHORT: usize = 8 << 10;

fn lines(mut rest: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    while let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        lines.push(&rest[..end]);
        let ending = if rest[end..].starts_with(b"\r\n") { 2 } else { 1 };
        rest = &rest[end + ending..];
    }
    lines.push(rest);
    lines
}

fn field<'a>(
    line: &'a [u8],
    data: &mut Vec<&'a [u8]>,
    name: &mut &'a [u8],
    id: &mut Option<Option<String>>,
    retry: &mut Option<u64>,
) {
    let colon = line.iter().position(|byte| *byte == b':');
    let (field, value) = match colon {
        Some(at) => (&line[..at], &line[at + 1..]),
        None => (line, &b""[..]),
    };
    let value = value.strip_prefix(b" ").unwrap_or(value);
    let long = line.len() > SHORT;
    match field {
        b"data" => data.push(value),
        b"event" if !long => *name = value,
        b"id" if long => *id = Some(None),
        b"id" if !value.contains(&0) => {
            let text = String::from_utf8(value.to_vec()).unwrap_or_default();
            let fits = text.len() <= 2 << 10
                && !text.is_empty()
                && text == text.trim()
                && text.chars().all(|c| c == ' ' || c.is_ascii_graphic());
            *id = Some(fits.then_some(text));
        }
        b"retry" if !long && !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
            let digits = std::str::from_utf8(value).unwrap_or_default().trim_start_matches('0');
            let time = if digits.len() > 12 { u64::MAX } else { digits.parse().unwrap_or(0) };
            *retry = Some(time.min(86_400_000));
        }
        _ => {}
    }
}

/// Without what may stand around a message.
fn text(data: &[u8]) -> &[u8] {
    data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(data).trim_ascii()
}

/// An event as it is compared.
pub(crate) fn shown(name: &str, text: &[u8]) -> String {
    match std::str::from_utf8(text) {
        Ok(text) => format!("{name} {text}"),
        Err(_) => "garbled".into(),
    }
}
