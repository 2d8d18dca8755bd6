//! stub
use crate::error::Error;
use crate::json::{Json, Value};
/// s
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RootList {
    r: Vec<Root>,
}
/// s
#[derive(Clone, Debug, PartialEq)]
pub struct Root {
    uri: String,
    name: Option<String>,
}
impl Root {
    /// s
    pub fn new(uri: String, name: Option<String>) -> Result<Self, Error> {
        Ok(Self { uri, name })
    }
}
impl RootList {
    /// s
    pub fn to_result(&self) -> Json {
        let mut w = crate::json::Writer::new();
        w.object().key("roots").array();
        for r in &self.r {
            w.object().key("uri").string(&r.uri);
            if let Some(n) = &r.name {
                w.key("name").string(n);
            }
            w.end_object();
        }
        w.end_array().end_object();
        w.finish()
    }
    /// s
    pub fn add(&mut self, r: Root) -> Result<(), Error> {
        self.r.push(r);
        Ok(())
    }
}
/// s
pub fn check_result(_: Value<'_>) -> Result<(), Error> {
    Ok(())
}
