//! From what a person types to a value (ELI-27).

use std::borrow::Cow;

use super::choices::{Choice, Choices};
use super::error::{Fault, FieldCode};
use super::field::{Field, Format, Kind};
use crate::json::{Json, Value, Writer, quote};

/// The value that `typed` stands for; `None` if nothing was entered. Plain text is taken as it is;
/// everything else may have white space around it. Whether the value fits is not checked here.
pub(super) fn read(field: &Field, typed: &str) -> Result<Option<Json>, Fault> {
    let trimmed = typed.trim();
    let whole = matches!(field.kind, Kind::Text { format: None | Some(Format::Other(_)), .. });
    if if whole { typed.is_empty() } else { trimmed.is_empty() } {
        return Ok(None);
    }
    Ok(Some(match &field.kind {
        Kind::Text { .. } => text(if whole { typed } else { trimmed }),
        Kind::Number { .. } => number(trimmed, false)?,
        Kind::Integer { .. } => number(trimmed, true)?,
        Kind::YesNo => yes_no(trimmed)?,
        Kind::OneOf(choices) => text(&choices[pick(choices, typed)?].value),
        Kind::SomeOf { choices, .. } => {
            let picked = several(choices, typed)?;
            if !picked.contains(&true) {
                return Ok(None);
            }
            list(choices, &picked)
        }
    }))
}

/// A value as somebody would type it.
pub(super) fn shown(field: &Field, value: Value<'_>) -> String {
    match &field.kind {
        Kind::YesNo if value.boolean() == Some(true) => "yes".into(),
        Kind::YesNo if value.boolean() == Some(false) => "no".into(),
        Kind::OneOf(choices) => label(choices, value),
        Kind::SomeOf { choices, .. } => {
            let labels: Vec<String> = value.items().map(|item| label(choices, item)).collect();
            labels.join(", ")
        }
        _ => value.text().map_or_else(|| value.raw().to_owned(), Cow::into_owned),
    }
}

/// The label of a choice if it stands for that choice when it is typed, or else the value.
fn label(choices: &Choices, value: Value<'_>) -> String {
    let text = value.text().map_or_else(|| value.raw().to_owned(), Cow::into_owned);
    let place = choices.find(&text);
    let typed = place.map(|place| (place, &choices[place].label));
    match typed.filter(|(place, label)| pick(choices, label) == Ok(*place)) {
        Some((_, label)) => label.clone(),
        None => text,
    }
}

/// The list of the choices that `picked` marks, in the server's order.
pub(super) fn list(choices: &[Choice], picked: &[bool]) -> Json {
    let mut writer = Writer::new();
    writer.array();
    for (choice, _) in choices.iter().zip(picked).filter(|(_, picked)| **picked) {
        writer.string(&choice.value);
    }
    writer.end_array();
    writer.finish()
}

pub(super) fn text(text: &str) -> Json {
    Json::trusted(quote(text))
}

/// JSON's grammar for numbers decides: no other digits, no grouping, no leading plus.
fn number(typed: &str, integer: bool) -> Result<Json, Fault> {
    let bad = || Fault::new(FieldCode::NotNumber);
    let json = Json::parse(typed).map_err(|_| bad())?;
    let number = json.value().number().ok_or_else(bad)?;
    if !integer {
        return Ok(json);
    }
    if !number.is_integer() {
        return Err(Fault::new(FieldCode::NotInteger));
    }
    Ok(plain_integer(json.value()))
}

/// An integer in plain digits, as some servers know no others; what would be too long for that,
/// and whatever is no integer, stays as it is.
pub(super) fn plain_integer(value: Value<'_>) -> Json {
    let plain = value.number().and_then(|number| number.integer_text(400));
    plain.map_or_else(|| Json::from(value), Json::trusted)
}

fn yes_no(typed: &str) -> Result<Json, Fault> {
    let word = typed.to_ascii_lowercase();
    let value = match word.as_str() {
        "yes" | "y" | "true" | "t" | "on" | "1" => "true",
        "no" | "n" | "false" | "f" | "off" | "0" => "false",
        _ => return Err(Fault::new(FieldCode::NotYesNo)),
    };
    Ok(Json::trusted(value.to_owned()))
}

/// A choice by value, by label, without regard to case, or by number, counted from 1: the first of
/// these that fits anything decides.
fn pick(choices: &Choices, typed: &str) -> Result<usize, Fault> {
    if let Some(index) = choices.find(typed) {
        return Ok(index);
    }
    let typed = typed.trim();
    if let Some(index) = choices.find(typed) {
        return Ok(index);
    }
    let folded = typed.to_lowercase();
    let same = |text: &str| text.trim().to_lowercase() == folded;
    for fits in [
        &(|choice: &Choice| choice.label.trim() == typed) as &dyn Fn(&Choice) -> bool,
        &|choice: &Choice| same(&choice.value) || same(&choice.label),
    ] {
        let mut found = choices.iter().enumerate().filter(|(_, choice)| fits(choice));
        match (found.next(), found.next()) {
            (Some((index, _)), None) => return Ok(index),
            (Some(_), Some(_)) => return Err(Fault::new(FieldCode::Ambiguous)),
            _ => {}
        }
    }
    let digits = typed.bytes().all(|byte| byte.is_ascii_digit());
    let number = typed.parse::<usize>().ok().filter(|_| digits);
    match number.and_then(|number| number.checked_sub(1)) {
        Some(index) if index < choices.len() => Ok(index),
        _ => Err(Fault::new(FieldCode::NotChoice)),
    }
}

/// Choices separated by commas, semicolons or line ends. Values and labels may hold separators
/// themselves: the longest stretch that is a choice is taken.
fn several(choices: &Choices, typed: &str) -> Result<Vec<bool>, Fault> {
    let is_separator = |c: char| matches!(c, ',' | ';' | '\n');
    let inside = |text: &str| text.chars().filter(|c| is_separator(*c)).count();
    let longest = choices.iter().map(|c| inside(&c.value).max(inside(&c.label))).max().unwrap_or(0);
    let cuts: Vec<usize> =
        typed.char_indices().filter(|(_, c)| is_separator(*c)).map(|(at, _)| at).collect();
    let mut picked = vec![false; choices.len()];
    let mut start = 0;
    while start < typed.len() {
        let first = cuts.partition_point(|cut| *cut < start);
        let ends = (first..=cuts.len().min(first + longest)).rev();
        let mut result = Err(Fault::new(FieldCode::NotChoice));
        for end in ends.map(|end| cuts.get(end).copied().unwrap_or(typed.len())) {
            let piece = typed.get(start..end).unwrap_or("");
            if piece.trim().is_empty() {
                start = end + 1;
                result = Ok(());
                break;
            }
            match pick(choices, piece) {
                Ok(index) => {
                    picked[index] = true;
                    start = end + 1;
                    result = Ok(());
                    break;
                }
                Err(fault) => result = Err(fault),
            }
        }
        result?;
    }
    Ok(picked)
}
