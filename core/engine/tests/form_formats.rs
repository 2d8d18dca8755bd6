//! The four formats, awkward cases included.
// proves: ELI-12

use mcpclient_engine::Limits;
use mcpclient_engine::elicitation::Form;
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::{Value, quote};

fn form(format: &str) -> Form {
    let schema = format!(
        r#"{{"type":"object","properties":{{"p":{{"type":"string","format":"{format}"}}}}}}"#
    );
    let schema = Value::parse(&schema).expect("JSON");
    Form::parse(schema, Revision::R2025Jun, &Limits::default()).expect("a form")
}

fn fits(form: &Form, text: &str) -> bool {
    let content = format!("{{\"p\":{}}}", quote(text));
    form.check(Value::parse(&content).expect("JSON")).is_ok()
}

fn table(format: &str, valid: &[&str], invalid: &[&str]) {
    let form = form(format);
    for text in valid {
        assert!(fits(&form, text), "{format} refuses {text:?}");
    }
    for text in invalid {
        assert!(!fits(&form, text), "{format} takes {text:?}");
    }
}

#[test]
fn moments() {
    table(
        "date-time",
        &[
            "2024-03-09T10:20:30Z",
            "2024-03-09T10:20:30.123456789+05:30",
            "2024-03-09t10:20:30z",
            "2016-12-31T23:59:60Z",
            "1990-12-31T15:59:60-08:00",
            "2017-01-01T05:29:60.5+05:30",
            "2024-02-29T00:00:00-00:00",
            "2024-03-09T10:20:30+23:59",
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999Z",
        ],
        &[
            "2024-03-09T10:20:30",
            "2024-03-09 10:20:30Z",
            "2024-03-09T10:20Z",
            "2024-03-09T10:20",
            "2024-03-09T24:00:00Z",
            "2024-02-30T00:00:00Z",
            "2023-02-29T00:00:00Z",
            "2024-03-09T10:20:61Z",
            "2024-03-09T10:58:60Z",
            "2016-12-31T23:59:60+01:00",
            "2024-03-09T10:20:30+24:00",
            "2024-03-09T10:20:30+00:60",
            "2024-03-09T10:20:30+0530",
            "2024-03-09T10:20:30+05",
            "2024-03-09T10:20:30.Z",
            "2024-03-09T10:20:30,5Z",
            "2024-3-9T10:20:30Z",
            "2024-W10-6T10:20:30Z",
            "\u{ff12}024-03-09T10:20:30Z",
            "2024-03-09T10:20:30Z ",
            "2024-03-09T10:20:30Z\n",
            "20240309T102030Z",
            "2024-03-09T1a:20:30Z",
            "2024-03-09T10:60:30Z",
            "",
        ],
    );
}

#[test]
fn days() {
    table(
        "date",
        &["2024-02-29", "2000-02-29", "1999-12-31", "0001-01-01", "2023-02-28"],
        &[
            "2023-02-29",
            "2100-02-29",
            "2024-04-31",
            "2024-13-01",
            "2024-00-10",
            "2024-01-00",
            "2024-1-1",
            "24-01-01",
            "2024-01-01T00:00:00Z",
            "2024/01/01",
            "01.02.2024",
            "2024-01-01Z",
            " 2024-01-01",
            "2024-01-01\n",
            "\u{9e8}024-01-01",
            "+02024-01-01",
            "2024-01-32",
            "-024-01-01",
            "2024-01-0x",
            "",
        ],
    );
}

#[test]
fn every_day_of_four_centuries_and_no_other() {
    let form = form("date");
    let mut days = 0;
    for year in 1600..2000 {
        for month in 0..14 {
            for day in 0..33 {
                days += usize::from(fits(&form, &format!("{year:04}-{month:02}-{day:02}")));
            }
        }
    }
    assert_eq!(days, 146_097);
}

#[test]
fn addresses_of_pages() {
    table(
        "uri",
        &[
            "https://example.com",
            "http://[::1]:8080/a?b#c",
            "mailto:a@example.com",
            "urn:isbn:0451450523",
            "https://example.com/%E2%82%AC",
            "file:///C:/x",
            "javascript:alert(1)",
            "https://xn--r8jz45g.example/",
            "a:b",
            "https://user:pw@example.com:0/",
            "http://[v1.x]/",
            "A+.-1:",
        ],
        &[
            "",
            "example.com",
            "/path",
            "//example.com/x",
            "https://example.com/a b",
            "https://example.com/%zz",
            "https://\u{4f8b}\u{3048}.example/",
            "http://[::1",
            "C:\\x\\y",
            "https://example.com/a|b",
            " https://example.com",
            "https://example.com/\n",
            "http://example.com:port/",
            "1http://x",
            "?q",
            "http://[::g]/",
            "http://[1:2:3:4:5:6:7]/",
            "#f",
            "https://example.com/\u{202e}",
            "https://example.com/%",
            "http://a@b@c/",
        ],
    );
}

#[test]
fn addresses_of_people() {
    let long =
        |local: usize, label: usize| format!("{}@{}.org", "a".repeat(local), "b".repeat(label));
    table(
        "email",
        &[
            "a@b.c",
            "ana@localhost",
            "ana+x@example.com",
            "\"a b\"@example.com",
            "\"a@b\"@x.org",
            "a'b@x.org",
            "!#$%&'*+-/=?^_`{|}~@x.org",
            "a@[127.0.0.1]",
            "a@[IPv6:::1]",
            "a@[ipv6:fe80::1]",
            "a@1.2.3.4",
            "üser@example.com",
            "ana@例え.jp",
            "ana@xn--r8jz45g.jp",
            &long(64, 63),
        ],
        &[
            "",
            "ana",
            "@x",
            "x@",
            "a b@x.org",
            "a@b@c",
            ".a@x.org",
            "a.@x.org",
            "a..b@x.org",
            "a@x..org",
            "a@-x.org",
            "a@x-.org",
            "a@x.org.",
            "a@[300.1.1.1]",
            "a@[IPv6::::1]",
            "a@[garbage]",
            "a@[127.0.0.1",
            "Ana <a@x.org>",
            "a@x.org ",
            " a@x.org",
            "a@x.org\n",
            "a\u{202e}@x.org",
            "a@x\u{200b}y.org",
            "a,b@x.org",
            "a(c)@x.org",
            "a@ex_ample.com",
            "a@ex ample.com",
            "\"a\u{0}b\"@x.org",
            &long(65, 3),
            &long(3, 64),
        ],
    );
}

#[test]
fn other_formats_are_remarks_only() {
    for format in ["phone", "password", "time", "EMAIL", "uri-reference", ""] {
        table(format, &["", "anything at all"], &[]);
    }
}
