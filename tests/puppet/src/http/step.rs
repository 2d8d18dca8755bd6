//! The lines that only HTTP has: what an exchange is opened with, and what comes back on it.

use crate::captures::Captures;
use crate::line::{Raw, Send};
use crate::pattern::Pattern;
use crate::token::Words;
use crate::{json, raw};

/// One `http>` or `http<` line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpStep {
    /// The transcript's name for the exchange.
    pub exchange: String,
    /// What happens to it.
    pub what: HttpKind,
}

/// What happens to an exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HttpKind {
    /// `http> NAME METHOD [HEADER=VALUE]... [PATTERN]`: the client makes this request.
    Opened(Wanted),
    /// `http> NAME given-up`: the client gives the exchange up.
    GivenUp,
    /// `http< NAME ...`: the server answers.
    Answered(Vec<Part>),
}

/// What a request has to look like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// `GET`, `POST` or `DELETE`.
    pub method: String,
    /// What of its headers is looked at; names in lower case. `path` is no header, but where it goes.
    pub headers: Vec<(String, Header)>,
    /// The message; none: there is no body.
    pub body: Option<Pattern>,
}

/// What a header has to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Header {
    /// Exactly this.
    Is(String),
    /// `*`: there.
    There,
    /// `-`: not there.
    Absent,
}

/// A piece of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Status and headers.
    Head {
        /// The status code.
        status: u16,
        /// Names and values.
        headers: Vec<(String, String)>,
    },
    /// A message, alone.
    Message(Send),
    /// An event: its fields but for the data, each with its newline, and its data.
    Event(String, Data),
    /// Bytes.
    Bytes(Raw),
    /// The body is over.
    End,
    /// The connection breaks.
    Broken,
}

/// The data of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Data {
    /// None at all: no `data` line.
    None,
    /// A message.
    Message(Send),
    /// Text, perhaps empty, on one line.
    Text(String),
}

impl Part {
    /// The message in it.
    #[must_use]
    pub fn message(&self, captures: &Captures) -> Option<String> {
        match self {
            Self::Message(send) | Self::Event(_, Data::Message(send)) => {
                Some(send.message(captures))
            }
            _ => None,
        }
    }
}

impl HttpStep {
    /// `http> ...`
    pub(crate) fn client(words: &mut Words) -> Result<Self, String> {
        let exchange = words.word("a name for the exchange")?;
        let method = words.word("a method, or `given-up`")?;
        let what = match method.as_str() {
            "given-up" => HttpKind::GivenUp,
            "GET" | "POST" | "DELETE" => {
                let header = |(name, value): (String, String)| {
                    let want = match value.as_str() {
                        "*" => Header::There,
                        "-" => Header::Absent,
                        _ => Header::Is(value),
                    };
                    (name.to_ascii_lowercase(), want)
                };
                let headers = words.options().into_iter().map(header).collect();
                let body = words.json().map(|text| Pattern::message(&text)).transpose()?;
                HttpKind::Opened(Wanted { method, headers, body })
            }
            other => return Err(format!("`{other}` is not GET, POST, DELETE or given-up")),
        };
        Ok(Self { exchange, what })
    }

    /// `http< ...`
    pub(crate) fn server(line: &str) -> Result<Self, String> {
        if let Some((exchange, bytes)) = line.split_once(" raw ") {
            let what = HttpKind::Answered(vec![Part::Bytes(raw::parse(bytes.trim())?)]);
            return Ok(Self { exchange: exchange.trim().to_owned(), what });
        }
        let mut words = Words::read(line)?;
        let words = &mut words;
        let exchange = words.word("the name of the exchange")?;
        let parts = match words.word("a status, or a part of an answer")?.as_str() {
            "stream" => vec![head(200, words.options(), Some("text/event-stream"))],
            "head" => {
                let status = words.word("a status")?;
                vec![head(number(&status)?, words.options(), None)]
            }
            "event" => vec![event(words)?],
            "end" => vec![Part::End],
            "broken" => vec![Part::Broken],
            status => whole(words, number(status)?)?,
        };
        std::mem::take(words).end()?;
        Ok(Self { exchange, what: HttpKind::Answered(parts) })
    }

    /// What names it uses.
    pub(crate) fn used(&self) -> Vec<String> {
        let HttpKind::Answered(parts) = &self.what else { return Vec::new() };
        let names = |part: &Part| match part {
            Part::Message(send) | Part::Event(_, Data::Message(send)) => send.names(),
            Part::Bytes(raw) => raw.names(),
            _ => Vec::new(),
        };
        parts.iter().flat_map(names).collect()
    }

    /// What names it captures.
    pub(crate) fn names(&self) -> Vec<&str> {
        match &self.what {
            HttpKind::Opened(Wanted { body: Some(body), .. }) => body.names(),
            _ => Vec::new(),
        }
    }
}

/// A whole answer in one line.
fn whole(words: &mut Words, status: u16) -> Result<Vec<Part>, String> {
    let headers = words.options();
    if let Some(text) = words.json() {
        let message = Part::Message(Send::parse(&text)?);
        return Ok(vec![head(status, headers, Some("application/json")), message, Part::End]);
    }
    let Some(text) = words.quoted() else {
        return Ok(vec![head(status, headers, None), Part::End]);
    };
    let text = Part::Bytes(raw::parse(&json::quote(&text))?);
    Ok(vec![head(status, headers, Some("text/plain")), text, Part::End])
}

/// The type is the usual one unless it is among the headers; `-` is none.
fn head(status: u16, mut headers: Vec<(String, String)>, usual: Option<&str>) -> Part {
    let is_type = |name: &str| name.eq_ignore_ascii_case("content-type");
    if let Some(usual) = usual.filter(|_| !headers.iter().any(|(name, _)| is_type(name))) {
        headers.push(("content-type".to_owned(), usual.to_owned()));
    }
    headers.retain(|(name, value)| !is_type(name) || value != "-");
    Part::Head { status, headers }
}

/// `event [id=ID] [retry=MS] [name=NAME] [MESSAGE | "text"]`
fn event(words: &mut Words) -> Result<Part, String> {
    let mut fields = String::new();
    for (option, field) in [("name", "event"), ("id", "id"), ("retry", "retry")] {
        if let Some(value) = words.option(option) {
            fields += &format!("{field}: {value}\n");
        }
    }
    let data = match (words.json(), words.quoted()) {
        (Some(message), _) => Data::Message(Send::parse(&message)?),
        (None, Some(text)) => Data::Text(text),
        (None, None) => Data::None,
    };
    Ok(Part::Event(fields, data))
}

fn number(status: &str) -> Result<u16, String> {
    let number = status.parse().ok().filter(|number| (100..1000).contains(number));
    number.ok_or_else(|| format!("`{status}` is neither a status nor a part of an answer"))
}
