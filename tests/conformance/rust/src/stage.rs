//! One client of one server, and calls that are waited for.

use crate::host::{Forms, Told};
use mcpclient::json::Json;
use mcpclient::roots::RootList;
use mcpclient::{
    Call, CallSettings, Client, ClientOptions, Error, Http, Revision, Runtime, RuntimeOptions,
    SessionConfig,
};
use serde_json::Value;
use std::cell::Cell;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A guard against hangs alone; the suite has one too.
const LIMIT: Duration = Duration::from_secs(120);

pub struct Stage {
    runtime: Runtime,
    client: Client,
    tell: Sender<Told>,
    told: Receiver<Told>,
    /// A tool to call, and to wait for, while the first form is open.
    pub meanwhile: Cell<Option<&'static str>>,
}

impl Stage {
    pub fn open(url: &str, revision: &str) -> Result<Self, Error> {
        let (tell, told) = channel();
        let mut config = SessionConfig::new("conformance", "1");
        config.revisions = revisions(revision);
        config.roots = RootList::default();
        let host = Arc::new(Forms { told: Mutex::new(tell.clone()) });
        let runtime = Runtime::new(RuntimeOptions::default())?;
        let options = ClientOptions::new("suite", config);
        let client = runtime.connect(Http::new(url), host, options)?;
        Ok(Self { runtime, client, tell, told, meanwhile: Cell::new(None) })
    }

    pub fn hello(&self) -> Result<Value, String> {
        self.finish(|client, settings| client.request("conformance/hello", None, settings))
    }

    pub fn list_tools(&self) -> Result<Value, String> {
        self.finish(Client::list_tools)
    }

    pub fn list_resources(&self) -> Result<Value, String> {
        self.finish(Client::list_resources)
    }

    pub fn list_prompts(&self) -> Result<Value, String> {
        self.finish(Client::list_prompts)
    }

    pub fn read_resource(&self, uri: &str) -> Result<Value, String> {
        self.finish(|client, settings| client.read_resource(uri, settings))
    }

    pub fn get_prompt(&self, name: &str) -> Result<Value, String> {
        self.finish(|client, settings| client.get_prompt(name, None, settings))
    }

    /// A tool that says that it failed is a failure here.
    pub fn call_tool(&self, name: &str, arguments: Json) -> Result<(), String> {
        let call = |client: &Client, settings| client.call_tool(name, Some(arguments), settings);
        let result = self.finish(call)?;
        if result["isError"] == true {
            return Err(format!("{name} failed: {result}"));
        }
        Ok(())
    }

    /// Starts a call, waits for it, and answers the forms that come meanwhile with what they suggest.
    fn finish(
        &self,
        start: impl FnOnce(&Client, CallSettings) -> Result<Call, Error>,
    ) -> Result<Value, String> {
        let tell = self.tell.clone();
        let done = move |call: &Call, _: &_| drop(tell.send(Told::Done(call.id())));
        let settings = CallSettings { done: Some(Box::new(done)), ..CallSettings::default() };
        let call = start(&self.client, settings).map_err(|error| error.to_string())?;
        loop {
            match self.told.recv_timeout(LIMIT).map_err(|error| error.to_string())? {
                Told::Form(form) => {
                    if let Some(name) = self.meanwhile.take() {
                        self.call_tool(name, Json::object())?;
                    }
                    form.accept().map_err(|error| error.to_string())?;
                }
                Told::Done(id) if id == call.id() => break,
                Told::Done(_) => {}
            }
        }
        let outcome = call.outcome().ok_or("no outcome of a call that is over")?;
        let success = outcome.as_ref().as_ref().map_err(ToString::to_string)?;
        serde_json::from_str(success.result.as_str()).map_err(|error| error.to_string())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.client.close();
        self.runtime.shutdown();
    }
}

/// Those that the client may speak: up to the one that the suite names, which is the one it proposes then; and the
/// newest of all has no handshake, and so none before it.
fn revisions(newest: &str) -> Vec<Revision> {
    if newest == Revision::R2026.wire() {
        return vec![Revision::R2026];
    }
    Revision::HANDSHAKE.into_iter().filter(|known| known.wire() <= newest).collect()
}
