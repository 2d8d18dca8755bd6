//! `file:` URIs as such, without a say in what paths look like.

use iri_string::types::UriStr;

/// What is wrong: fixed English that quotes nothing.
pub(super) type Problem = &'static str;

/// A `file:` URI taken apart. Nothing is decoded yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileUri<'a> {
    /// The host; empty for this machine, as `localhost` is.
    pub(super) host: &'a str,
    /// Everything after it, with its first slash.
    pub(super) path: &'a str,
}

/// Takes a URI apart. Text that is not quite a URI (spaces, letters beyond ASCII) passes.
pub(super) fn split(uri: &str) -> Result<FileUri<'_>, Problem> {
    let rest = uri
        .split_at_checked(5)
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("file:"))
        .map(|(_, rest)| rest)
        .ok_or("not a file: URI")?;
    if rest.contains(['?', '#']) {
        return Err("a file: URI with a query or fragment");
    }
    let (host, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", rest),
    };
    if !path.starts_with('/') {
        return Err("a file: URI without an absolute path");
    }
    if host.contains(['@', ':', '\\', '[']) {
        return Err("a file: URI with more than a host name before the path");
    }
    let host = if host.eq_ignore_ascii_case("localhost") { "" } else { host };
    Ok(FileUri { host, path })
}

/// Undoes percent-encoding, once. Encoded separators and NUL are no part of any name.
pub(super) fn decode(segment: &str) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut parts = segment.split('%');
    bytes.extend(parts.next().unwrap_or("").bytes());
    for part in parts {
        let (digits, rest) = part.split_at_checked(2).ok_or("an incomplete percent-encoding")?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err("an incomplete percent-encoding");
        }
        bytes.push(u8::from_str_radix(digits, 16).map_err(|_| "an incomplete percent-encoding")?);
        bytes.extend(rest.bytes());
    }
    if segment.contains('%') && bytes.contains(&b'/') {
        return Err("an encoded slash");
    }
    if bytes.contains(&0) {
        return Err("a NUL character");
    }
    Ok(bytes)
}

/// Appends a segment, encoding what may not stand in a path.
pub(super) fn encode(out: &mut String, segment: &[u8]) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in segment {
        let plain = byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(byte);
        if plain {
            out.push(char::from(*byte));
        } else {
            out.push('%');
            out.push(char::from(HEX[usize::from(byte >> 4)]));
            out.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}

/// Checks a URI that is to be sent, and gives a key that all spellings of one place share.
pub(super) fn key(uri: &str) -> Result<String, Problem> {
    let parts = split(uri)?;
    if UriStr::new(uri).is_err() {
        return Err("not a correct URI; other characters must be percent-encoded");
    }
    let mut key = String::with_capacity(uri.len());
    let segments = parts.path.split('/').map(decode).collect::<Result<Vec<_>, _>>()?;
    let mut named = segments.into_iter().filter(|segment| !segment.is_empty()).peekable();
    // A host may also stand in the path, behind one slash more than a path begins with.
    let host = match parts.host {
        "" if parts.path.starts_with("//") => named.next(),
        "" => None,
        host => Some(decode(host)?),
    };
    if let Some(host) = host {
        key.push_str("//");
        encode(&mut key, &host.to_ascii_lowercase());
    }
    if named.peek().is_none() {
        key.push('/');
    }
    for (depth, segment) in named.enumerate() {
        if segment == b"." || segment == b".." {
            return Err("a file: URI with dot segments");
        }
        key.push('/');
        match segment.as_slice() {
            [letter, b':' | b'|'] if depth == 0 && letter.is_ascii_alphabetic() => {
                encode(&mut key, &[letter.to_ascii_uppercase(), b':']);
            }
            name => encode(&mut key, name),
        }
    }
    Ok(key)
}
