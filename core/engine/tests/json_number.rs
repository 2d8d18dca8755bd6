//! Numbers keep every digit.
// proves: RPC-28

use mcpclient_engine::json::{Number, Value};
use num_bigint::BigInt;
use proptest::prelude::*;

fn number(text: &str) -> Number<'_> {
    Value::parse(text).expect(text).number().expect(text)
}

#[test]
fn integers_are_recognized_however_they_are_written() {
    for text in [
        "0",
        "-0.0",
        "0e5",
        "3.0",
        "1e2",
        "1.5e1",
        "100e-2",
        "-2.50E1",
        "9007199254740993",
        "1e999999999999",
    ] {
        assert!(number(text).is_integer(), "{text}");
    }
    for text in ["0.5", "1e-1", "1.05e1", "101e-2", "9007199254740993.5", "1e-999999999999"] {
        assert!(!number(text).is_integer(), "{text}");
    }
}

#[test]
fn conversions_are_exact_or_absent() {
    assert_eq!(number("9223372036854775807").as_i64(), Some(i64::MAX));
    assert_eq!(number("-9223372036854775808.0").as_i64(), Some(i64::MIN));
    assert_eq!(number("9223372036854775808").as_i64(), None);
    assert_eq!(number("18446744073709551615").as_u64(), Some(u64::MAX));
    assert_eq!(number("1.8446744073709551615e19").as_u64(), Some(u64::MAX));
    assert_eq!(number("18446744073709551616").as_u64(), None);
    assert_eq!(number("-1").as_u64(), None);
    assert_eq!(number("-0").as_u64(), Some(0));
    assert_eq!(number("1.5").as_i64(), None);
    assert_eq!(number("1e999999999999999999999999999999999999999999").as_i64(), None);
    assert_eq!(number("2.5").as_f64(), 2.5);
    assert_eq!(number("3.00").integer_text(10).as_deref(), Some("3"));
    assert_eq!(number("-12e3").integer_text(10).as_deref(), Some("-12000"));
    assert_eq!(number("1e11").integer_text(10), None);
    assert_eq!(number("-0").integer_text(10).as_deref(), Some("0"));
    assert!(number("-1e-9").is_negative() && !number("-0").is_negative());
}

#[test]
fn huge_exponents_are_ordered_and_cost_nothing() {
    let ladder = [
        "-1e99999999999999999999",
        "-1e999999999",
        "-1",
        "-1e-999999999",
        "0",
        "1e-99999999999999999999",
        "1e-999999999",
        "1",
        "1e999999999",
        "1.1e999999999",
        "1e99999999999999999999",
    ];
    for (low, left) in ladder.iter().enumerate() {
        for (high, right) in ladder.iter().enumerate() {
            assert_eq!(number(left).cmp_exact(number(right)), low.cmp(&high), "{left} {right}");
        }
    }
    let digits = "9".repeat(500_000);
    let long = format!("{digits}e{digits}");
    assert!(number(&long) == number(&long) && number(&long).is_integer());
}

/// The value times 10^200 as a big integer: another way to the same answer.
fn scaled(text: &str) -> BigInt {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i64 = exponent.parse().expect("a small exponent");
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: BigInt = format!("{whole}{fraction}").parse().expect("digits");
    let power = 200 + exponent - fraction.len() as i64;
    let scaled = digits * BigInt::from(10).pow(u32::try_from(power).expect("small"));
    // "-0.5" has its sign in the whole part, which survives as text.
    scaled
}

fn spelled() -> impl Strategy<Value = String> {
    "-?(0|[1-9][0-9]{0,24}|[1-9]0{0,20})(\\.[0-9]{1,20}|\\.0{1,5})?([eE][+-]?0{0,3}[0-9]{1,2})?"
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn order_is_that_of_exact_arithmetic(left in spelled(), right in spelled(), near in 0..4u8) {
        // Unrelated numbers are seldom close; derive some from each other.
        let right = match near {
            0 => right,
            1 => format!("{}1", left.split(['e', 'E', '.']).next().unwrap_or("0").replace("-0", "-").trim_start_matches('0')),
            2 => left.to_lowercase(),
            _ => left.replacen(|digit| matches!(digit, '1'..='9'), "9", 1),
        };
        prop_assume!(Value::parse(&right).is_ok());
        prop_assert_eq!(number(&left).cmp_exact(number(&right)), scaled(&left).cmp(&scaled(&right)));
    }

    #[test]
    fn integers_are_those_of_exact_arithmetic(text in spelled()) {
        let unit = BigInt::from(10).pow(200);
        let value = scaled(&text);
        let whole = &value % &unit == BigInt::from(0);
        prop_assert_eq!(number(&text).is_integer(), whole);
        let integer = whole.then(|| &value / &unit);
        let small = |integer: &Option<BigInt>| integer.as_ref().and_then(|i| i64::try_from(i).ok());
        prop_assert_eq!(number(&text).as_i64(), small(&integer));
        prop_assert_eq!(number(&text).as_u64(), integer.as_ref().and_then(|i| u64::try_from(i).ok()));
        prop_assert_eq!(number(&text).integer_text(200), integer.map(|i| i.to_string()));
        let below = (&value - ((&value % &unit) + &unit) % &unit) / &unit;
        prop_assert_eq!(number(&text).floor_text(200), Some(below.to_string()));
    }
}
