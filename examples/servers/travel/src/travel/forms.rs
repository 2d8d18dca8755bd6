//! Forms that a person fills in, and the check of what came back.
//!
//! A client should have checked the answers already. We check again: they decide a booking.

use serde_json::{Map, Value};

use crate::asking::{Client, Question, Stop};

/// A form: its name in the record, and its fields as a readable JSON schema.
pub struct Form {
    name: &'static str,
    schema: &'static str,
}

/// The last word before a booking.
pub const CONFIRM: Form = Form { name: "confirm", schema: include_str!("forms/confirm.json") };

/// Who travels, and when.
pub const CONTACT: Form = Form { name: "contact", schema: include_str!("forms/contact.json") };

/// What became of a form.
pub enum Filled {
    /// The person filled it in, and each field is what was asked for.
    In(Map<String, Value>),
    /// The person said no.
    Declined,
    /// The person closed it without a word.
    Cancelled,
}

impl Form {
    /// Puts the form before the user.
    pub fn ask(&self, client: &dyn Client, message: String) -> Result<Filled, Stop> {
        // No JSON string spans lines, so this is the same schema, on the one line it may take.
        let schema: String = self.schema.lines().map(str::trim).collect();
        let mut answer = client.ask(&Question::Form { name: self.name, message, schema })?;
        match answer["action"].as_str() {
            Some("accept") => {
                let content = match answer["content"].take() {
                    Value::Object(content) => content,
                    _ => Map::new(),
                };
                self.check(&content)?;
                Ok(Filled::In(content))
            }
            Some("decline") => Ok(Filled::Declined),
            Some("cancel") => Ok(Filled::Cancelled),
            _ => Err(Stop::Because("The client's answer to a form has no known action.".into())),
        }
    }

    /// Every field that is not as asked, named without repeating what the user wrote.
    fn check(&self, content: &Map<String, Value>) -> Result<(), Stop> {
        let schema: Value = serde_json::from_str(self.schema).unwrap_or_default();
        let fields = &schema["properties"];
        let mut faults: Vec<String> = Vec::new();
        let required = schema["required"].as_array().into_iter().flatten();
        for name in required.filter_map(Value::as_str) {
            if !content.contains_key(name) {
                faults.push(format!("{name} is missing"));
            }
        }
        for (name, value) in content {
            let fault = fields.get(name).and_then(|field| fault(field, value));
            faults.extend(fault.map(|fault| format!("{name} {fault}")));
        }
        if content.keys().any(|name| fields.get(name).is_none()) {
            faults.push("there is a field that was not asked for".into());
        }
        if faults.is_empty() {
            return Ok(());
        }
        Err(format!("Nothing was booked. In the {} form {}.", self.name, faults.join("; ")).into())
    }
}

/// What is wrong with the value of one field, if anything is.
fn fault(field: &Value, value: &Value) -> Option<String> {
    match field["type"].as_str() {
        Some("boolean") => (!value.is_boolean()).then(|| "is not yes or no".into()),
        Some("integer") => {
            let range = (field["minimum"].as_f64()?, field["maximum"].as_f64()?);
            let fits = |number: f64| number.fract() == 0.0 && (range.0..=range.1).contains(&number);
            let fine = value.as_f64().is_some_and(fits);
            (!fine).then(|| format!("is not a whole number from {} to {}", range.0, range.1))
        }
        _ => {
            let Some(text) = value.as_str() else { return Some("is not a text".into()) };
            let shortest = field["minLength"].as_u64().unwrap_or_default();
            let choices = field["enum"].as_array();
            if (text.chars().count() as u64) < shortest {
                Some("is too short".into())
            } else if choices.is_some_and(|choices| !choices.contains(value)) {
                Some("is none of the choices".into())
            } else if field["format"] == "email" && !is_email(text) {
                Some("is not an e-mail address".into())
            } else if field["format"] == "date" && !is_date(text) {
                Some("is not a date like 2026-06-15".into())
            } else {
                None
            }
        }
    }
}

fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    !local.is_empty() && !domain.is_empty() && !text.contains(char::is_whitespace)
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let widths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    if widths != [4, 2, 2] || !text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()) {
        return false;
    }
    let number = |part: usize| parts[part].parse::<u32>().unwrap_or_default();
    let (year, month, day) = (number(0), number(1), number(2));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_exist_or_not() {
        for date in ["2026-06-15", "2028-02-29", "2000-02-29", "2026-12-31"] {
            assert!(is_date(date), "{date}");
        }
        for date in ["2026-02-29", "1900-02-29", "2026-13-01", "2026-06-00", "2026-6-15", "today"] {
            assert!(!is_date(date), "{date}");
        }
    }

    #[test]
    fn addresses_have_two_halves() {
        assert!(is_email("ada@example.org"));
        for address in ["ada", "@example.org", "ada@", "a da@example.org"] {
            assert!(!is_email(address), "{address}");
        }
    }
}
