//! What a server lists, one thing at a time, as a dialog needs it.

use crate::client::RawClient;
use crate::error::McpError;
use crate::icon::Icon;
use crate::text::{object, safe, safe_line};
use client::catalog;
use client::json::Json;

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum ItemKind {
    /// A tool.
    Tool,
    /// A resource, or a `resource_link` in a tool's content (TOL-21).
    Resource,
    /// A template of resources.
    ResourceTemplate,
    /// A prompt.
    Prompt,
    /// The server itself (MET-06).
    Server,
}

impl From<ItemKind> for catalog::ItemKind {
    fn from(kind: ItemKind) -> Self {
        match kind {
            ItemKind::Tool => Self::Tool,
            ItemKind::Resource => Self::Resource,
            ItemKind::ResourceTemplate => Self::ResourceTemplate,
            ItemKind::Prompt => Self::Prompt,
            ItemKind::Server => Self::Server,
        }
    }
}

/// What a tool says of its effects, with what the protocol says where the tool says nothing (TOL-10). Show it,
/// and decide nothing by it unless you trust the server (TOL-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Hints {
    /// It changes nothing.
    pub read_only: bool,
    /// It may destroy what was there before. Never of what is read-only.
    pub destructive: bool,
    /// Calling it twice with the same arguments is calling it once. Never of what is read-only.
    pub idempotent: bool,
    /// It deals with things outside of the server, such as the web.
    pub open_world: bool,
}

/// One argument of a prompt (PRM-03), or one variable of a template (RES-06).
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Argument {
    /// Its name, to the letter: not safe to show.
    pub name: String,
    /// Its name for people, made safe to show.
    pub label: String,
    /// What it is for, made safe to show.
    pub description: Option<String>,
    /// Whether the prompt cannot do without.
    pub required: bool,
}

/// A tool, a resource, a template, a prompt or a server: what a dialog shows of it, and what a call needs to
/// know. All of it is the server's word: made to be shown to whoever decides, and nothing to decide by (TOL-09,
/// TOL-18, TOL-19).
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// All that the server says of it, verbatim, as JSON.
    pub json: String,
    /// Its name, to the letter: what a call is made with (TOL-06). Not safe to show.
    pub name: String,
    /// Its name for people, made safe to show: the title, or else the name (TOL-08, MET-05).
    pub label: String,
    /// What it is for, made safe to show.
    pub description: Option<String>,
    /// The URI of a resource, or the URI template of a template. Opaque (RES-02), and not safe to show.
    pub uri: Option<String>,
    /// The media type of a resource, made safe to show (RES-05).
    pub mime_type: Option<String>,
    /// How many bytes a resource has, if the server says so.
    pub size: Option<u64>,
    /// What a tool says of its effects.
    pub hints: Option<Hints>,
    /// Warnings about the label and the description: `link`, `control`, `secret`, `long` (TOL-20, PRM-05).
    pub hazards: Vec<String>,
    /// The arguments of a prompt, or the variables of a template.
    pub arguments: Vec<Argument>,
    /// Its icons, those that are not to be shown included.
    pub icons: Vec<Icon>,
}

impl Item {
    fn new(kind: ItemKind, item: &catalog::Item) -> Self {
        let hints = |hints: catalog::Hints| Hints {
            read_only: hints.read_only,
            destructive: hints.destructive,
            idempotent: hints.idempotent,
            open_world: hints.open_world,
        };
        let argument = |argument: catalog::Argument| Argument {
            label: safe_line(argument.label()),
            description: argument.description.as_deref().map(safe),
            required: argument.required,
            name: argument.name,
        };
        Self {
            kind,
            json: item.json().as_str().into(),
            name: item.name().into_owned(),
            label: safe_line(&item.label()),
            description: item.description().map(|text| safe(&text)),
            uri: item.uri().map(std::borrow::Cow::into_owned),
            mime_type: item.mime_type().map(|text| safe_line(&text)),
            size: item.size(),
            hints: item.hints().map(hints),
            hazards: item.hazards().iter().map(|hazard| hazard.name().to_owned()).collect(),
            arguments: item.arguments().into_iter().map(argument).collect(),
            icons: item.icons().into_iter().map(Icon::from).collect(),
        }
    }
}

fn read(kind: ItemKind, json: &str) -> Result<catalog::Item, McpError> {
    Ok(catalog::Item::read(kind.into(), crate::text::json(json)?)?)
}

/// Reads one item out of its JSON, as it stands in the result of a list.
///
/// # Errors
/// `Protocol` with what is missing in it, `BadJson`.
#[uniffi::export]
pub fn read_item(kind: ItemKind, json: &str) -> Result<Item, McpError> {
    Ok(Item::new(kind, &read(kind, json)?))
}

/// Whether these arguments, a JSON object of strings or nothing, will do for a prompt (PRM-03).
///
/// # Errors
/// `Form` with every one that is missing, `InvalidArg`, `BadJson`.
#[uniffi::export]
pub fn check_arguments(prompt: &Item, arguments: Option<String>) -> Result<(), McpError> {
    let given = object(arguments.as_deref())?;
    Ok(read(prompt.kind, &prompt.json)?.check_arguments(given.as_ref().map(Json::value))?)
}

/// The URI that a template becomes with these values, after RFC 6570 (RES-06): a JSON object of strings, or of
/// lists and objects of strings where the template has a use for them.
///
/// # Errors
/// `Unsupported` if it is no template, `InvalidArg`, `TooLarge`, `BadJson`.
#[uniffi::export]
pub fn expand_template(template: &Item, values: Option<String>) -> Result<String, McpError> {
    let given = object(values.as_deref())?;
    Ok(read(template.kind, &template.json)?.expand(given.as_ref().map(Json::value))?)
}

#[uniffi::export]
impl RawClient {
    /// A tool or prompt by its name, a resource by its URI or a template by its own, out of the last list of its
    /// kind that was read to its end; none if it is not there, or the server says that the list has changed. With
    /// `Server` the server, whatever the name. Icons are judged by the client's `server_host` (MET-10).
    pub fn item(&self, kind: ItemKind, name: &str) -> Option<Item> {
        self.client().item(kind.into(), name).map(|item| Item::new(kind, &item))
    }
}
