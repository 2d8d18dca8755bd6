//! The host: hands forms to whoever waits for a call.

use mcpclient::json::Json;
use mcpclient::{CallId, Host, Input, InputKind, Offer, Roots};
use std::sync::Mutex;
use std::sync::mpsc::Sender;

/// What a call that is waited for may hear of.
pub enum Told {
    Form(Input),
    Done(CallId),
}

pub struct Forms {
    pub told: Mutex<Sender<Told>>,
}

impl Host for Forms {
    fn offer(&self) -> Offer {
        Offer { form: true, sample: true, roots: Roots::List, ..Offer::default() }
    }

    fn input(&self, input: Input) {
        if input.kind() == InputKind::Form {
            // Nobody waits any more: the form is turned away.
            if let Ok(told) = self.told.lock() {
                let _ = told.send(Told::Form(input));
            }
        }
    }
}

/// JSON of ours, which is some.
pub fn json(value: &serde_json::Value) -> Result<Json, String> {
    Json::parse(&value.to_string()).map_err(|error| error.to_string())
}
