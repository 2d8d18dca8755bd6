//! Numbers as they are written, compared by what they are worth.

use std::cmp::Ordering;

/// A JSON number. Nothing is rounded: digits and spelling are the text's own.
///
/// Equality and order are by exact value (`1.0`, `1` and `10e-1` are equal). Exponents are followed
/// to 36 digits; beyond, numbers of the same sign and direction count by their digits alone.
#[derive(Clone, Copy)]
pub struct Number<'a>(&'a str);

/// Exponents of more digits than this stop growing.
const EXPONENT_DIGITS: usize = 36;
const EXPONENT_LIMIT: i128 = 10_i128.pow(EXPONENT_DIGITS as u32);

/// A number other than zero as ±0.d₁d₂d₃… × 10^exponent, with d₁ and the last digit not zero.
struct Parts<'a> {
    negative: bool,
    /// The significant digits, as far as they lie before the point, and after it.
    whole: &'a [u8],
    fraction: &'a [u8],
    exponent: i128,
}

impl Parts<'_> {
    fn digits(&self) -> impl Iterator<Item = u8> {
        self.whole.iter().chain(self.fraction).copied()
    }

    fn count(&self) -> i128 {
        (self.whole.len() + self.fraction.len()) as i128
    }
}

impl<'a> Number<'a> {
    pub(crate) fn trusted(text: &'a str) -> Self {
        Self(text)
    }

    /// The number as written.
    #[must_use]
    pub fn raw(self) -> &'a str {
        self.0
    }

    /// Whether the value has no fractional part: `3`, `3.0` and `1e2` have none.
    #[must_use]
    pub fn is_integer(self) -> bool {
        self.small().is_some() || self.parts().is_none_or(|parts| parts.exponent >= parts.count())
    }

    /// Whether the value is below zero; `-0` is not.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.parts().is_some_and(|parts| parts.negative)
    }

    /// Compares the exact values.
    #[must_use]
    pub fn cmp_exact(self, other: Number<'_>) -> Ordering {
        if let (Some(left), Some(right)) = (self.small(), other.small()) {
            return left.cmp(&right);
        }
        match (self.parts(), other.parts()) {
            (None, None) => Ordering::Equal,
            (None, Some(right)) => sign(right.negative).reverse(),
            (Some(left), None) => sign(left.negative),
            (Some(left), Some(right)) if left.negative != right.negative => sign(left.negative),
            (Some(left), Some(right)) => {
                let larger = left.exponent.cmp(&right.exponent);
                let larger = larger.then_with(|| left.digits().cmp(right.digits()));
                if left.negative { larger.reverse() } else { larger }
            }
        }
    }

    /// Whether the value is a whole multiple of `step`, exactly. `None` where that cannot be told:
    /// the step is zero, or has more than 18 digits.
    #[must_use]
    pub fn is_multiple_of(self, step: Number<'_>) -> Option<bool> {
        let step = step.parts().filter(|step| step.count() <= 18)?;
        let Some(parts) = self.parts() else { return Some(true) };
        let zeros = (parts.exponent - parts.count()) - (step.exponent - step.count());
        if zeros < 0 {
            // The last digit, which is not zero, lies below those of any multiple.
            return Some(false);
        }
        let unit = step.digits().fold(0, |sum, digit| sum * 10 + u128::from(digit - b'0'));
        let append = |rest: u128, digit: u8| (rest * 10 + u128::from(digit - b'0')) % unit;
        let rest = parts.digits().fold(0, append);
        Some(rest * power_of_ten(zeros, unit) % unit == 0)
    }

    /// The value, if it is an integer that fits.
    #[must_use]
    pub fn as_i64(self) -> Option<i64> {
        i64::try_from(self.integer()?).ok()
    }

    /// The value, if it is an integer that fits.
    #[must_use]
    pub fn as_u64(self) -> Option<u64> {
        u64::try_from(self.integer()?).ok()
    }

    /// The nearest double; infinite if the number is too large for one.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.0.parse().unwrap_or(f64::NAN)
    }

    /// The digits of an integer without point and exponent (`-3` for `-3.0`), unless they would be
    /// more than `max_digits`. `None` also for a number with a fractional part.
    #[must_use]
    pub fn integer_text(self, max_digits: usize) -> Option<String> {
        let Some(parts) = self.parts() else { return Some("0".to_owned()) };
        let length = usize::try_from(parts.exponent).ok()?;
        if parts.exponent < parts.count() || length > max_digits {
            return None;
        }
        let mut text = String::with_capacity(length + 1);
        if parts.negative {
            text.push('-');
        }
        text.extend(parts.digits().map(char::from));
        let zeros = length.saturating_sub(parts.whole.len() + parts.fraction.len());
        text.extend(std::iter::repeat_n('0', zeros));
        Some(text)
    }

    /// The largest integer that is not above this number, written without point and exponent;
    /// `None` if that takes more than `max_digits`.
    #[must_use]
    pub fn floor_text(self, max_digits: usize) -> Option<String> {
        let Some(parts) = self.parts() else { return Some("0".to_owned()) };
        if parts.exponent >= parts.count() {
            return self.integer_text(max_digits);
        }
        let length = usize::try_from(parts.exponent).unwrap_or(0);
        if length > max_digits {
            return None;
        }
        let mut digits: Vec<u8> = parts.digits().take(length).collect();
        // What was cut off counts if it points away from zero.
        if parts.negative {
            increment(&mut digits);
        }
        let digits = trim_start(&digits);
        let sign = if parts.negative && !digits.is_empty() { "-" } else { "" };
        let text: String = digits.iter().copied().map(char::from).collect();
        Some(if text.is_empty() { "0".to_owned() } else { format!("{sign}{text}") })
    }

    /// The value of a plain integer of few digits, which most numbers are.
    pub(crate) fn small(self) -> Option<i64> {
        let (negative, digits) = match self.0.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, self.0),
        };
        if digits.len() > 18 {
            return None;
        }
        let value = digits.bytes().try_fold(0_i64, |sum, byte| {
            byte.is_ascii_digit().then(|| sum * 10 + i64::from(byte - b'0'))
        })?;
        Some(if negative { -value } else { value })
    }

    /// The value times ten to the power of `places`, if that is an integer of at most 27 digits.
    pub(crate) fn scaled(self, places: u32) -> Option<i128> {
        let Some(parts) = self.parts() else { return Some(0) };
        let length =
            parts.exponent.checked_add(i128::from(places)).filter(|length| *length <= 27)?;
        let zeros = u32::try_from(length - parts.count()).ok()?;
        let digits = parts.digits().fold(0_i128, |sum, digit| sum * 10 + i128::from(digit - b'0'));
        let size = digits * 10_i128.pow(zeros);
        Some(if parts.negative { -size } else { size })
    }

    /// Whether it is written so briefly that a double can surely hold something like it.
    pub(crate) fn is_short(self) -> bool {
        self.0.len() <= 300 && memchr::memchr2(b'e', b'E', self.0.as_bytes()).is_none()
    }

    fn integer(self) -> Option<i128> {
        let Some(parts) = self.parts() else { return Some(0) };
        if parts.exponent < parts.count() || parts.exponent > 20 {
            return None;
        }
        let digits = parts.digits().fold(0_i128, |sum, digit| sum * 10 + i128::from(digit - b'0'));
        let zeros = u32::try_from(parts.exponent - parts.count()).ok()?;
        let size = digits * 10_i128.checked_pow(zeros)?;
        Some(if parts.negative { -size } else { size })
    }

    /// `None` for zero.
    fn parts(self) -> Option<Parts<'a>> {
        let (negative, text) = match self.0.strip_prefix('-') {
            Some(text) => (true, text),
            None => (false, self.0),
        };
        let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let mut whole = whole.as_bytes();
        let mut fraction = trim_end(fraction.as_bytes());
        whole = trim_start(whole);
        let mut place = whole.len() as i128;
        if whole.is_empty() {
            let trimmed = trim_start(fraction);
            place -= (fraction.len() - trimmed.len()) as i128;
            fraction = trimmed;
        }
        if fraction.is_empty() {
            whole = trim_end(whole);
        }
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        Some(Parts { negative, whole, fraction, exponent: read_exponent(exponent) + place })
    }
}

/// What ten to the power of `exponent` leaves when divided by `unit`, which has few digits.
fn power_of_ten(mut exponent: i128, unit: u128) -> u128 {
    let (mut power, mut square) = (1 % unit, 10 % unit);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * square % unit;
        }
        square = square * square % unit;
        exponent >>= 1;
    }
    power
}

/// Adds one to a decimal number.
fn increment(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
}

fn sign(negative: bool) -> Ordering {
    if negative { Ordering::Less } else { Ordering::Greater }
}

fn read_exponent(text: &str) -> i128 {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = trim_start(digits.as_bytes());
    let size = if digits.len() > EXPONENT_DIGITS {
        EXPONENT_LIMIT
    } else {
        digits.iter().fold(0, |sum, digit| sum * 10 + i128::from(digit.wrapping_sub(b'0')))
    };
    if negative { -size } else { size }
}

fn trim_start(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    digits.get(zeros..).unwrap_or(&[])
}

fn trim_end(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().rev().take_while(|digit| **digit == b'0').count();
    digits.get(..digits.len() - zeros).unwrap_or(&[])
}

impl PartialEq for Number<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp_exact(*other).is_eq()
    }
}

impl Eq for Number<'_> {}

impl PartialOrd for Number<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.cmp_exact(*other)
    }
}

impl std::fmt::Display for Number<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Prints the length only: numbers are other people's data.
impl std::fmt::Debug for Number<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Number({} bytes)", self.0.len())
    }
}
