//! The four lists of a server, and what their items must have.

use super::command::{Listing, Request};
use crate::json::{Kind, Value};

impl Listing {
    /// The method.
    pub const fn method(self) -> &'static str {
        match self {
            Self::Tools => "tools/list",
            Self::Resources => "resources/list",
            Self::ResourceTemplates => "resources/templates/list",
            Self::Prompts => "prompts/list",
        }
    }

    /// The member of the result that holds the items.
    pub const fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::ResourceTemplates => "resourceTemplates",
            Self::Prompts => "prompts",
        }
    }

    /// The lists that a notification says have changed.
    #[must_use]
    pub fn changed_by(method: &str) -> &'static [Self] {
        match method {
            "notifications/tools/list_changed" => &[Self::Tools],
            "notifications/prompts/list_changed" => &[Self::Prompts],
            "notifications/resources/list_changed" => &[Self::Resources, Self::ResourceTemplates],
            _ => &[],
        }
    }

    /// The request for all pages.
    pub fn request(self) -> Request {
        Request { method: self.method().into(), params: None, pages: Some(self) }
    }

    /// What is wrong with one item, if anything (TOL-17, RES-05, PRM-03).
    pub(crate) fn fault(self, item: Value<'_>) -> Option<&'static str> {
        if item.kind() != Kind::Object {
            return Some("it is no object");
        }
        let text =
            |name: &str| item.get(name).and_then(Value::text).is_some_and(|text| !text.is_empty());
        match self {
            Self::Tools => {
                let schema = item.get("inputSchema");
                let object = schema.and_then(|schema| schema.get("type")).and_then(Value::text);
                match (text("name"), schema) {
                    (false, _) => Some("`name` is no string, or empty"),
                    (true, None) => Some("`inputSchema` is missing"),
                    (true, Some(_)) if object.as_deref() != Some("object") => {
                        Some("`inputSchema` is no schema of type object")
                    }
                    (true, Some(_)) => None,
                }
            }
            Self::Resources if !text("uri") => Some("`uri` is no string, or empty"),
            Self::ResourceTemplates if !text("uriTemplate") => {
                Some("`uriTemplate` is no string, or empty")
            }
            Self::Resources | Self::ResourceTemplates | Self::Prompts if !text("name") => {
                Some("`name` is no string, or empty")
            }
            Self::Prompts => {
                let arguments = item.get("arguments").filter(|arguments| !arguments.is_null());
                let named =
                    |argument: Value<'_>| argument.get("name").and_then(Value::text).is_some();
                match arguments {
                    Some(list) if list.kind() != Kind::Array => Some("`arguments` is no array"),
                    Some(list) if !list.items().all(named) => {
                        Some("one of `arguments` has no `name`")
                    }
                    _ => None,
                }
            }
            Self::Resources | Self::ResourceTemplates => None,
        }
    }
}

/// How often a list has changed: the server said so, or another server took its place.
#[derive(Debug, Default)]
pub(super) struct Changes([u32; 4]);

impl Changes {
    /// Hears a notification.
    pub(super) fn heard(&mut self, method: &str) {
        for listing in Listing::changed_by(method) {
            self.0[*listing as usize] = self.of(*listing).wrapping_add(1);
        }
    }

    /// A fresh server has lists of its own.
    pub(super) fn restarted(&mut self) {
        self.0 = self.0.map(|count| count.wrapping_add(1));
    }

    pub(super) fn of(&self, listing: Listing) -> u32 {
        self.0[listing as usize]
    }
}
