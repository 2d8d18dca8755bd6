//! Content codings: taken off piece by piece, as bytes come, and never more at once than one piece.

use super::failure;
use compression_codecs::brotli::BrotliDecoder;
use compression_codecs::gzip::GzipDecoder;
use compression_codecs::zstd::ZstdDecoder;
use compression_codecs::zstd::params::DParameter;
use compression_codecs::{DecodeV2, core};
use core::util::{PartialBuffer, WriteBuffer};
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use mcpclient_engine::wire::{Failure, FailureKind};

/// What servers are told that they may use.
pub(super) const ACCEPTED: &str = "gzip, br, zstd";
/// Decoded at once.
const PIECE: usize = 32 << 10;
/// A body that decodes to so much must not be of next to nothing: no message is both.
const FREE: u64 = 64 << 20;
/// How many times its size a body may decode to, above that.
const RATIO: u64 = 200;
/// Frames of zstd may ask for so much memory and no more (RFC 9659).
const ZSTD_WINDOW: u32 = 23;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Gzip,
    Brotli,
    Zstd,
}

/// Takes one coding off one body.
pub(super) struct Decoder {
    codec: Box<dyn DecodeV2 + Send>,
    kind: Kind,
    done: bool,
    piece: Box<[u8]>,
    taken: u64,
    given: u64,
}

impl Decoder {
    /// For a body with that head, which is made to say what the reader will see. None if it comes as it is.
    pub(super) fn of(headers: &mut HeaderMap) -> Result<Option<Self>, Failure> {
        let mut codings = headers
            .get_all(CONTENT_ENCODING)
            .iter()
            .flat_map(|value| value.as_bytes().split(|&byte| byte == b','))
            .map(<[u8]>::trim_ascii)
            .filter(|coding| !coding.is_empty() && !coding.eq_ignore_ascii_case(b"identity"));
        let Some(coding) = codings.next() else { return Ok(None) };
        let unknown = || failure::broken("the answer is coded in a way that was not asked for");
        if codings.next().is_some() {
            return Err(unknown());
        }
        let is = |name: &[u8]| coding.eq_ignore_ascii_case(name);
        let (codec, kind): (Box<dyn DecodeV2 + Send>, Kind) = if is(b"gzip") || is(b"x-gzip") {
            (Box::new(GzipDecoder::new()), Kind::Gzip)
        } else if is(b"br") {
            (Box::new(BrotliDecoder::new()), Kind::Brotli)
        } else if is(b"zstd") {
            let window = DParameter::window_log_max(ZSTD_WINDOW);
            (Box::new(ZstdDecoder::new_with_params(&[window])), Kind::Zstd)
        } else {
            return Err(unknown());
        };
        headers.remove(CONTENT_ENCODING);
        headers.remove(CONTENT_LENGTH);
        let piece = vec![0; PIECE].into_boxed_slice();
        Ok(Some(Self { codec, kind, done: false, piece, taken: 0, given: 0 }))
    }

    /// The next piece of what `input` decodes to; `input` is what is left of it. Nothing comes once more input is
    /// needed, and then none is left.
    pub(super) fn next(&mut self, input: &mut &[u8]) -> Result<&[u8], Failure> {
        let before = input.len();
        let mut output = WriteBuffer::new_initialized(&mut self.piece);
        loop {
            if self.done {
                if self.kind == Kind::Brotli || !input.first().is_some_and(starts_anew) {
                    // What follows the end is nothing.
                    *input = &[];
                    break;
                }
                self.codec.reinit().map_err(|_| garbled())?;
                self.done = false;
            }
            let mut rest = PartialBuffer::new(*input);
            // What is held back for want of room: gzip has to be asked for it, and its end is yet to come; the others
            // may know by now that they are at theirs.
            self.done = if input.is_empty() && self.kind == Kind::Gzip {
                self.codec.flush(&mut output).map(|_| false)
            } else {
                self.codec.decode(&mut rest, &mut output)
            }
            .map_err(|_| garbled())?;
            let used = rest.written_len();
            *input = &input[used..];
            if output.has_no_spare_space() || (input.is_empty() && !self.done) {
                break;
            }
        }
        let length = output.written_len();
        self.taken += (before - input.len()) as u64;
        self.given += length as u64;
        if self.given > FREE && self.given / RATIO > self.taken {
            return Err(Failure {
                kind: FailureKind::TooLarge,
                message: "the answer decodes to far more than it is".into(),
            });
        }
        Ok(&self.piece[..length])
    }

    /// Whether the body is complete.
    pub(super) fn finish(self) -> Result<(), Failure> {
        if self.done || self.taken == 0 {
            return Ok(());
        }
        Err(failure::broken("the answer ended before its coding did"))
    }
}

/// The first byte of a gzip member, of a zstd frame, or of one to be skipped: both may follow upon themselves.
fn starts_anew(byte: &u8) -> bool {
    matches!(byte, 0x1f | 0x28 | 0x50..=0x5f)
}

fn garbled() -> Failure {
    failure::broken("the answer is not what its coding allows")
}
