//! Forms: any schema is read or refused, any answer is judged, any typed text is taken or not, and
//! what a finished draft gives always passes the check.
//!
//! Input: a byte that picks the revision, then texts parted by zero bytes: the schema, an answer,
//! and what is typed into the fields one after the other.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcpclient_engine::Limits;
use mcpclient_engine::elicitation::{Draft, Field, Form, Kind};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::{Json, Value};
use std::sync::Arc;

fuzz_target!(|data: &[u8]| {
    let Some((revision, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let mut parts = text.split('\0');
    let Some(schema) = parts.next().and_then(|text| Json::parse(text).ok()) else { return };
    let revision =
        [Revision::R2025Jun, Revision::R2025Nov, Revision::R2026][usize::from(revision % 3)];
    let limits = Limits { fields: 20, choices: 20, ..Limits::default() };
    let form = match Form::parse(schema.value(), revision, &limits) {
        Ok(form) => Arc::new(form),
        Err(fault) => {
            assert!(!fault.to_string().is_empty());
            return;
        }
    };
    let objections = form.objections().iter().map(ToString::to_string);
    assert!(objections.into_iter().all(|text| !text.is_empty()));
    form.fields().iter().enumerate().for_each(|(place, field)| look(&form, place, field));
    if let Some(answer) = parts.next().and_then(|text| Json::parse(text).ok()) {
        judge(&form, answer.value());
    }
    fill(&form, &parts.collect::<Vec<_>>());
});

/// A field can be found and shown, and its default is an answer.
fn look(form: &Arc<Form>, place: usize, field: &Field) {
    assert_eq!(form.index_of(&field.name), Some(place));
    assert!(!field.label().is_empty() || field.name.is_empty());
    let draft = Draft::new(Arc::clone(form));
    if let Some(default) = &field.default {
        assert_eq!(draft.value(place), Some(default));
        assert_eq!(draft.check_field(place), Ok(()), "its own default does not fit");
    }
}

/// The verdict is the same for the same content with its members the other way round.
fn judge(form: &Form, answer: Value<'_>) {
    let verdict = form.check(answer);
    if let Err(errors) = &verdict {
        assert!(!errors.is_empty() && errors.iter().all(|error| !error.to_string().is_empty()));
    }
    let filled = form.with_defaults(answer);
    if verdict.is_ok() {
        assert_eq!(form.check(filled.value()), Ok(()), "defaults made it wrong");
    }
    let mut members: Vec<_> = answer.members().collect();
    members.reverse();
    let members: Vec<_> =
        members.iter().map(|(key, value)| format!("{}:{}", key.raw(), value.raw())).collect();
    if !members.is_empty() {
        let reversed = Json::from_string(format!("{{{}}}", members.join(","))).expect("JSON");
        assert_eq!(form.check(reversed.value()).is_ok(), verdict.is_ok(), "order counts");
    }
}

/// Whatever is typed and chosen, a draft without faults gives a valid answer.
fn fill(form: &Arc<Form>, typed: &[&str]) {
    let mut draft = Draft::new(Arc::clone(form));
    for (index, text) in typed.iter().enumerate().take(form.fields().len() * 2) {
        let index = index % form.fields().len();
        match text.strip_prefix('\u{1}') {
            None => assert_eq!(draft.set_text(index, text), draft.check_field(index)),
            Some(json) => {
                if let Ok(value) = Json::parse(json) {
                    assert_eq!(draft.set_json(index, value.value()), draft.check_field(index));
                } else {
                    draft.select(index, json.len(), json.len() % 2 == 0);
                }
            }
        }
        let field = &form.fields()[index];
        if draft.check_field(index).is_ok() {
            again(form, index, field, &draft);
        }
    }
    match draft.content() {
        Ok(content) => assert_eq!(form.check(content.value()), Ok(()), "a draft gave it"),
        Err(errors) => {
            assert_eq!(draft.check(), Err(errors.clone()));
            assert!(errors.windows(2).all(|pair| pair[0].field < pair[1].field));
        }
    }
}

/// A value that was taken can be typed back as it is shown.
fn again(form: &Arc<Form>, index: usize, field: &Field, draft: &Draft) {
    let Some(value) = draft.value(index) else { return };
    let shown = match &field.kind {
        Kind::Number { .. } | Kind::Integer { .. } => value.as_str().to_owned(),
        Kind::OneOf(_) => value.value().text().expect("a text").into_owned(),
        _ => return,
    };
    // Blanks and very long numbers are nothing that is typed.
    if shown.trim().is_empty() || shown.len() > 1_000 {
        return;
    }
    let mut other = Draft::new(Arc::clone(form));
    assert_eq!(other.set_text(index, &shown), Ok(()), "{shown:?} cannot be typed");
    assert!(other.value(index).is_some_and(|typed| typed.value().same(value.value())));
}
