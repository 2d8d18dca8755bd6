//! The requests that every host makes, over the generic one.

use crate::call::Call;
use crate::client::Client;
use crate::options::CallSettings;
use mcpclient_engine::catalog::{ItemKind, check_texts};
use mcpclient_engine::json::{Json, Kind, Writer};
use mcpclient_engine::session::Listing;
use mcpclient_engine::{Code, Error};

/// What a completion is for (CMP-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference<'a> {
    /// A prompt, by name.
    Prompt(&'a str),
    /// A resource template, by its URI template.
    Resource(&'a str),
}

/// All of these start a call and return at once; errors are those of [`Client::request`].
impl Client {
    /// `tools/call`; `arguments` is a JSON object. Without any, an empty one is sent: the protocol may do
    /// without, some servers cannot. A tool's own failure is a result whose `isError`
    /// is true, not an error.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub fn call_tool(
        &self,
        name: &str,
        arguments: Option<Json>,
        settings: CallSettings,
    ) -> Result<Call, Error> {
        let arguments = arguments.unwrap_or_else(Json::object);
        self.request("tools/call", Some(named(name, Some(arguments))?), settings)
    }

    /// `tools/list`, all pages as one result (TOL-02, PAG-02). A malformed tool is set aside by name,
    /// the rest is delivered.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub fn list_tools(&self, settings: CallSettings) -> Result<Call, Error> {
        self.list("tools/list", Listing::Tools, settings)
    }

    /// `resources/list`, all pages as one result.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub fn list_resources(&self, settings: CallSettings) -> Result<Call, Error> {
        self.list("resources/list", Listing::Resources, settings)
    }

    /// `resources/templates/list`, all pages as one result.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub fn list_resource_templates(&self, settings: CallSettings) -> Result<Call, Error> {
        self.list("resources/templates/list", Listing::ResourceTemplates, settings)
    }

    /// `prompts/list`, all pages as one result.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub fn list_prompts(&self, settings: CallSettings) -> Result<Call, Error> {
        self.list("prompts/list", Listing::Prompts, settings)
    }

    /// `resources/read`.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub fn read_resource(&self, uri: &str, settings: CallSettings) -> Result<Call, Error> {
        self.request("resources/read", Some(member("uri", uri)), settings)
    }

    /// `resources/subscribe`; changes come as the notification `notifications/resources/updated`.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub fn subscribe(&self, uri: &str, settings: CallSettings) -> Result<Call, Error> {
        self.request("resources/subscribe", Some(member("uri", uri)), settings)
    }

    /// `resources/unsubscribe`.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub fn unsubscribe(&self, uri: &str, settings: CallSettings) -> Result<Call, Error> {
        self.request("resources/unsubscribe", Some(member("uri", uri)), settings)
    }

    /// `prompts/get`; `arguments` is a JSON object of strings. Where the prompt was listed, all that it requires
    /// has to be there (PRM-03).
    ///
    /// # Errors
    /// As [`Client::request`]; [`Code::Form`] with all that is missing.
    pub fn get_prompt(
        &self,
        name: &str,
        arguments: Option<Json>,
        settings: CallSettings,
    ) -> Result<Call, Error> {
        let given = arguments.as_ref().map(Json::value);
        match self.item(ItemKind::Prompt, name) {
            Some(prompt) => prompt.check_arguments(given)?,
            None => given.map_or(Ok(()), check_texts)?,
        }
        self.request("prompts/get", Some(named(name, arguments)?), settings)
    }

    /// `completion/complete`: suggestions for one argument. `context` is a JSON object of strings: the arguments
    /// that are filled in already, for revisions that have it (CMP-03).
    ///
    /// # Errors
    /// As [`Client::request`]; [`Code::Busy`] also if suggestions are asked for faster than people type (CMP-06).
    pub fn complete(
        &self,
        reference: Reference<'_>,
        argument: &str,
        value: &str,
        context: Option<Json>,
        settings: CallSettings,
    ) -> Result<Call, Error> {
        let mut out = Writer::new();
        out.object().key("ref").object();
        match reference {
            Reference::Prompt(name) => {
                out.key("type").string("ref/prompt").key("name").string(name);
            }
            Reference::Resource(uri) => {
                out.key("type").string("ref/resource").key("uri").string(uri);
            }
        }
        out.end_object().key("argument").object();
        out.key("name").string(argument).key("value").string(value).end_object();
        if let Some(context) = context {
            check_texts(context.value())?;
            out.key("context").object().key("arguments").raw(context.as_str()).end_object();
        }
        out.end_object();
        self.request("completion/complete", Some(out.finish()), settings)
    }

    /// `logging/setLevel`: `debug`, `info`, `notice`, `warning`, `error`, `critical`, `alert` or
    /// `emergency` (LOG-01).
    ///
    /// # Errors
    /// As [`Client::request`].
    pub fn set_log_level(&self, level: &str, settings: CallSettings) -> Result<Call, Error> {
        self.request("logging/setLevel", Some(member("level", level)), settings)
    }

    /// `ping`.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub fn ping(&self, settings: CallSettings) -> Result<Call, Error> {
        self.request("ping", None, settings)
    }
}

fn member(name: &str, value: &str) -> Json {
    let mut out = Writer::with_capacity(name.len() + value.len() + 16);
    out.object().key(name).string(value).end_object();
    out.finish()
}

fn named(name: &str, arguments: Option<Json>) -> Result<Json, Error> {
    let arguments = arguments.map(object).transpose()?;
    let room = arguments.as_ref().map_or(0, |arguments| arguments.as_str().len());
    let mut out = Writer::with_capacity(name.len() + room + 40);
    out.object().key("name").string(name);
    if let Some(arguments) = arguments {
        out.key("arguments").raw(arguments.as_str());
    }
    out.end_object();
    Ok(out.finish())
}

fn object(json: Json) -> Result<Json, Error> {
    if json.value().kind() == Kind::Object {
        return Ok(json);
    }
    Err(Error::new(Code::BadJson, "arguments must be a JSON object"))
}
