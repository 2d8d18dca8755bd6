//! Answers to forms: typed, as JSON, filled in, completed.

use std::sync::Arc;

use mcpclient_engine::elicitation::{Draft, FieldError, Form};
use mcpclient_engine::json::{Json, Value as View};
use serde_json::{Value, json};

use super::files::{Vector, list, text};
use super::forms::{parse, same};

fn form(vector: &Vector<'_>) -> Result<Form, String> {
    parse(vector).map_err(|fault| format!("refused: {fault}"))
}

/// One text, typed into the field `p`.
pub fn typed(vector: &Vector<'_>) -> Result<(), String> {
    let mut draft = Draft::new(Arc::new(form(vector)?));
    let case = vector.case;
    let result = draft.set_text(0, text(case, "text"));
    if draft.check_field(0) != result {
        return Err("a second check says something else".into());
    }
    match (result, case.get("fault")) {
        (Ok(()), None) => {
            let value = draft.value(0).map(Json::as_str);
            same("value", &json!(value), &case["value"])
        }
        (Err(error), Some(wanted)) => {
            let mut found = fault(&error, draft.form());
            found.as_object_mut().and_then(|fault| fault.remove("field"));
            same("fault", &found, wanted)
        }
        (Ok(()), Some(wanted)) => Err(format!("accepted, but {wanted}")),
        (Err(error), None) => Err(format!("refused: {error}")),
    }
}

/// A whole answer.
pub fn content(vector: &Vector<'_>) -> Result<(), String> {
    let form = form(vector)?;
    let content = View::parse(text(vector.case, "content")).map_err(|error| error.to_string())?;
    let errors = form.check(content).err().unwrap_or_default();
    same("faults", &faults(&errors, &form), &json!(list(&vector.case["faults"])))
}

/// One text in an answer.
pub fn text_of(vector: &Vector<'_>) -> Result<(), String> {
    let form = form(vector)?;
    let content = vector.answer_of_text();
    let content = View::parse(&content).map_err(|error| error.to_string())?;
    same("fits", &json!(form.check(content).is_ok()), &vector.case["fits"])
}

/// What is sent after a form was touched.
pub fn fill(vector: &Vector<'_>) -> Result<(), String> {
    let form = Arc::new(form(vector)?);
    let case = vector.case;
    let index = |name: &str| form.index_of(name).ok_or_else(|| format!("no field {name:?}"));
    let mut draft = Draft::new(form.clone());
    for touch in list(&case["touches"]) {
        let field = index(text(touch, "field"))?;
        apply(&mut draft, field, touch)?;
    }
    for (name, wanted) in case["holds"].as_object().into_iter().flatten() {
        let held = draft.value(index(name)?).map(Json::as_str);
        same(&format!("what {name} holds"), &json!(held), wanted)?;
    }
    for (name, wanted) in case["selected"].as_object().into_iter().flatten() {
        let field = index(name)?;
        let selected = (0..list(wanted).len()).map(|choice| draft.is_selected(field, choice));
        same(&format!("choices of {name}"), &selected.collect(), wanted)?;
    }
    if let Some(wanted) = case.get("touched") {
        let fields = form.fields().iter().enumerate();
        let touched = fields.filter(|(index, _)| draft.is_touched(*index));
        same("touched", &touched.map(|(_, field)| json!(field.name)).collect(), wanted)?;
    }
    match draft.content() {
        Ok(content) => {
            form.check(content.value()).map_err(|_| format!("{content} does not pass"))?;
            same("sends", &json!(content.as_str()), &case["sends"])
        }
        Err(errors) => same("faults", &faults(&errors, &form), &case["faults"]),
    }
}

/// What goes wrong with a single touch is told again at the end.
fn apply(draft: &mut Draft, field: usize, touch: &Value) -> Result<(), String> {
    let choice = |name: &str| touch[name].as_u64().and_then(|choice| usize::try_from(choice).ok());
    if let Some(typed) = touch["text"].as_str() {
        let _ = draft.set_text(field, typed);
    } else if let Some(json) = touch["json"].as_str() {
        let value = View::parse(json).map_err(|error| error.to_string())?;
        let _ = draft.set_json(field, value);
    } else if let Some(choice) = choice("select") {
        draft.select(field, choice, true);
    } else if let Some(choice) = choice("unselect") {
        draft.select(field, choice, false);
    } else if touch["clear"] == true {
        draft.clear(field);
    } else if touch["reset"] == true {
        draft.reset(field);
    } else {
        return Err(format!("an unknown touch: {touch}"));
    }
    Ok(())
}

/// An answer with the defaults that it lacks.
pub fn defaults(vector: &Vector<'_>) -> Result<(), String> {
    let form = form(vector)?;
    let content = View::parse(text(vector.case, "content")).map_err(|error| error.to_string())?;
    same("filled", &json!(form.with_defaults(content).as_str()), &vector.case["filled"])
}

fn faults(errors: &[FieldError], form: &Form) -> Value {
    errors.iter().map(|error| fault(error, form)).collect()
}

/// A fault as the vectors describe it.
fn fault(error: &FieldError, form: &Form) -> Value {
    let mut out = json!({"field": error.name, "code": error.code.name()});
    if error.field == FieldError::NO_FIELD {
        out["outside"] = json!(true);
    } else if form.index_of(&error.name) != Some(error.field) {
        out["index"] = json!(error.field);
    }
    for (name, value) in &error.params {
        out["params"][*name] = json!(value);
    }
    out
}
