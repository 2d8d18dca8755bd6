//! URI templates (RFC 6570): their variables, and what becomes of them when they are filled in.

use super::arguments::{Argument, MOST};
use crate::error::{Code, Error};
use crate::json::{Kind, Value};
use iri_string::spec::UriSpec;
use iri_string::template::UriTemplateStr;
use iri_string::template::context::{AssocVisitor, DynamicContext, ListVisitor, Visitor};
use std::fmt;

/// Bytes of a template, and of a URI that becomes of it.
const LONGEST: usize = 64 << 10;

fn read(template: &str) -> Option<&UriTemplateStr> {
    if template.len() > LONGEST {
        return None;
    }
    UriTemplateStr::new(template).ok()
}

/// Each variable once, in order; none if the template is none.
pub(super) fn variables(template: &str) -> Vec<Argument> {
    let mut found: Vec<Argument> = Vec::new();
    for variable in read(template).into_iter().flat_map(UriTemplateStr::variables) {
        let name = variable.as_str();
        if found.len() < MOST && found.iter().all(|known| known.name != name) {
            found.push(Argument {
                name: name.to_owned(),
                title: None,
                description: None,
                required: false,
            });
        }
    }
    found
}

/// The URI that the template becomes with these values: strings, and where the template has a use for them
/// lists and objects of strings (RES-06). What is not given is left out, as the RFC says.
pub(super) fn expand(template: &str, given: Option<Value<'_>>) -> Result<String, Error> {
    let template = read(template)
        .ok_or_else(|| Error::new(Code::Unsupported, "the server's URI template is none"))?;
    if let Some(given) = given {
        check(given)?;
    }
    let mut out = Bounded(String::new());
    let done = template.expand_dynamic::<UriSpec, _, _>(&mut out, &mut Given(given));
    done.map_err(|_| {
        if out.0.len() >= LONGEST {
            Error::new(Code::TooLarge, "the URI is too long")
        } else {
            Error::new(Code::InvalidArg, "the template has no use for a list or an object there")
        }
    })?;
    Ok(out.0)
}

fn check(given: Value<'_>) -> Result<(), Error> {
    if given.kind() != Kind::Object {
        return Err(Error::new(Code::BadJson, "the values must be a JSON object"));
    }
    let is_text = |value: Value<'_>| value.kind() == Kind::String;
    let fits = |value: Value<'_>| match value.kind() {
        Kind::String => true,
        Kind::Array => value.items().all(is_text),
        Kind::Object => value.members().all(|(_, value)| is_text(value)),
        _ => false,
    };
    if !given.members().all(|(_, value)| fits(value)) {
        let message = "a value is no string, and no list or object of strings";
        return Err(Error::new(Code::InvalidArg, message));
    }
    Ok(())
}

/// What is given, for a template to ask.
struct Given<'a>(Option<Value<'a>>);

impl DynamicContext for Given<'_> {
    fn visit_dynamic<V: Visitor>(&mut self, visitor: V) -> V::Result {
        let value = self.0.and_then(|given| given.get(visitor.var_name().as_str()));
        match value {
            None => visitor.visit_undefined(),
            Some(value) => match value.kind() {
                Kind::Array => visitor
                    .visit_list()
                    .visit_items_and_finish(value.items().filter_map(Value::text)),
                Kind::Object => visitor.visit_assoc().visit_entries_and_finish(
                    value
                        .members()
                        .filter_map(|(key, value)| Some((key.text().into_owned(), value.text()?))),
                ),
                _ => visitor.visit_string(value.text().unwrap_or_default()),
            },
        }
    }
}

/// Text that does not grow without bound: a template may name one variable a thousand times.
struct Bounded(String);

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = LONGEST.saturating_sub(self.0.len());
        if text.len() > room {
            // To be told from other faults by its length.
            self.0.extend(std::iter::repeat_n(' ', room));
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}
