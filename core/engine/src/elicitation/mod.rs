//! stub
use crate::era::Revision;
use crate::json::{Json, Value};
use crate::limits::Limits;
/// s
#[derive(Clone, Debug, PartialEq)]
pub struct FieldError {
    /// f
    pub field: usize,
}
impl std::fmt::Display for FieldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "field {}", self.field)
    }
}
/// s
#[derive(Debug)]
pub struct Form;
/// s
#[derive(Debug)]
pub struct SchemaFault;
impl std::fmt::Display for SchemaFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "schema")
    }
}
impl Form {
    /// s
    pub fn parse(_: Value<'_>, _: Revision, _: &Limits) -> Result<Self, SchemaFault> {
        Ok(Self)
    }
    /// s
    pub fn check(&self, _: Value<'_>) -> Result<(), Vec<FieldError>> {
        Ok(())
    }
}
/// s
pub fn unused(_: Json) {}
