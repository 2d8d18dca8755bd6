//! Lists that come in pages: all pages in one result, and what is malformed set aside.

use super::cache::time_to_live;
use super::command::{Listing, Request};
use super::event::{SetAside, Success};
use crate::era::Revision;
use crate::error::{Code, Error};
use crate::json::{Json, Kind, Value, Writer};
use crate::limits::Limits;
use crate::time::Millis;
use std::collections::BTreeSet;

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

    /// The request for all pages.
    pub fn request(self) -> Request {
        Request { method: self.method().into(), params: None, pages: Some(self) }
    }

    /// What is wrong with one item, if anything (TOL-17, RES-05, PRM-03).
    fn fault(self, item: Value<'_>) -> Option<&'static str> {
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

/// The pages that have come so far.
#[derive(Debug)]
pub(crate) struct Pages {
    listing: Listing,
    items: String,
    count: usize,
    pages: usize,
    /// Of all pages as they came: whatever is kept of them is smaller.
    bytes: usize,
    cursors: BTreeSet<String>,
    /// The parameters of the next page.
    next: Option<Json>,
    set_aside: Vec<SetAside>,
    /// The shortest life of a page.
    ttl: Option<Millis>,
}

/// What follows a page.
pub(crate) enum Next {
    /// Another one, with the parameters of [`Pages::next`].
    Page,
    /// Nothing: all are here.
    End(Success),
}

impl Pages {
    pub(crate) fn new(listing: Listing) -> Self {
        Self {
            listing,
            items: String::new(),
            count: 0,
            pages: 0,
            bytes: 0,
            cursors: BTreeSet::new(),
            next: None,
            set_aside: Vec::new(),
            ttl: None,
        }
    }

    /// Takes one page in (TOL-02, PAG-02, PAG-07). `params` are those of the first request.
    pub(crate) fn take(
        &mut self,
        result: Value<'_>,
        params: Option<&Json>,
        revision: Revision,
        limits: &Limits,
    ) -> Result<Next, Error> {
        let member = self.listing.member();
        let Some(page) = result.get(member).filter(|page| page.kind() == Kind::Array) else {
            return Err(Error::new(
                Code::Protocol,
                format!("page {} has no array `{member}`", self.pages + 1),
            ));
        };
        for item in page.items() {
            self.count += 1;
            match self.listing.fault(item) {
                None => {
                    self.items.push(if self.items.is_empty() { '[' } else { ',' });
                    self.items.push_str(item.raw());
                }
                Some(fault) => self.set_aside(item, fault),
            }
        }
        self.pages += 1;
        let ttl = time_to_live(result);
        self.ttl = Some(self.ttl.map_or(ttl, |shortest| shortest.min(ttl)));
        self.bytes += result.raw().len();
        let empty = revision.facts().empty_cursor;
        let cursor = result.get("nextCursor").and_then(Value::text);
        let cursor = cursor.filter(|cursor| empty || !cursor.is_empty());
        let Some(cursor) = cursor else { return Ok(Next::End(self.end())) };
        if self.count > limits.items
            || self.pages >= limits.pages
            || self.bytes > limits.message_bytes
        {
            let message =
                format!("the list goes on after {} pages with {} items", self.pages, self.count);
            return Err(Error::new(Code::TooLarge, message));
        }
        if !self.cursors.insert(cursor.clone().into_owned()) {
            return Err(Error::new(
                Code::Protocol,
                format!("page {} names a cursor that was followed before", self.pages),
            ));
        }
        self.next = Some(with_cursor(params, &cursor));
        Ok(Next::Page)
    }

    /// The parameters of the next page; `None` for the first.
    pub(crate) fn next(&self) -> Option<&Json> {
        self.next.as_ref()
    }

    /// How long the whole may be used.
    pub(crate) fn time_to_live(&self) -> Millis {
        self.ttl.unwrap_or_default()
    }

    fn set_aside(&mut self, item: Value<'_>, fault: &str) {
        let name = item
            .get("name")
            .and_then(Value::text)
            .map_or_else(|| format!("#{}", self.count), std::borrow::Cow::into_owned);
        self.set_aside.push(SetAside { name, reason: fault.to_owned() });
    }

    fn end(&mut self) -> Success {
        let mut items = std::mem::take(&mut self.items);
        items.push_str(if items.is_empty() { "[]" } else { "]" });
        let mut out = Writer::with_capacity(items.len() + 32);
        out.object().key(self.listing.member()).raw(&items).end_object();
        let set_aside = std::mem::take(&mut self.set_aside);
        Success { result: out.finish(), set_aside, age: None }
    }
}

/// The first request's parameters with the cursor, which is opaque (PAG-01).
fn with_cursor(params: Option<&Json>, cursor: &str) -> Json {
    let mut out = Writer::new();
    out.object();
    if let Some(params) = params {
        for (key, value) in params.value().members().filter(|(key, _)| !key.is("cursor")) {
            out.key(&key.text()).raw(value.raw());
        }
    }
    out.key("cursor").string(cursor).end_object();
    out.finish()
}
