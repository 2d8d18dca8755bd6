//! Lists that come in pages: all pages in one result, and what is malformed set aside.

use super::Session;
use super::cache::life;
use super::command::Listing;
use super::event::{SetAside, Success};
use crate::era::Revision;
use crate::error::{Code, Error};
use crate::ids::CallId;
use crate::json::{Json, Kind, Number, Value, Writer};
use crate::limits::Limits;
use crate::time::Millis;
use crate::wire::Carrier;
use crate::wire::http::Mirrors;
use std::collections::BTreeSet;

/// A list that changes all the time is taken as it comes in the end.
const BEGINNINGS: u32 = 3;
const INVALID_PARAMS: i64 = -32_602;

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
    /// How often the list had changed when its first page came.
    changes: u32,
    /// How often it was begun anew.
    beginnings: u32,
}

/// What follows a page.
pub(crate) enum Next {
    /// Another one, with the parameters of [`Pages::next`]. It may be the first again.
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
            changes: 0,
            beginnings: 0,
        }
    }

    /// From the first page on, if that was not done too often.
    fn begin_anew(&mut self) -> bool {
        if self.beginnings >= BEGINNINGS {
            return false;
        }
        *self = Self { beginnings: self.beginnings + 1, ..Self::new(self.listing) };
        true
    }

    /// Takes one page in (TOL-02, PAG-02, PAG-07). `params` are those of the first request; `mirrors` is there
    /// where arguments of tools are mirrored into headers.
    pub(crate) fn take(
        &mut self,
        result: Value<'_>,
        params: Option<&Json>,
        revision: Revision,
        limits: &Limits,
        changes: u32,
        mut mirrors: Option<&mut Mirrors>,
    ) -> Result<Next, Error> {
        if self.pages == 0 {
            self.changes = changes;
        } else if self.changes != changes && self.begin_anew() {
            return Ok(Next::Page);
        }
        let member = self.listing.member();
        let Members { page, cursor, ttl } = Members::of(result, member);
        let Some(page) = page.filter(|page| page.kind() == Kind::Array) else {
            return Err(Error::new(
                Code::Protocol,
                format!("page {} has no array `{member}`", self.pages + 1),
            ));
        };
        for item in page.items() {
            self.count += 1;
            let mirrors = mirrors.as_deref_mut().filter(|_| self.listing == Listing::Tools);
            let fault = self.listing.fault(item);
            match fault.or_else(|| mirrors?.learn(item)) {
                None => {
                    self.items.push(if self.items.is_empty() { '[' } else { ',' });
                    self.items.push_str(item.raw());
                }
                Some(fault) => self.set_aside(item, fault),
            }
        }
        self.pages += 1;
        // What changed on the way is nothing to keep.
        let fresh = self.changes == changes;
        let stateless = revision.facts().stateless;
        let ttl = if fresh && stateless { life(ttl) } else { Millis::default() };
        self.ttl = Some(self.ttl.map_or(ttl, |shortest| shortest.min(ttl)));
        self.bytes += result.raw().len();
        let empty = revision.facts().empty_cursor;
        let cursor = cursor.filter(|cursor| !cursor.is_null());
        if cursor.is_some_and(|cursor| cursor.kind() != Kind::String) {
            let message = format!("page {} names a next page that is no text", self.pages);
            return Err(Error::new(Code::Protocol, message));
        }
        let cursor = cursor.and_then(Value::text).filter(|cursor| empty || !cursor.is_empty());
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
        Success { result: out.finish(), set_aside, age: None, as_of: self.changes }
    }
}

/// What a page has to say, found in one pass.
#[derive(Default)]
struct Members<'a> {
    page: Option<Value<'a>>,
    cursor: Option<Value<'a>>,
    ttl: Option<Value<'a>>,
}

impl<'a> Members<'a> {
    /// Of members that stand twice the first counts.
    fn of(result: Value<'a>, page: &str) -> Self {
        let mut found = Self::default();
        for (key, value) in result.members() {
            let slot = match () {
                () if key.is(page) => &mut found.page,
                () if key.is("nextCursor") => &mut found.cursor,
                () if key.is("ttlMs") => &mut found.ttl,
                () => continue,
            };
            slot.get_or_insert(value);
        }
        found
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

impl Session {
    /// A page of a listing; `None` if the call is none.
    pub(super) fn page(
        &mut self,
        now: Millis,
        id: CallId,
        result: Value<'_>,
    ) -> Option<Result<Next, Error>> {
        let call = self.calls.get_mut(id)?;
        let pages = call.pages.as_mut()?;
        let changes = self.changes.of(pages.listing);
        let params = call.request.params.as_ref();
        let mirrored =
            self.revision.facts().stateless && matches!(self.config.carrier, Carrier::Http(_));
        let mirrors = mirrored.then_some(&mut self.mirrors);
        let limits = &self.config.limits;
        let next = pages.take(result, params, self.revision, limits, changes, mirrors);
        if let Ok(Next::Page) = &next {
            call.alive(now);
        }
        Some(next)
    }

    /// The server does not know its cursor any more: the list is begun anew (PAG-06). Gives false if that
    /// is not so, or has been done.
    pub(super) fn cursor_refused(&mut self, now: Millis, id: CallId, error: Value<'_>) -> bool {
        let code = error.get("code").and_then(Value::number).and_then(Number::as_i64);
        let Some(call) = self.calls.get_mut(id).filter(|_| code == Some(INVALID_PARAMS)) else {
            return false;
        };
        let Some(pages) = call.pages.as_mut().filter(|pages| pages.next.is_some()) else {
            return false;
        };
        // Once is enough to tell a cursor that was lost from a server that is.
        if pages.beginnings > 0 || !pages.begin_anew() {
            return false;
        }
        call.alive(now);
        self.send(id);
        true
    }
}
