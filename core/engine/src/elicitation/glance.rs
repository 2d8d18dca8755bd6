//! One look at an answer that only ever says yes.
//!
//! Most answers are right, and written as the library writes them: members in the form's order,
//! texts without escapes. Such a one is read in a single pass that allocates nothing. Whatever is
//! otherwise is no fault yet: the check then looks at it thoroughly.

use super::choices::Choices;
use super::error::FieldCode;
use super::field::{Field, Kind};
use super::form::Form;
use super::rules;
use crate::json::scan::{find_special, skip_number, skip_space};
use crate::json::{Number, Value};

/// Whether `content` certainly fits the form.
pub(super) fn fits(form: &Form, content: Value<'_>) -> bool {
    let mut look = Look { text: content.raw(), at: 0 };
    look.answer(form) == Some(())
}

/// A place in valid JSON. Every step returns `None` where this look does not suffice.
struct Look<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Look<'a> {
    fn answer(&mut self, form: &Form) -> Option<()> {
        let mut fields = form.fields.iter();
        self.expect(b'{')?;
        if self.peek() != Some(b'}') {
            loop {
                let name = self.string()?;
                let field = expected(&mut fields, name)?;
                self.expect(b':')?;
                self.value(field)?;
                match self.next()? {
                    b',' => {}
                    b'}' => break,
                    _ => return None,
                }
            }
        }
        fields.all(|field| !field.required).then_some(())
    }

    fn value(&mut self, field: &Field) -> Option<()> {
        match &field.kind {
            Kind::Text { .. } => {
                let text = self.string()?;
                rules::text(&field.kind, text).ok()
            }
            Kind::Number { min, max, step } => {
                let number = self.number()?;
                rules::range(number, min.as_ref(), max.as_ref(), step.as_ref()).ok()
            }
            Kind::Integer { min, max, step } => {
                let number = self.number().filter(|number| number.is_integer())?;
                rules::range(number, min.as_ref(), max.as_ref(), step.as_ref()).ok()
            }
            Kind::YesNo => match self.peek()? {
                b't' => self.word("true"),
                _ => self.word("false"),
            },
            Kind::OneOf(choices) => {
                let text = self.string()?;
                choices.find(text).map(|_| ())
            }
            Kind::SomeOf { choices, min, max, unique } => {
                let count = self.some_of(choices, *unique)?;
                rules::length(count, *min, *max, FieldCode::MinItems, FieldCode::MaxItems).ok()
            }
        }
    }

    fn number(&mut self) -> Option<Number<'a>> {
        let start = skip_space(self.text.as_bytes(), self.at);
        self.at = skip_number(self.text.as_bytes(), start).ok()?;
        let number = Number::trusted(self.text.get(start..self.at)?);
        number.is_short().then_some(number)
    }

    /// How many choices a list holds, where that can be told without remembering many.
    fn some_of(&mut self, choices: &Choices, unique: bool) -> Option<u64> {
        let (mut taken, mut count) = (0_u64, 0);
        self.expect(b'[')?;
        if self.peek() == Some(b']') {
            self.next()?;
            return Some(0);
        }
        loop {
            let text = self.string()?;
            let bit = 1_u64.checked_shl(u32::try_from(choices.find(text)?).ok()?);
            if unique && bit.is_none_or(|bit| taken & bit != 0) {
                return None;
            }
            taken |= bit.unwrap_or(0);
            count += 1;
            match self.next()? {
                b',' => {}
                b']' => return Some(count),
                _ => return None,
            }
        }
    }

    /// The inside of a string without escapes.
    fn string(&mut self) -> Option<&'a str> {
        self.expect(b'"')?;
        let (start, end) = (self.at, find_special(self.text.as_bytes(), self.at));
        self.at = end;
        self.expect(b'"')?;
        self.text.get(start..end)
    }

    fn word(&mut self, word: &str) -> Option<()> {
        let start = skip_space(self.text.as_bytes(), self.at);
        self.at = start + word.len();
        self.text.get(start..)?.starts_with(word).then_some(())
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.next()? == byte).then_some(())
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// The next byte that is not white space, which is skipped.
    fn peek(&mut self) -> Option<u8> {
        self.at = skip_space(self.text.as_bytes(), self.at);
        self.text.as_bytes().get(self.at).copied()
    }
}

/// The field of that name, if those before it may be left out.
fn expected<'f>(fields: &mut impl Iterator<Item = &'f Field>, name: &str) -> Option<&'f Field> {
    for field in fields {
        if field.name == name {
            return Some(field);
        }
        if field.required {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::era::Revision;
    use crate::limits::Limits;

    const SCHEMA: &str = r#"{"type":"object","properties":{
        "text":{"type":"string","minLength":2,"maxLength":4},
        "number":{"type":"number","minimum":-1,"maximum":2.5,"multipleOf":0.5},
        "integer":{"type":"integer","minimum":0},
        "yes":{"type":"boolean"},
        "one":{"type":"string","enum":["a","b"]},
        "some":{"type":"array","items":{"enum":["a","b","c"]},"minItems":1,"maxItems":3,"uniqueItems":true}
        },"required":["integer","some"]}"#;

    fn all(answers: &[&str], fit: bool) {
        let schema = Value::parse(SCHEMA).expect("JSON");
        let form = Form::parse(schema, Revision::NEWEST_HANDSHAKE, &Limits::default());
        let form = form.expect("a form");
        for answer in answers {
            let content = Value::parse(answer).expect(answer);
            assert_eq!(fits(&form, content), fit, "{answer}");
        }
    }

    /// Otherwise every check would be the slow one.
    #[test]
    fn answers_as_the_library_writes_them_are_seen_at_once() {
        all(
            &[
                r#"{"text":"ab","number":1.5,"integer":3,"yes":true,"one":"a","some":["a","b"]}"#,
                r#"{"text":"ääää","integer":0,"yes":false,"some":["c","a","b"]}"#,
                r#" { "number" : -1 , "integer" : 1.0 , "some" : [ "b" , "c" ] } "#,
                r#"{"integer":123456789012345678901234567890,"some":["a"]}"#,
            ],
            true,
        );
    }

    /// Some of these are right; a second look tells.
    #[test]
    fn what_is_not_certain_is_not_said() {
        all(
            &[
                "{}",
                "[]",
                "1",
                r#"{"integer":1}"#,
                r#"{"integer":1,"some":[]}"#,
                r#"{"some":["a"],"integer":1}"#,
                r#"{"integer":1,"integer":1,"some":["a"]}"#,
                r#"{"integer":1,"some":["a"],"other":1}"#,
                r#"{"integer":1,"some":["a","a"]}"#,
                r#"{"integer":1,"some":["d"]}"#,
                r#"{"integer":1,"some":["a",1]}"#,
                r#"{"integer":1,"some":"a"}"#,
                r#"{"integer":1.5,"some":["a"]}"#,
                r#"{"integer":-1,"some":["a"]}"#,
                r#"{"integer":1e2,"some":["a"]}"#,
                r#"{"integer":"1","some":["a"]}"#,
                r#"{"yes":null,"integer":1,"some":["a"]}"#,
                r#"{"integer":1,"yes":"true","some":["a"]}"#,
                r#"{"integer":1,"one":"c","some":["a"]}"#,
                r#"{"text":"a","integer":1,"some":["a"]}"#,
                r#"{"text":"abcde","integer":1,"some":["a"]}"#,
                r#"{"text":"\u0061b","integer":1,"some":["a"]}"#,
                r#"{"number":0.25,"integer":1,"some":["a"]}"#,
                r#"{"number":3,"integer":1,"some":["a"]}"#,
            ],
            false,
        );
    }

    /// More choices than a word has bits.
    #[test]
    fn long_lists_are_told_apart_as_well() {
        let values: Vec<_> = (0..100).map(|value| format!("\"v{value}\"")).collect();
        let schema = |unique| {
            format!(
                r#"{{"type":"object","properties":{{"p":{{"type":"array","items":{{"enum":[{}]}},"uniqueItems":{unique}}}}}}}"#,
                values.join(",")
            )
        };
        for (unique, answer, fit) in [
            (true, r#"{"p":["v1","v63"]}"#, true),
            (true, r#"{"p":["v63","v63"]}"#, false),
            (true, r#"{"p":["v99"]}"#, false),
            (false, r#"{"p":["v99","v99","v1","v1"]}"#, true),
        ] {
            let schema = schema(unique);
            let schema = Value::parse(&schema).expect("JSON");
            let form = Form::parse(schema, Revision::NEWEST_HANDSHAKE, &Limits::default());
            let content = Value::parse(answer).expect("JSON");
            assert_eq!(fits(&form.expect("a form"), content), fit, "{unique} {answer}");
        }
    }
}
