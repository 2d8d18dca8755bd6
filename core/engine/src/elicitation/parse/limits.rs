//! Bounds, and whether anything lies between them.

use super::super::bound::{Bound, Step};
use super::super::refusal::RefusalCode;
use crate::json::{Json, Number, Value};

/// Integers of more digits are not looked for between two bounds.
const MAX_DIGITS: usize = 400;

/// A count: an integer that is not negative, of any spelling.
pub(super) fn count(value: Option<Value<'_>>) -> Result<Option<u64>, RefusalCode> {
    let Some(value) = value else { return Ok(None) };
    let number = value.number().filter(|number| number.is_integer() && !number.is_negative());
    let number = number.ok_or(RefusalCode::BadLimit)?;
    // More than fits is more than anyone has.
    Ok(Some(number.as_u64().unwrap_or(u64::MAX)))
}

/// Whether some count lies within.
pub(super) fn possible(min: Option<u64>, max: Option<u64>) -> bool {
    max.is_none_or(|max| min.is_none_or(|min| min <= max))
}

/// The tighter of an inclusive and an exclusive limit. In draft 4 the latter is a truth value
/// about the former.
pub(super) fn bound(
    inclusive: Option<Value<'_>>,
    exclusive: Option<Value<'_>>,
    lower: bool,
) -> Result<Option<Bound>, RefusalCode> {
    let number = |value: Value<'_>, exclusive| {
        value.number().map(|number| Bound::new(number, exclusive)).ok_or(RefusalCode::BadLimit)
    };
    let flag = exclusive.and_then(Value::boolean);
    let inclusive = inclusive.map(|value| number(value, flag == Some(true))).transpose()?;
    if flag.is_some() {
        return Ok(inclusive);
    }
    let exclusive = exclusive.map(|value| number(value, true)).transpose()?;
    Ok(match (inclusive, exclusive) {
        (Some(inclusive), Some(exclusive)) => {
            let order = exclusive.number().cmp_exact(inclusive.number());
            let order = if lower { order } else { order.reverse() };
            Some(if order.is_ge() { exclusive } else { inclusive })
        }
        (inclusive, exclusive) => inclusive.or(exclusive),
    })
}

/// What numbers must be multiples of. The inner `None`: a step that is not enforced.
pub(super) fn step(value: Value<'_>) -> Result<Option<Step>, RefusalCode> {
    let zero = Number::trusted("0");
    let number = value.number().filter(|number| *number > zero).ok_or(RefusalCode::BadLimit)?;
    Ok(Step::new(number))
}

/// Whether some number, or some integer, lies within.
pub(super) fn holds_a_number(min: Option<&Bound>, max: Option<&Bound>, integer: bool) -> bool {
    let (Some(min), Some(max)) = (min, max) else { return true };
    let order = min.number().cmp_exact(max.number());
    if order.is_gt() || order.is_eq() && (min.exclusive || max.exclusive) {
        return false;
    }
    if !integer {
        return true;
    }
    let Some(least) = least_integer(min) else { return true };
    let order = least.value().number().map(|least| least.cmp_exact(max.number()));
    order.is_some_and(|order| if max.exclusive { order.is_lt() } else { order.is_le() })
}

/// Decimal places that multiples are looked for with; those of more are not.
const PLACES: u32 = 9;

/// Whether some multiple of `step` lies within, as far as few digits tell.
pub(super) fn holds_a_multiple(
    min: Option<&Bound>,
    max: Option<&Bound>,
    step: Option<&Step>,
    integer: bool,
) -> bool {
    let (Some(min), Some(max), Some(step)) = (min, max, step) else { return true };
    let scaled = |number: Number<'_>| number.scaled(PLACES);
    let (Some(low), Some(high)) = (scaled(min.number()), scaled(max.number())) else { return true };
    let Some(mut unit) = scaled(step.number()) else { return true };
    if integer {
        let one = 10_i128.pow(PLACES);
        unit = unit / common(unit, one) * one;
    }
    let mut least = low.div_euclid(unit) * unit;
    if least < low || min.exclusive {
        least += unit;
    }
    if max.exclusive { least < high } else { least <= high }
}

/// The largest number that divides both.
fn common(left: i128, right: i128) -> i128 {
    let (mut large, mut small) = (left, right);
    while small != 0 {
        (large, small) = (small, large % small);
    }
    large
}

/// The smallest integer that a lower limit lets through, unless it is very long.
fn least_integer(min: &Bound) -> Option<Json> {
    let number = min.number();
    let floor = number.floor_text(MAX_DIGITS)?;
    let least = if number.is_integer() && !min.exclusive { floor } else { next_integer(&floor) };
    Json::parse(&least).ok()
}

/// One more than an integer in plain digits.
fn next_integer(text: &str) -> String {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    // Counting up a number below zero counts its digits down.
    let (turned, over) = if negative { (b'0', b'9') } else { (b'9', b'0') };
    let mut digits = format!("0{digits}").into_bytes();
    for digit in digits.iter_mut().rev() {
        if *digit != turned {
            *digit = if negative { *digit - 1 } else { *digit + 1 };
            break;
        }
        *digit = over;
    }
    let digits: String = digits.into_iter().map(char::from).collect();
    match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits if negative => format!("-{digits}"),
        digits => digits.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_integer_is_one_more() {
        for number in -1_100..1_100 {
            assert_eq!(next_integer(&number.to_string()), (number + 1).to_string());
        }
        assert_eq!(next_integer("99999999999999999999"), "100000000000000000000");
        assert_eq!(next_integer("-100000000000000000000"), "-99999999999999999999");
    }
}
