//! Values of headers that mirror a part of the message (HTP-35).

use data_encoding::BASE64;
use std::borrow::Cow;

const BEGIN: &str = "=?base64?";
const END: &str = "?=";

/// A value as it goes into a header: as it is, or as base64 where something on the way might take it apart, or
/// take it for base64.
pub(super) fn encode(value: &str) -> Cow<'_, str> {
    let hidden = value.starts_with(' ')
        || value.ends_with(' ')
        || value.starts_with(BEGIN) && value.ends_with(END);
    if !hidden && value.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(value);
    }
    let mut out = String::with_capacity(BEGIN.len() + BASE64.encode_len(value.len()) + END.len());
    out.push_str(BEGIN);
    BASE64.encode_append(value.as_bytes(), &mut out);
    out.push_str(END);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    // proves: HTP-35
    #[test]
    fn what_is_plain_stays_and_the_rest_becomes_base64() {
        for plain in
            ["us-west1", "", "a b", "=?base64?", "?=", "=?BASE64?x?=", "~!\"\\", "=?base64?x"]
        {
            assert_eq!(encode(plain), plain);
        }
        for (value, encoded) in [
            ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
            (" padded ", "=?base64?IHBhZGRlZCA=?="),
            ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
            ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
            ("=?base64?=", "=?base64?PT9iYXNlNjQ/PQ==?="),
            ("\t", "=?base64?CQ==?="),
            ("a\tb", "=?base64?YQli?="),
            ("a ", "=?base64?YSA=?="),
            ("\u{7f}", "=?base64?fw==?="),
        ] {
            assert_eq!(encode(value), encoded);
        }
    }

    proptest! {
        // proves: HTP-35
        #[test]
        fn whoever_undoes_it_has_the_value(value in "\\PC*|[ -~\t\r\n]*|=\\?base64\\?[a-z?=]*") {
            let encoded = encode(&value);
            prop_assert!(encoded.bytes().all(|byte| matches!(byte, b' '..=b'~')));
            prop_assert_eq!(encoded.trim(), &encoded);
            let inner = encoded.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?="));
            let read = match inner {
                Some(inner) => String::from_utf8(BASE64.decode(inner.as_bytes()).unwrap()).unwrap(),
                None => encoded.into_owned(),
            };
            prop_assert_eq!(read, value);
        }
    }
}
