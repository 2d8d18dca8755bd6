//! One client, and what it is told to do.

use crate::host::{Witness, lock};
use crate::open;
use mcpclient::json::Json;
use mcpclient::{Call, CallSettings, Client, Error, Runtime, RuntimeOptions, WatchFilter};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub struct Stage {
    runtime: Runtime,
    client: Client,
    host: Arc<Witness>,
    calls: Mutex<HashMap<String, Call>>,
}

impl Stage {
    pub fn open(open: &Value) -> Result<Self, Error> {
        let runtime = Runtime::new(RuntimeOptions::default())?;
        let host = Arc::new(Witness { offer: open::offer(open), ..Witness::default() });
        let client = runtime.connect(open::server(open), host.clone(), open::options(open)?)?;
        Ok(Self { runtime, client, host, calls: Mutex::default() })
    }

    /// Does what it is told: the library's answer, or why that is no command.
    pub fn obey(&self, command: &Value) -> Result<Result<(), Error>, String> {
        let text = |name: &str| {
            let text = command[name].as_str().map(str::to_owned);
            text.ok_or_else(|| format!("no `{name}` in {command}"))
        };
        let call = || -> Result<Call, String> {
            let name = text("call")?;
            lock(&self.calls).get(&name).cloned().ok_or_else(|| format!("no call {name}"))
        };
        Ok(match text("do")?.as_str() {
            "call" => self.call(text("call")?, &text("method")?, command),
            "cancel" => call()?.cancel(command["reason"].as_str()),
            "resume" => call()?.resume(),
            "answer" => self.answer(command)?,
            "roots" => {
                open::roots(&command["roots"]).and_then(|roots| self.client.set_roots(roots))
            }
            "notify" => open::json(&command["params"])
                .and_then(|params| self.client.notify(&text("method").unwrap_or_default(), params)),
            "watch" => {
                let filter = Json::parse(&command["filter"].to_string());
                let filter = filter.map_err(|error| error.to_string())?;
                self.client.watch(WatchFilter::from_json(filter.value()))
            }
            "close" => {
                self.client.close();
                Ok(())
            }
            other => return Err(format!("cannot {other}")),
        })
    }

    fn call(&self, name: String, method: &str, command: &Value) -> Result<(), Error> {
        let time = |name: &str| command[name].as_u64().map(Duration::from_millis);
        let (names, host) = (Arc::clone(&self.host), Arc::clone(&self.host));
        let known = name.clone();
        let settings = CallSettings {
            timeout: time("timeout"),
            total: time("total"),
            progress: command["progress"] == true,
            fresh: command["fresh"] == true,
            retry_lost: command["retryLost"] == true,
            // Callbacks about the call look for its name, and may run before it is here.
            started: Some(Box::new(move |call| {
                lock(&names.names).insert(call.id(), known);
            })),
            done: Some(Box::new(move |call, outcome| host.done(call, outcome))),
            ..CallSettings::default()
        };
        let call = self.client.request(method, open::json(&command["params"])?, settings)?;
        lock(&self.calls).insert(name, call);
        Ok(())
    }

    fn answer(&self, command: &Value) -> Result<Result<(), Error>, String> {
        let input = command["input"].as_u64().unwrap_or_default();
        let input = lock(&self.host.inputs).get(&input).cloned();
        let input = input.ok_or_else(|| format!("no such input: {command}"))?;
        let content = &command["content"];
        Ok(match command["how"].as_str().unwrap_or_default() {
            "accept" if content.is_null() => input.accept(),
            "accept" => open::need(content).and_then(|content| input.accept_content(content)),
            "decline" => input.decline(None),
            "cancel" => input.cancel(),
            "fail" => {
                let code = command["code"].as_i64().unwrap_or_default();
                input.fail(code, command["message"].as_str().unwrap_or_default())
            }
            "result" => {
                open::need(&command["result"]).and_then(|result| input.answer_result(result))
            }
            other => return Err(format!("cannot answer with {other}")),
        })
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // Inputs that nobody answered are turned away.
        lock(&self.host.inputs).clear();
        self.client.close();
        self.runtime.shutdown();
    }
}
