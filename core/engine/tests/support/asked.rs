//! A server that asks for forms, and a host that answers: what goes over the wire for each.

use super::ready::{NOW, ready_with, written};
use mcpclient_engine::elicitation::Form;
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{
    Answer, Command, Event, InputRequest, Offer, SessionConfig, Wants, WireEvent,
};
use mcpclient_engine::{Error, Session};
use std::sync::Arc;

/// A session whose host shows forms.
pub struct Asked {
    session: Session,
    id: u32,
}

impl Asked {
    pub fn new(revision: Revision) -> Self {
        let mut config = SessionConfig::new("host", "1");
        config.offer = Offer { form: true, ..Offer::default() };
        Self { session: ready_with(revision, config), id: 0 }
    }

    /// The server asks with these parameters: the host sees a request, or the server an error.
    pub fn ask(&mut self, params: &str) -> Result<Arc<InputRequest>, String> {
        self.id += 1;
        let line = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"elicitation/create\",\"params\":{params}}}\n",
            self.id
        );
        self.session.wire(NOW, WireEvent::Bytes(line.as_bytes()));
        match self.session.next_event() {
            Some(Event::Input(request)) => Ok(request),
            None => Err(self.reply()),
            other => panic!("{other:?}"),
        }
    }

    /// The server asks with this schema.
    pub fn form(&mut self, schema: &str) -> Result<Arc<InputRequest>, String> {
        self.ask(&format!(r#"{{"message":"m","requestedSchema":{schema}}}"#))
    }

    /// The host answers what was asked last: the server's view of it.
    pub fn answer(&mut self, request: &InputRequest, answer: Answer) -> Result<String, Error> {
        self.session.host(NOW, Command::Answer { input: request.id, answer })?;
        Ok(self.reply())
    }

    /// What was answered to the last request, without its frame.
    fn reply(&mut self) -> String {
        let written = written(&mut self.session);
        let frame = format!(r#"{{"jsonrpc":"2.0","id":{},"#, self.id);
        let reply = written.trim_end().strip_prefix(&frame).and_then(|text| text.strip_suffix('}'));
        reply.unwrap_or_else(|| panic!("{written:?} is no answer to {}", self.id)).to_owned()
    }
}

/// The form of a request.
pub fn form(request: &InputRequest) -> &Form {
    match &request.wants {
        Wants::Form { form, .. } => form,
        other => panic!("{other:?}"),
    }
}

/// An accepted form.
pub fn accept(content: &str) -> Answer {
    Answer::Accept(Some(Json::parse(content).expect("JSON")))
}

/// One property by the name `p`, required.
pub fn schema_of(property: &str) -> String {
    format!(r#"{{"type":"object","properties":{{"p":{property}}},"required":["p"]}}"#)
}

/// Each content with its verdict, as the wire shows it: sent as it is, or not at all.
pub fn verdicts(revision: Revision, schema: &str, rows: &[(&str, bool)]) {
    for (content, fits) in rows {
        let mut asked = Asked::new(revision);
        let request = asked.form(schema).expect("a form");
        let sent = asked.answer(&request, accept(content));
        assert_eq!(sent.is_ok(), *fits, "{content}: {sent:?}");
        if let Ok(sent) = sent {
            assert_eq!(sent, format!(r#""result":{{"action":"accept","content":{content}}}"#));
        } else {
            // It stays open, and can be answered in another way.
            let sent = asked.answer(&request, Answer::Decline);
            assert_eq!(sent.as_deref(), Ok(r#""result":{"action":"decline"}"#));
        }
    }
}
