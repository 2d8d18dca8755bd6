//! What a client may ask of its server.

use crate::call::{RawCall, RawCallSettings};
use crate::client::RawClient;
use crate::error::McpError;
use crate::text::object;
use client::{CallSettings, Client};
use std::sync::Arc;

/// What a completion is for (CMP-02).
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum Reference {
    /// A prompt.
    Prompt {
        /// Its name.
        name: String,
    },
    /// A resource template.
    Resource {
        /// Its URI template.
        uri_template: String,
    },
}

/// All of these start a call and return at once.
#[uniffi::export]
impl RawClient {
    /// Any request, verbatim: `params` is a JSON object or nothing.
    ///
    /// # Errors
    /// `Unsupported` if the server has not declared what the method needs, `Busy` if too much is
    /// under way, `Closed`, `BadJson`, `InvalidArg`. Then nothing was sent.
    pub fn request(
        &self,
        method: &str,
        params: Option<String>,
        settings: RawCallSettings,
    ) -> Result<Arc<RawCall>, McpError> {
        let params = object(params.as_deref())?;
        self.start(settings, |client, settings| client.request(method, params, settings))
    }

    /// `tools/call`; `arguments` is a JSON object.
    ///
    /// # Errors
    /// As `request`.
    pub fn call_tool(
        &self,
        name: &str,
        arguments: Option<String>,
        settings: RawCallSettings,
    ) -> Result<Arc<RawCall>, McpError> {
        let arguments = object(arguments.as_deref())?;
        self.start(settings, |client, settings| client.call_tool(name, arguments, settings))
    }

    /// `tools/list`, all pages as one result (TOL-02, PAG-02).
    ///
    /// # Errors
    /// As `request`.
    pub fn list_tools(&self, settings: RawCallSettings) -> Result<Arc<RawCall>, McpError> {
        self.start(settings, Client::list_tools)
    }

    /// `resources/list`, all pages as one result.
    ///
    /// # Errors
    /// As `request`.
    pub fn list_resources(&self, settings: RawCallSettings) -> Result<Arc<RawCall>, McpError> {
        self.start(settings, Client::list_resources)
    }

    /// `resources/templates/list`, all pages as one result.
    ///
    /// # Errors
    /// As `request`.
    pub fn list_resource_templates(
        &self,
        settings: RawCallSettings,
    ) -> Result<Arc<RawCall>, McpError> {
        self.start(settings, Client::list_resource_templates)
    }

    /// `prompts/list`, all pages as one result.
    ///
    /// # Errors
    /// As `request`.
    pub fn list_prompts(&self, settings: RawCallSettings) -> Result<Arc<RawCall>, McpError> {
        self.start(settings, Client::list_prompts)
    }

    /// `resources/read`.
    ///
    /// # Errors
    /// As `request`.
    pub fn read_resource(
        &self,
        uri: &str,
        settings: RawCallSettings,
    ) -> Result<Arc<RawCall>, McpError> {
        self.start(settings, |client, settings| client.read_resource(uri, settings))
    }

    /// `resources/subscribe`.
    ///
    /// # Errors
    /// As `request`.
    pub fn subscribe(
        &self,
        uri: &str,
        settings: RawCallSettings,
    ) -> Result<Arc<RawCall>, McpError> {
        self.start(settings, |client, settings| client.subscribe(uri, settings))
    }

    /// `resources/unsubscribe`.
    ///
    /// # Errors
    /// As `request`.
    pub fn unsubscribe(
        &self,
        uri: &str,
        settings: RawCallSettings,
    ) -> Result<Arc<RawCall>, McpError> {
        self.start(settings, |client, settings| client.unsubscribe(uri, settings))
    }

    /// `prompts/get`; `arguments` is a JSON object of strings.
    ///
    /// # Errors
    /// As `request`.
    pub fn get_prompt(
        &self,
        name: &str,
        arguments: Option<String>,
        settings: RawCallSettings,
    ) -> Result<Arc<RawCall>, McpError> {
        let arguments = object(arguments.as_deref())?;
        self.start(settings, |client, settings| client.get_prompt(name, arguments, settings))
    }

    /// `completion/complete`: suggestions for one argument. `context` is a JSON object of the
    /// arguments that are filled in already.
    ///
    /// # Errors
    /// As `request`.
    pub fn complete(
        &self,
        reference: &Reference,
        argument: &str,
        value: &str,
        context: Option<String>,
        settings: RawCallSettings,
    ) -> Result<Arc<RawCall>, McpError> {
        let context = object(context.as_deref())?;
        let reference = match reference {
            Reference::Prompt { name } => client::Reference::Prompt(name),
            Reference::Resource { uri_template } => client::Reference::Resource(uri_template),
        };
        self.start(settings, |client, settings| {
            client.complete(reference, argument, value, context, settings)
        })
    }

    /// `logging/setLevel` (LOG-01).
    ///
    /// # Errors
    /// As `request`.
    pub fn set_log_level(
        &self,
        level: &str,
        settings: RawCallSettings,
    ) -> Result<Arc<RawCall>, McpError> {
        self.start(settings, |client, settings| client.set_log_level(level, settings))
    }

    /// `ping`.
    ///
    /// # Errors
    /// As `request`.
    pub fn ping(&self, settings: RawCallSettings) -> Result<Arc<RawCall>, McpError> {
        self.start(settings, Client::ping)
    }
}

impl RawClient {
    fn start(
        &self,
        settings: RawCallSettings,
        begin: impl FnOnce(&Client, CallSettings) -> Result<client::Call, client::Error>,
    ) -> Result<Arc<RawCall>, McpError> {
        Ok(RawCall::new(begin(self.client(), settings.read()?)?))
    }
}
