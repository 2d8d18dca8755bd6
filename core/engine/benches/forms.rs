//! Forms of twenty fields beside the `jsonschema` crate: `cargo bench -p mcpclient-engine --bench forms`.
//!
//! The form of `plain` has a text, a number, yes or no, one of and some of, four times each; that of
//! `formats` a mail address, a URI, a day, a moment and a text with a pattern. The validator is built
//! beforehand, asserts formats as the form does, and is asked for a verdict only (`is_valid`).
//!
//! Each number is the fastest of many short runs in turn, so that a busy machine disturbs both
//! sides alike.
#![allow(clippy::print_stdout, reason = "a benchmark reports")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jsonschema::Validator;
use mcpclient_engine::Limits;
use mcpclient_engine::elicitation::{Draft, Form};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Value;

/// How long everything of one form is measured.
const TIME: Duration = Duration::from_secs(8);
/// A run is shorter than what the machine gives a program before others have their turn.
const RUN: Duration = Duration::from_micros(100);

/// Schema, answer, and the same as typed.
type Property = (&'static str, &'static str, &'static str);

const PLAIN: [Property; 5] = [
    (
        r#""type":"string","title":"Name","description":"As in the passport","minLength":1,"maxLength":80"#,
        r#""Ana María Ødegård""#,
        "Ana María Ødegård",
    ),
    (r#""type":"integer","title":"Guests","minimum":1,"maximum":12,"default":2"#, "4", "4"),
    (r#""type":"boolean","title":"Breakfast","default":false"#, "true", "yes"),
    (
        r#""type":"string","title":"Seat","oneOf":[{"const":"w","title":"Window"},{"const":"a","title":"Aisle"},{"const":"m","title":"Middle"}]"#,
        r#""a""#,
        "Aisle",
    ),
    (
        r#""type":"array","title":"Meals","items":{"type":"string","enum":["breakfast","lunch","dinner","none"]},"minItems":1,"maxItems":3"#,
        r#"["lunch","dinner"]"#,
        "lunch, dinner",
    ),
];

const FORMATS: [Property; 5] = [
    (
        r#""type":"string","title":"E-mail","format":"email""#,
        r#""ana.odegard@mail.example.org""#,
        "ana.odegard@mail.example.org",
    ),
    (
        r#""type":"string","title":"Home page","format":"uri""#,
        r#""https://www.example.org/people/ana?lang=no#about""#,
        "https://www.example.org/people/ana?lang=no#about",
    ),
    (r#""type":"string","title":"Day","format":"date""#, r#""2026-02-28""#, " 2026-02-28"),
    (
        r#""type":"string","title":"Start","format":"date-time""#,
        r#""2026-02-28T09:30:00+01:00""#,
        "2026-02-28T09:30:00+01:00",
    ),
    (
        r#""type":"string","title":"Booking","pattern":"^[A-Z]{2}[0-9]{4}$","minLength":6"#,
        r#""FR9040""#,
        "FR9040",
    ),
];

fn main() {
    for (name, properties) in [("plain", PLAIN), ("formats", FORMATS)] {
        println!("{name:<40}{:>12} {:>13} {:>9}", "engine", "jsonschema", "faster");
        Subject::new(properties).compare();
        println!();
    }
}

/// One form: all its texts, and each side ready to judge.
struct Subject {
    schema: String,
    answer: String,
    typed: Vec<&'static str>,
    form: Arc<Form>,
    validator: Validator,
    tree: serde_json::Value,
}

impl Subject {
    fn new(properties: [Property; 5]) -> Self {
        let fields: Vec<_> = (0..4).flat_map(|_| properties).collect();
        let join = |part: &dyn Fn(&Property) -> String| {
            let of = |(at, field)| format!("\"field_{at}\":{}", part(field));
            fields.iter().enumerate().map(of).collect::<Vec<_>>().join(",")
        };
        let required = (0..fields.len()).map(|at| format!("\"field_{at}\"")).collect::<Vec<_>>();
        let schema = format!(
            r#"{{"type":"object","properties":{{{}}},"required":[{}]}}"#,
            join(&|field| format!("{{{}}}", field.0)),
            required.join(",")
        );
        let answer = format!("{{{}}}", join(&|field| field.1.to_owned()));
        let typed = fields.iter().map(|field| field.2).collect();
        let (form, validator) = (Arc::new(form(&schema)), validator(&schema));
        let subject = Self { tree: tree(&answer), schema, answer, typed, form, validator };
        subject.agree();
        subject
    }

    /// Both accept the answer, and what is typed gives it.
    fn agree(&self) {
        let draft = self.fill(&self.form);
        assert_eq!(draft.content().expect("complete").as_str(), self.answer);
        assert!(self.form.check(json(&self.answer)).is_ok() && self.validator.is_valid(&self.tree));
    }

    fn fill(&self, form: &Arc<Form>) -> Draft {
        let mut draft = Draft::new(Arc::clone(form));
        for (index, text) in self.typed.iter().enumerate() {
            draft.set_text(index, text).expect("right");
        }
        draft
    }

    fn compare(&self) {
        let draft = self.fill(&self.form);
        let mut entered = draft.clone();
        let content = json(&self.answer);
        let mut at = 0;
        let times = measure(&mut [
            &mut || drop(black_box(black_box(&draft).check())),
            &mut || {
                at = (at + 1) % self.typed.len();
                drop(black_box(entered.set_text(at, black_box(self.typed[at]))));
                drop(black_box(entered.check()));
            },
            &mut || drop(black_box(self.form.check(black_box(content)))),
            &mut || _ = black_box(self.validator.is_valid(black_box(&self.tree))),
            &mut || drop(black_box(self.form.check(json(black_box(&self.answer))))),
            &mut || _ = black_box(self.validator.is_valid(&tree(black_box(&self.answer)))),
            &mut || drop(black_box(form(black_box(&self.schema)))),
            &mut || drop(black_box(validator(black_box(&self.schema)))),
            &mut || {
                let form = Arc::new(form(black_box(&self.schema)));
                let content = self.fill(&form).content().expect("complete");
                drop(black_box(form.check(content.value())));
            },
            &mut || {
                let validator = validator(black_box(&self.schema));
                _ = black_box(validator.is_valid(&tree(black_box(&self.answer))));
            },
            &mut || drop(black_box(self.fill(&self.form))),
        ]);
        let row = |what: &str, ours: Duration, theirs: Duration| {
            let (ours, theirs) = (ours.as_secs_f64() * 1e6, theirs.as_secs_f64() * 1e6);
            println!("{what:<40}{ours:>9.3} us {theirs:>10.3} us {:>8.1}x", theirs / ours);
        };
        row("draft: check", times[0], times[3]);
        row("draft: type into a field, check all", times[1], times[3]);
        row("content: check", times[2], times[3]);
        row("content: read and check", times[4], times[5]);
        row("schema: read", times[6], times[7]);
        row("schema: read, fill in and check", times[8], times[9]);
        println!("{:<40}{:>9.3} us", "draft: fill in", times[10].as_secs_f64() * 1e6);
    }
}

fn json(text: &str) -> Value<'_> {
    Value::parse(text).expect("JSON")
}

fn tree(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

fn form(schema: &str) -> Form {
    Form::parse(json(schema), Revision::NEWEST_HANDSHAKE, &Limits::default()).expect("a form")
}

fn validator(schema: &str) -> Validator {
    let options = jsonschema::options().should_validate_formats(true);
    options.build(&tree(schema)).expect("a schema")
}

/// The fastest time of one run of each.
fn measure(work: &mut [&mut dyn FnMut()]) -> Vec<Duration> {
    let mut best = vec![Duration::MAX; work.len()];
    let mut times = vec![1; work.len()];
    let begin = Instant::now();
    while begin.elapsed() < TIME {
        for ((run, best), times) in work.iter_mut().zip(&mut best).zip(&mut times) {
            let start = Instant::now();
            for _ in 0..*times {
                run();
            }
            let took = start.elapsed();
            *best = (*best).min(took / *times);
            if took < RUN {
                *times *= 2;
            }
        }
    }
    best
}
