//! Bytes that travel as text.

use data_encoding::BASE64;

/// The bytes of strict base64, as blobs are sent: the standard alphabet, padded, and no stray bits (RES-11).
/// `None` for anything else, and for more than `most` bytes, which are not even looked at.
#[must_use]
pub fn decode_base64(text: &str, most: usize) -> Option<Vec<u8>> {
    if text.len() / 4 * 3 > most.saturating_add(2) {
        return None;
    }
    BASE64.decode(text.as_bytes()).ok().filter(|bytes| bytes.len() <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: RES-11
    #[test]
    fn blobs_are_decoded_strictly_and_within_bounds() {
        assert_eq!(decode_base64("YWJj", 3).as_deref(), Some(&b"abc"[..]));
        assert_eq!(decode_base64("YWI=", 2).as_deref(), Some(&b"ab"[..]));
        assert_eq!(decode_base64("", 0).as_deref(), Some(&b""[..]));
        for wrong in ["YWJ", "YWI", "YWI==", "YW I=", "YWJj\n", "YWJ-", "YWK=", "é"] {
            assert_eq!(decode_base64(wrong, 100), None, "{wrong}");
        }
        assert_eq!(decode_base64("YWJj", 2), None);
        assert_eq!(decode_base64(&"YWJj".repeat(1_000), 10), None);
    }
}
