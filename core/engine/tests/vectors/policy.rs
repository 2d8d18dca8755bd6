//! What a dialog should warn of: in messages and fields, and about URLs.

use mcpclient_engine::elicitation::{Form, UrlFacts};
use mcpclient_engine::policy::hazards;
use serde_json::{Value, json};

use super::files::{Vector, list, text};
use super::forms::{parse, same};

/// A visit: what there is to tell of its URL, or that it is refused.
pub fn url(vector: &Vector<'_>) -> Result<(), String> {
    let (case, url) = (vector.case, text(vector.case, "url"));
    let facts = match (UrlFacts::read(url, vector.group["own"].as_str()), case.get("refused")) {
        (Ok(facts), None) => facts,
        (Err(_), Some(_)) => return Ok(()),
        (Ok(_), Some(_)) => return Err("accepted".into()),
        (Err(problem), None) => return Err(format!("refused: {problem}")),
    };
    same("url", &json!(facts.url()), &json!(url))?;
    let canonical = case["canonical"].as_str().unwrap_or(url);
    same("canonical", &json!(facts.canonical()), &json!(canonical))?;
    same("host", &json!(facts.shown_host()), &case["host"])?;
    if let Some(wire) = case.get("wire") {
        same("wire", &json!(facts.host()), wire)?;
    }
    let domain = facts.registrable().map(|range| &facts.shown_host()[range]);
    same("domain", &json!(domain), &case["domain"])?;
    let found = facts.hazards().iter().map(|hazard| json!(hazard.name()));
    same("hazards", &found.collect(), &json!(list(&case["hazards"])))
}

/// A message and a form.
pub fn hazards_of(vector: &Vector<'_>) -> Result<(), String> {
    let form = parse(vector).map_err(|fault| format!("refused: {fault}"))?;
    let message = vector.case["message"].as_str().unwrap_or("?");
    let found = hazards(message, Some(&form));
    let found = found.iter().map(|hazard| told(hazard.kind.name(), hazard.field, &form));
    same("hazards", &found.collect(), &json!(list(&vector.case["hazards"])))
}

fn told(kind: &str, field: Option<usize>, form: &Form) -> Value {
    match field {
        Some(field) => json!({"kind": kind, "field": form.fields()[field].name}),
        None => json!({"kind": kind}),
    }
}
