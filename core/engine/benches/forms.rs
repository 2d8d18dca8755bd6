//! A form of twenty fields beside the `jsonschema` crate validating alone:
//! `cargo bench -p mcpclient-engine --bench forms`.
//!
//! Each number is the fastest of many short runs in turn, so that a busy machine disturbs both
//! sides alike. The validator asserts formats, as the form does.
#![allow(clippy::print_stdout, reason = "a benchmark reports")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mcpclient_engine::Limits;
use mcpclient_engine::elicitation::{Draft, Form};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Value;

const ROUNDS: usize = 60;
const RUNS: u32 = 200;

/// Five kinds of property, four times: schema, answer, and the same as typed.
const KINDS: [(&str, &str, &str); 5] = [
    (
        r#""type":"string","title":"Name","description":"As in the passport","minLength":1,"maxLength":80"#,
        r#""Ana María Ødegård""#,
        "Ana María Ødegård",
    ),
    (r#""type":"string","format":"date","title":"Day""#, r#""2026-02-28""#, " 2026-02-28"),
    (r#""type":"integer","title":"Guests","minimum":1,"maximum":12,"default":2"#, "4", "4"),
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

fn main() {
    let fields: Vec<_> = (0..4).flat_map(|round| KINDS.map(|kind| (round, kind))).collect();
    let names: Vec<_> = fields
        .iter()
        .enumerate()
        .map(|(index, (round, _))| format!("field_{index}_{round}"))
        .collect();
    let join = |part: &dyn Fn(usize) -> String| {
        (0..fields.len()).map(|at| format!("\"{}\":{}", names[at], part(at))).collect::<Vec<_>>()
    };
    let properties = join(&|at| format!("{{{}}}", fields[at].1.0)).join(",");
    let required = names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(",");
    let schema =
        format!(r#"{{"type":"object","properties":{{{properties}}},"required":[{required}]}}"#);
    let answer = format!("{{{}}}", join(&|at| fields[at].1.1.to_owned()).join(","));
    let typed: Vec<_> = fields.iter().map(|(_, kind)| kind.2).collect();

    let limits = Limits::default();
    let parse = || {
        let schema = Value::parse(&schema).expect("JSON");
        Form::parse(schema, Revision::NEWEST_HANDSHAKE, &limits).expect("a form")
    };
    let tree = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    let build = |schema: &serde_json::Value| {
        let options = jsonschema::options().should_validate_formats(true);
        options.build(schema).expect("a schema")
    };
    let form = Arc::new(parse());
    let answer_json = Value::parse(&answer).expect("JSON");
    let (schema_tree, answer_tree) = (tree(&schema), tree(&answer));
    let validator = build(&schema_tree);
    assert!(form.check(answer_json).is_ok() && validator.is_valid(&answer_tree));
    let fill = |form: &Arc<Form>| {
        let mut draft = Draft::new(form.clone());
        for (index, text) in typed.iter().enumerate() {
            draft.set_text(index, text).expect("right");
        }
        draft.content().expect("complete")
    };
    assert_eq!(fill(&form).as_str(), answer);

    let times = measure(&mut [
        &mut || drop(black_box(form.check(black_box(answer_json)))),
        &mut || {
            black_box(validator.is_valid(black_box(&answer_tree)));
        },
        &mut || drop(black_box(form.check(Value::parse(black_box(&answer)).expect("JSON")))),
        &mut || {
            black_box(validator.is_valid(&tree(black_box(&answer))));
        },
        &mut || drop(black_box(parse())),
        &mut || drop(black_box(build(&tree(black_box(&schema))))),
        &mut || drop(black_box(fill(&form))),
        &mut || {
            let form = Arc::new(parse());
            let content = fill(&form);
            drop(black_box(form.check(content.value())));
        },
        &mut || {
            let validator = build(&tree(black_box(&schema)));
            black_box(validator.is_valid(&tree(black_box(&answer))));
        },
    ]);
    let row = |what: &str, ours: Duration, theirs: Duration| {
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        println!(
            "{what:<52}{:>9.1} us {:>9.1} us {ratio:>8.1}x",
            ours.as_secs_f64() * 1e6,
            theirs.as_secs_f64() * 1e6
        );
    };
    println!("{:<52}{:>12} {:>12} {:>9}", "a form of 20 fields", "engine", "jsonschema", "faster");
    row("check an answer that is parsed", times[0], times[1]);
    row("check an answer from its text", times[2], times[3]);
    row("check an answer from its text, beside one parsed", times[2], times[1]);
    row("read the schema", times[4], times[5]);
    row("read, fill in and check, beside read and validate", times[7], times[8]);
    println!("{:<52}{:>9.1} us", "fill in from typed text", times[6].as_secs_f64() * 1e6);
}

/// The fastest time of one run of each.
fn measure(work: &mut [&mut dyn FnMut()]) -> Vec<Duration> {
    let mut best = vec![Duration::MAX; work.len()];
    for _ in 0..ROUNDS {
        for (run, best) in work.iter_mut().zip(&mut best) {
            let start = Instant::now();
            for _ in 0..RUNS {
                run();
            }
            *best = (*best).min(start.elapsed() / RUNS);
        }
    }
    best
}
