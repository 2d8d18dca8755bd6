//! Whether the vectors leave anything out: by kind of field, rule, revision and verdict; every warning,
//! with a neighbour that deserves none; and where there are no codes, both verdicts.

use std::collections::{BTreeSet, HashSet};

use mcpclient_engine::elicitation::{
    FieldCode, Format, Kind, ObjectionCode, RefusalCode, UrlHazard,
};
use mcpclient_engine::era::Revision;
use mcpclient_engine::policy::HazardKind;
use serde_json::Value;

use super::files::{File, Vector, list, revisions, text};
use super::forms::parse;

/// What each kind of field can break, whether typed or as JSON.
const RULES: [(&str, &[FieldCode]); 6] = [
    (
        "text",
        &[
            FieldCode::Required,
            FieldCode::Type,
            FieldCode::MinLength,
            FieldCode::MaxLength,
            FieldCode::Format,
            FieldCode::Pattern,
        ],
    ),
    (
        "number",
        &[
            FieldCode::Required,
            FieldCode::Type,
            FieldCode::NotNumber,
            FieldCode::Minimum,
            FieldCode::Maximum,
            FieldCode::ExclusiveMinimum,
            FieldCode::ExclusiveMaximum,
            FieldCode::MultipleOf,
            FieldCode::NotFinite,
        ],
    ),
    (
        "integer",
        &[
            FieldCode::Required,
            FieldCode::Type,
            FieldCode::NotNumber,
            FieldCode::NotInteger,
            FieldCode::Minimum,
            FieldCode::Maximum,
            FieldCode::ExclusiveMinimum,
            FieldCode::ExclusiveMaximum,
            FieldCode::MultipleOf,
            FieldCode::NotFinite,
        ],
    ),
    ("yesNo", &[FieldCode::Required, FieldCode::Type, FieldCode::NotYesNo]),
    ("oneOf", &[FieldCode::Required, FieldCode::Type, FieldCode::NotChoice, FieldCode::Ambiguous]),
    (
        "someOf",
        &[
            FieldCode::Required,
            FieldCode::Type,
            FieldCode::NotChoice,
            FieldCode::Ambiguous,
            FieldCode::MinItems,
            FieldCode::MaxItems,
            FieldCode::UniqueItems,
        ],
    ),
];

/// Faults that belong to the answer as a whole.
const OUTSIDE: [FieldCode; 4] =
    [FieldCode::Type, FieldCode::NotFinite, FieldCode::UnknownField, FieldCode::DuplicateField];

/// What only typed text can break.
const TYPED: [FieldCode; 3] = [FieldCode::NotNumber, FieldCode::NotYesNo, FieldCode::Ambiguous];

/// What only JSON can break: typing gives the right type, and each choice once.
const JSON: [FieldCode; 4] =
    [FieldCode::Type, FieldCode::UniqueItems, FieldCode::UnknownField, FieldCode::DuplicateField];

/// The formats that forms know.
const FORMATS: [Format; 4] = [Format::Email, Format::Uri, Format::Date, Format::DateTime];

/// What is judged by no code, and in no revision.
const JUDGED: [&str; 8] = [
    "paths, posix, fromPath",
    "paths, posix, fromUri",
    "paths, windows, fromPath",
    "paths, windows, fromUri",
    "containment, posix",
    "containment, windows",
    "roots, accepted",
    "roots, same",
];

/// What is not there, one line each.
pub fn gaps(files: &[File]) -> Vec<String> {
    let found = survey(files);
    let mut gaps = verdict_gaps(files);
    for revision in Revision::ALL {
        for verdict in ["refused", "accepted"] {
            for kind in ["sampleRequests", "sampleResults"] {
                let wanted = (kind.to_owned(), "refused".to_owned(), revision.wire(), verdict);
                if !found.contains(&wanted) {
                    gaps.push(format!("coverage: {kind}, {}: {verdict}", revision.wire()));
                }
            }
        }
    }
    let told: HashSet<FieldCode> =
        RULES.iter().flat_map(|(_, codes)| *codes).chain(&OUTSIDE).copied().collect();
    for code in FieldCode::ALL.iter().filter(|code| !told.contains(code)) {
        gaps.push(format!("coverage: no rule of the check speaks of {}", code.name()));
    }
    for revision in Revision::ALL.into_iter().filter(|revision| revision.facts().elicitation) {
        let lists = revision.facts().multi_select;
        let mut want = |what: &str, code: &str| {
            for verdict in ["refused", "accepted"] {
                let wanted = (what.to_owned(), code.to_owned(), revision.wire(), verdict);
                if !found.contains(&wanted) {
                    gaps.push(format!("coverage: {what}, {code}, {}: {verdict}", revision.wire()));
                }
            }
        };
        for (kind, codes) in RULES.iter().filter(|(kind, _)| lists || *kind != "someOf") {
            for code in *codes {
                if !TYPED.contains(code) {
                    want(&format!("content, {kind}"), code.name());
                }
                // What was emptied among several choices is an empty list.
                let empty = *kind == "someOf" && *code == FieldCode::Required;
                if !JSON.contains(code) && !empty {
                    want(&format!("typed, {kind}"), code.name());
                }
            }
        }
        for format in &FORMATS {
            want("texts", format.name());
        }
        for code in OUTSIDE {
            want("content, outside", code.name());
        }
        for code in ObjectionCode::ALL {
            if *code != ObjectionCode::NotInRevision || !lists {
                want("forms", code.name());
            }
        }
        for kind in HazardKind::ALL {
            want("hazards, message", kind.name());
            want("hazards, field", kind.name());
        }
        if revision.facts().elicitation_modes {
            UrlHazard::ALL.iter().for_each(|hazard| want("urls", hazard.name()));
            want("urls", "refused");
        }
        for code in RefusalCode::ALL {
            let elsewhere =
                if lists { RefusalCode::ListNotInRevision } else { RefusalCode::ListOfOther };
            if *code != elsewhere {
                want("forms", code.name());
            }
        }
    }
    gaps
}

/// Verdicts without a code, of which there must be both.
fn verdict_gaps(files: &[File]) -> Vec<String> {
    let mut found = BTreeSet::new();
    for vector in files.iter().flat_map(File::vectors) {
        let (case, style) = (vector.case, vector.group["style"].as_str().unwrap_or(""));
        let (what, good) = match vector.kind {
            "paths" if case.get("fromUri").is_some() => {
                let path = [&case["path"], &case["pathBytes"]];
                (format!("paths, {style}, fromUri"), path.iter().any(|path| path.is_string()))
            }
            "paths" => (format!("paths, {style}, fromPath"), case["uri"].is_string()),
            "containment" => (format!("containment, {style}"), case["inside"] == true),
            "roots" if case.get("same").is_some() => ("roots, same".into(), case["same"] == true),
            "roots" => ("roots, accepted".into(), case["accepted"] == true),
            _ => continue,
        };
        found.insert((what, good));
    }
    let both = JUDGED.iter().flat_map(|what| [(*what, true), (*what, false)]);
    both.filter(|(what, good)| !found.contains(&((*what).to_owned(), *good)))
        .map(|(what, good)| format!("coverage: {what}: {good}"))
        .collect()
}

type Found = BTreeSet<(String, String, &'static str, &'static str)>;

/// What there is: a rule counts as broken where a case breaks it, and as kept where an accepted case
/// of the same group does not.
fn survey(files: &[File]) -> Found {
    let mut found = Found::new();
    for file in files {
        for group in file.groups() {
            let vectors = || file.vectors().filter(|vector| std::ptr::eq(vector.group, group));
            for revision in revisions(group).into_iter().flatten() {
                let here = || vectors().filter(|vector| vector.revision == Some(revision));
                let broken: Vec<_> = here().map(|vector| broken(file, &vector)).collect();
                let accepted = |vector: Vector<'_>| {
                    ["refused", "fault", "faults"].iter().all(|no| vector.case.get(*no).is_none())
                };
                let accepted: Vec<_> =
                    here().zip(&broken).filter(|(v, _)| accepted(*v)).map(|(_, b)| b).collect();
                for rule in broken.iter().flatten() {
                    let mut add = |verdict| {
                        found.insert((rule.0.clone(), rule.1.clone(), revision.wire(), verdict));
                    };
                    add("refused");
                    if accepted.iter().any(|others| !others.contains(rule)) {
                        add("accepted");
                    }
                }
            }
        }
    }
    found
}

/// The rules that one vector says are broken.
fn broken(file: &File, vector: &Vector<'_>) -> Vec<(String, String)> {
    let code = |fault: &Value| text(fault, "code").to_owned();
    match file.kind() {
        "forms" => list(&vector.case["objections"])
            .iter()
            .chain(vector.case.get("refused"))
            .map(|fault| ("forms".to_owned(), code(fault)))
            .collect(),
        "hazards" => list(&vector.case["hazards"])
            .iter()
            .map(|hazard| {
                let place = if hazard.get("field").is_some() { "field" } else { "message" };
                (format!("hazards, {place}"), text(hazard, "kind").to_owned())
            })
            .collect(),
        "urls" => {
            let refused = vector.case.get("refused").map(|_| "refused".to_owned());
            let hazards = list(&vector.case["hazards"]).iter().filter_map(Value::as_str);
            let names = hazards.map(str::to_owned).chain(refused);
            names.map(|name| ("urls".to_owned(), name)).collect()
        }
        "sampleRequests" | "sampleResults" => {
            let refused = vector.case.get("refused").map(|_| "refused".to_owned());
            refused.map(|code| (file.kind().to_owned(), code)).into_iter().collect()
        }
        "texts" if vector.case["fits"] == false => {
            match &parse(vector).expect("a form").fields()[0].kind {
                Kind::Text { format: Some(format), .. } => {
                    vec![("texts".to_owned(), format.name().to_owned())]
                }
                _ => Vec::new(),
            }
        }
        "typed" => {
            let of = |fault| (format!("typed, {}", kind(vector, "p")), code(fault));
            vector.case.get("fault").map(of).into_iter().collect()
        }
        "content" => list(&vector.case["faults"])
            .iter()
            .map(|fault| {
                let twice = fault["code"] == FieldCode::DuplicateField.name();
                let place = match fault["outside"] == true || twice {
                    true => "outside",
                    false => kind(vector, text(fault, "field")),
                };
                (format!("content, {place}"), code(fault))
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn kind(vector: &Vector<'_>, name: &str) -> &'static str {
    let form = parse(vector).expect("a form");
    let index = form.index_of(name).expect("a field");
    match form.fields()[index].kind {
        Kind::Text { .. } => "text",
        Kind::Number { .. } => "number",
        Kind::Integer { .. } => "integer",
        Kind::YesNo => "yesNo",
        Kind::OneOf(_) => "oneOf",
        Kind::SomeOf { .. } => "someOf",
        _ => "unknown",
    }
}
