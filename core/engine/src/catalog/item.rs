//! One thing that a server lists.

use super::arguments::{self, Argument};
use super::hints::Hints;
use super::icon::Icon;
use super::template;
use crate::codes::codes;
use crate::error::{Code, Error};
use crate::json::{Json, Kind, Number, Value};
use crate::policy::{HazardKind, hazards};
use crate::session::Listing;
use std::borrow::Cow;

codes! {
    /// Kinds of things that a server lists, and the server itself. Numbers and names never change their
    /// meaning; new ones may be added.
    ItemKind {
        /// Of `tools/list`.
        Tool = 1 "tool";
        /// Of `resources/list`; a `resource_link` of a tool is one as well (TOL-21).
        Resource = 2 "resource";
        /// Of `resources/templates/list`.
        ResourceTemplate = 3 "resourceTemplate";
        /// Of `prompts/list`.
        Prompt = 4 "prompt";
        /// `serverInfo`: the server (MET-06).
        Server = 5 "server";
    }
}

impl ItemKind {
    /// The list that it stands in.
    #[must_use]
    pub const fn listing(self) -> Option<Listing> {
        match self {
            Self::Tool => Some(Listing::Tools),
            Self::Resource => Some(Listing::Resources),
            Self::ResourceTemplate => Some(Listing::ResourceTemplates),
            Self::Prompt => Some(Listing::Prompts),
            Self::Server => None,
        }
    }
}

/// A tool, a resource, a template, a prompt or a server: what a dialog shows, and what a call needs to know.
///
/// All of it is the server's word: never more than shown (TOL-09, TOL-18, TOL-19).
#[derive(Clone)]
pub struct Item {
    kind: ItemKind,
    json: Json,
    /// The host name of the server that says so, where it has one.
    server_host: Option<String>,
}

impl Item {
    /// Reads one item out of its JSON.
    ///
    /// # Errors
    /// [`Code::Protocol`], with what is missing in it.
    pub fn read(kind: ItemKind, json: Json) -> Result<Self, Error> {
        let value = json.value();
        let nameless =
            || value.get("name").and_then(Value::text).is_none_or(|name| name.is_empty());
        let fault = match kind.listing() {
            Some(listing) => listing.fault(value),
            None if value.kind() != Kind::Object => Some("it is no object"),
            None if nameless() => Some("`name` is no string, or empty"),
            None => None,
        };
        match fault {
            Some(fault) => {
                Err(Error::new(Code::Protocol, format!("not a {}: {fault}", kind.name())))
            }
            None => Ok(Self { kind, json, server_host: None }),
        }
    }

    /// The same, said by a server of that host name: see [`crate::session::SessionConfig::server_host`]. Icons
    /// elsewhere are at fault then (MET-10).
    #[must_use]
    pub fn said_by(mut self, server_host: Option<&str>) -> Self {
        self.server_host = server_host.map(str::to_owned);
        self
    }

    /// What it is.
    #[must_use]
    pub fn kind(&self) -> ItemKind {
        self.kind
    }

    /// All that the server says of it, verbatim: `_meta`, schemas, and whatever else is not read here.
    #[must_use]
    pub fn json(&self) -> &Json {
        &self.json
    }

    fn get(&self, name: &str) -> Option<Value<'_>> {
        self.json.value().get(name)
    }

    fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        self.get(name)?.text()
    }

    /// Its name, for programs: what a call is made with, to the letter (TOL-06).
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        self.text("name").unwrap_or_default()
    }

    /// Its name for people: the title, for tools also that of the annotations, or else the name (TOL-08,
    /// MET-05). Not safe to show as it is: see [`crate::policy::display_line`].
    #[must_use]
    pub fn label(&self) -> Cow<'_, str> {
        let annotated =
            || self.get("annotations").and_then(|all| all.get("title")).and_then(Value::text);
        let titles = [self.text("title"), annotated().filter(|_| self.kind == ItemKind::Tool)];
        titles.into_iter().flatten().find(|title| !title.is_empty()).unwrap_or_else(|| self.name())
    }

    /// What it is for.
    #[must_use]
    pub fn description(&self) -> Option<Cow<'_, str>> {
        self.text("description")
    }

    /// The URI of a resource, or the URI template of a template. Opaque (RES-02).
    #[must_use]
    pub fn uri(&self) -> Option<Cow<'_, str>> {
        match self.kind {
            ItemKind::Resource => self.text("uri"),
            ItemKind::ResourceTemplate => self.text("uriTemplate"),
            _ => None,
        }
    }

    /// The media type of a resource, or of all that a template leads to (RES-09).
    #[must_use]
    pub fn mime_type(&self) -> Option<Cow<'_, str>> {
        self.text("mimeType")
    }

    /// How many bytes a resource has, if the server says so.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.get("size")?.number().and_then(Number::as_u64)
    }

    /// The version of a server.
    #[must_use]
    pub fn version(&self) -> Option<Cow<'_, str>> {
        self.text("version").filter(|_| self.kind == ItemKind::Server)
    }

    /// What a tool says of its effects.
    #[must_use]
    pub fn hints(&self) -> Option<Hints> {
        (self.kind == ItemKind::Tool).then(|| Hints::of(self.json.value()))
    }

    /// What a tool takes, a JSON Schema, verbatim (TOL-05).
    #[must_use]
    pub fn input_schema(&self) -> Option<Value<'_>> {
        self.get("inputSchema").filter(|_| self.kind == ItemKind::Tool)
    }

    /// What the structured output of a tool is like, a JSON Schema, verbatim (TOL-05).
    #[must_use]
    pub fn output_schema(&self) -> Option<Value<'_>> {
        self.get("outputSchema").filter(|_| self.kind == ItemKind::Tool)
    }

    /// What a dialog should be careful about in the label and the description: whoever writes them speaks to
    /// a person, and perhaps to a model (PRM-05, TOL-20).
    #[must_use]
    pub fn hazards(&self) -> Vec<HazardKind> {
        let text = format!("{}\n{}", self.label(), self.description().unwrap_or_default());
        hazards(&text, None).into_iter().map(|hazard| hazard.kind).collect()
    }

    /// What a prompt has to be filled with, or a template can be.
    #[must_use]
    pub fn arguments(&self) -> Vec<Argument> {
        match self.kind {
            ItemKind::Prompt => Argument::of_prompt(self.json.value()),
            ItemKind::ResourceTemplate => {
                self.uri().map(|template| template::variables(&template)).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// Whether these arguments will do for a prompt: strings, and all that are required among them (PRM-03).
    ///
    /// # Errors
    /// [`Code::Form`], with every one that is missing; [`Code::BadJson`], [`Code::InvalidArg`].
    pub fn check_arguments(&self, given: Option<Value<'_>>) -> Result<(), Error> {
        arguments::check(&self.arguments(), given)
    }

    /// The URI that a template becomes with these values, after RFC 6570 (RES-06): an object of strings, or of
    /// lists and objects of strings where the template has a use for them.
    ///
    /// # Errors
    /// [`Code::Unsupported`] if it is none, or no template by the RFC; [`Code::BadJson`], [`Code::InvalidArg`],
    /// [`Code::TooLarge`].
    pub fn expand(&self, values: Option<Value<'_>>) -> Result<String, Error> {
        match self.uri().filter(|_| self.kind == ItemKind::ResourceTemplate) {
            Some(template) => template::expand(&template, values),
            None => Err(Error::new(Code::Unsupported, "only a template can be expanded")),
        }
    }

    /// Its icons, those that are not to be shown included.
    #[must_use]
    pub fn icons(&self) -> Vec<Icon> {
        Icon::all(self.json.value(), self.server_host.as_deref())
    }
}

/// What servers say is none of a log's business.
impl std::fmt::Debug for Item {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Item").field("kind", &self.kind).finish_non_exhaustive()
    }
}
