//! What is known while a schema is read.

use super::super::objection::{Objection, ObjectionCode};
use super::super::refusal::RefusalCode;
use super::keywords::Keywords;
use crate::era::Facts;
use crate::json::Value;
use crate::limits::Limits;

/// Patterns of one form that may take much memory when compiled.
const LARGE_PATTERNS: u32 = 8;

/// The state of one reading.
pub(super) struct Parser<'l> {
    pub(super) facts: &'static Facts,
    pub(super) limits: &'l Limits,
    pub(super) objections: Vec<Objection>,
    /// How many more patterns may take much memory.
    pub(super) large: u32,
}

impl<'l> Parser<'l> {
    pub(super) fn new(facts: &'static Facts, limits: &'l Limits) -> Self {
        Self { facts, limits, objections: Vec::new(), large: LARGE_PATTERNS }
    }
}

impl Parser<'_> {
    /// The keywords of one property, or of what its lists consist of.
    pub(super) fn keywords<'a>(
        &mut self,
        name: &str,
        schema: Value<'a>,
    ) -> Result<Keywords<'a>, RefusalCode> {
        Keywords::read(schema, &mut |code| note(&mut self.objections, name, code))
    }

    /// Notes a thing once per property.
    pub(super) fn note(&mut self, property: Option<&str>, code: ObjectionCode) {
        match property {
            Some(name) => note(&mut self.objections, name, code),
            None => self.objections.push(Objection { code, property: None }),
        }
    }
}

fn note(objections: &mut Vec<Objection>, name: &str, code: ObjectionCode) {
    let of_property =
        objections.iter().rev().take_while(|last| last.property.as_deref() == Some(name));
    if !of_property.into_iter().any(|noted| noted.code == code) {
        objections.push(Objection { code, property: Some(name.to_owned()) });
    }
}
