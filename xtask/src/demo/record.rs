//! What the host says it answered, against what the server says it was told.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::files;

/// Answers of a demo in which nobody refuses: the roots twice, one sample, two forms.
pub(super) const WHOLE_STORY: usize = 5;

/// Compares two records as JSON values, line by line; returns how many answers there were.
pub(super) fn compare(host: &Path, server: &Path) -> Result<usize> {
    lines(&read(host)?, &read(server)?)
}

fn read(path: &Path) -> Result<Vec<Value>> {
    let text = files::read(path)?;
    text.lines().map(serde_json::from_str).collect::<Result<_, _>>().context("not a record")
}

fn lines(answered: &[Value], told: &[Value]) -> Result<usize> {
    let mut told = told.iter().map(essence).peekable();
    for (index, answer) in answered.iter().enumerate() {
        if answer["stopped"] == true {
            // A stopped operation turns the server away, unless it has stopped listening before.
            told.next_if(|line| {
                line["answer"]["action"] == "cancel" || line["refused"].is_string()
            });
            continue;
        }
        match told.next() {
            Some(line) if line == *answer => {}
            Some(line) => bail!("answer {}: the host says {answer}, the server {line}", index + 1),
            None => bail!("answer {}: the host says {answer}, the server nothing", index + 1),
        }
    }
    if let Some(line) = told.next() {
        bail!("the server was told {line}, and the host says nothing of it");
    }
    Ok(answered.iter().filter(|answer| answer["stopped"] != true).count())
}

/// A line of the server's, without what only the server knows: its own name for a form, and the error
/// that the library made of a refusal.
fn essence(line: &Value) -> Value {
    let mut line = line.clone();
    if let Some(line) = line.as_object_mut() {
        line.remove("form");
        line.remove("error");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn order_of_members_and_names_of_forms_do_not_count() {
        let host = [json!({"answer": {"action": "accept", "content": {"a": 1, "b": true}}})];
        let server =
            [json!({"form": "f", "answer": {"content": {"b": true, "a": 1}, "action": "accept"}})];
        assert_eq!(lines(&host, &server).unwrap(), 1);
    }

    #[test]
    fn anything_else_counts() {
        let yes = json!({"answer": {"action": "accept", "content": {"a": 1}}});
        let no = json!({"answer": {"action": "decline"}});
        for (host, server) in [
            (vec![yes.clone()], vec![no.clone()]),
            (vec![yes.clone()], vec![]),
            (vec![], vec![yes.clone()]),
            (vec![yes.clone(), no.clone()], vec![no, yes]),
        ] {
            assert!(lines(&host, &server).is_err(), "{host:?} {server:?}");
        }
    }

    #[test]
    fn a_stop_may_or_may_not_be_heard() {
        let host = [json!({"stopped": true})];
        let refused = json!({"refused": "sampling/createMessage", "error": {"code": -1}});
        let cancelled = json!({"form": "f", "answer": {"action": "cancel"}});
        assert_eq!(lines(&host, &[]).unwrap(), 0);
        assert!(lines(&host, &[refused]).is_ok());
        assert!(lines(&host, &[cancelled]).is_ok());
        assert!(lines(&host, &[json!({"answer": {"action": "accept"}})]).is_err());
    }
}
