use std::time::Duration;

use crate::json::{self, Dialect};
use crate::token::Words;

/// The first line of a script: what is set up before it starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Which of the two protocol families the client speaks.
    pub era: Era,
    /// How client and server are joined.
    pub transport: Transport,
    /// `revision=`: the protocol revision.
    pub revision: Option<String>,
    /// `ready`: the handshake has happened when the script starts; the runner's first event is
    /// the one after `ready`.
    pub ready: bool,
    /// `tasks`: the host wants the tasks extension.
    pub tasks: bool,
    /// `patient`: more time may pass than is written.
    pub patient: bool,
    /// `alone`: it is so on this transport alone.
    pub alone: bool,
    /// `session-id=`: what that handshake's answer calls the session.
    pub session_id: Option<String>,
    /// `caps=`: the server's capabilities in that handshake, a JSON object.
    pub caps: Option<String>,
    /// `offer=`: what the host can do for servers.
    pub offer: Vec<Offer>,
    /// `roots=`: the root list at the start, a JSON array.
    pub roots: Option<String>,
    /// `timeout=`: how long a server may be silent about a request.
    pub timeout: Option<Duration>,
    /// `total=`: how long a call may take in all.
    pub total: Option<Duration>,
    /// `connect=`: how long the handshake may take.
    pub connect: Option<Duration>,
    /// `input=`: how long an input may stay open.
    pub input: Option<Duration>,
}

/// The two protocol families.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// `initialize` first.
    Handshake,
    /// Everything in each request's `_meta`.
    Stateless,
}

/// How client and server are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    /// One ordered pipe of lines.
    Lane,
    /// Streamable HTTP.
    Http,
    /// HTTP+SSE, of the first revision alone.
    Sse,
}

/// What a host can do for servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offer {
    /// Fill in forms.
    Form,
    /// Visit URLs.
    Url,
    /// Sample a language model.
    Sample,
    /// Sampling with tools.
    SampleTools,
    /// Sampling with context of servers.
    SampleContext,
    /// List roots.
    Roots,
}

const CAPABILITIES: &str = r#"{"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"prompts":{"listChanged":true},"logging":{},"completions":{}}"#;

impl Setup {
    pub(crate) fn parse(words: &mut Words) -> Result<Self, String> {
        let era = match words.word("an era")?.as_str() {
            "handshake" => Era::Handshake,
            "stateless" => Era::Stateless,
            other => return Err(format!("`{other}` is not an era: handshake, stateless")),
        };
        let transport = match words.word("a transport")?.as_str() {
            "lane" => Transport::Lane,
            "http" => Transport::Http,
            "sse" => Transport::Sse,
            other => return Err(format!("`{other}` is not a transport: lane, http, sse")),
        };
        let setup = Self {
            era,
            transport,
            revision: words.option("revision"),
            ready: words.flag("ready"),
            tasks: words.flag("tasks"),
            patient: words.flag("patient"),
            alone: words.flag("alone"),
            session_id: words.option("session-id"),
            caps: json_option(words, "caps", '{')?,
            offer: offers(words.option("offer"))?,
            roots: json_option(words, "roots", '[')?,
            timeout: words.time("timeout")?,
            total: words.time("total")?,
            connect: words.time("connect")?,
            input: words.time("input")?,
        };
        if setup.ready && era != Era::Handshake {
            return Err("`ready` is about a handshake".to_owned());
        }
        if setup.ready && setup.revision.is_none() {
            return Err("`ready` needs `revision=`".to_owned());
        }
        if setup.session_id.is_some() && !(setup.ready && transport == Transport::Http) {
            return Err("`session-id=` needs `ready` over `http`".to_owned());
        }
        if setup.caps.is_some() && !setup.ready {
            return Err("`caps=` needs `ready`; without it, the script answers".to_owned());
        }
        Ok(setup)
    }

    /// Whether the host can do this for servers.
    #[must_use]
    pub fn offers(&self, offer: Offer) -> bool {
        self.offer.contains(&offer)
    }

    /// The result that a `ready` server gives to `initialize`.
    #[must_use]
    pub fn initialize_result(&self) -> String {
        let revision = json::quote(self.revision.as_deref().unwrap_or_default());
        let caps = self.caps.as_deref().unwrap_or(CAPABILITIES);
        format!(
            r#"{{"protocolVersion":{revision},"capabilities":{caps},"serverInfo":{{"name":"puppet","version":"1"}}}}"#
        )
    }
}

fn json_option(words: &mut Words, key: &str, first: char) -> Result<Option<String>, String> {
    let Some(value) = words.option(key) else { return Ok(None) };
    if !value.starts_with(first) {
        return Err(format!("`{key}=` wants JSON that starts with `{first}`"));
    }
    json::read(&value, Dialect::Strict)?;
    Ok(Some(value))
}

fn offers(list: Option<String>) -> Result<Vec<Offer>, String> {
    let list = list.unwrap_or_default();
    let names = list.split(',').filter(|name| !name.is_empty());
    names
        .map(|name| match name {
            "form" => Ok(Offer::Form),
            "url" => Ok(Offer::Url),
            "sample" => Ok(Offer::Sample),
            "sample.tools" => Ok(Offer::SampleTools),
            "sample.context" => Ok(Offer::SampleContext),
            "roots" => Ok(Offer::Roots),
            other => Err(format!("`{other}` is not an offer")),
        })
        .collect()
}
