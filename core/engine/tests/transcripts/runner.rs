//! One transcript, played by a session and checked line by line.

use super::exchanges;
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::roots::{Root, RootList};
use mcpclient_engine::session::{
    self, CallOptions, Event, Offer, Request, Roots, SessionConfig, Wants, WireEvent,
};
use mcpclient_engine::{CallId, Code, Error, InputId, Millis, Session};
use mcpclient_puppet::{
    Answer, Captures, Command, Era, Event as Expected, HostStep, HttpHalf, HttpKind, HttpStep,
    InputKind, Kind, Line, Offer as Offered, Outcome, Script, Setup, Transport, matches,
    matches_error, same,
};
use mcpclient_wire::{Talk, Violation};
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

/// Plays a script; `talk` hears all that is said.
pub fn run(script: &Script, talk: &mut Heard<'_>) -> Result<(), String> {
    let config = configure(script.session());
    let now = Millis(1_000_000);
    let mut play = Play {
        session: Session::new(config, now),
        now,
        captures: Captures::new(),
        calls: HashMap::new(),
        call_names: HashMap::new(),
        inputs: HashMap::new(),
        input_names: HashMap::new(),
        written: VecDeque::new(),
        half: (script.session().transport != Transport::Lane).then(|| HttpHalf::new(script, true)),
        codes: OWN_CODES.to_vec(),
        talk,
    };
    for line in script.opening() {
        play.step(line).map_err(|problem| script.fault(line.number, problem).to_string())?;
    }
    play.opened_up(script);
    if script.session().ready {
        play.event_of(&Expected::Ready)
            .map_err(|problem| format!("{}: {problem}", script.name()))?;
    }
    let mut last = 0;
    for line in script.lines() {
        last = line.number;
        play.step(line).map_err(|problem| script.fault(line.number, problem).to_string())?;
    }
    play.end().map_err(|problem| script.fault(last, problem).to_string())
}

fn millis(time: Duration) -> Millis {
    Millis(u64::try_from(time.as_millis()).expect("a transcript's time"))
}

fn configure(setup: &Setup) -> SessionConfig {
    let mut config = SessionConfig::new("transcripts", "1");
    let offers = |offer| setup.offers(offer);
    config.offer = Offer {
        form: offers(Offered::Form),
        url: offers(Offered::Url),
        sample: offers(Offered::Sample),
        sample_tools: offers(Offered::SampleTools),
        sample_context: offers(Offered::SampleContext),
        roots: match (offers(Offered::Roots), &setup.roots) {
            (false, _) => Roots::None,
            (true, Some(_)) => Roots::List,
            (true, None) => Roots::Ask,
        },
    };
    if let Some(list) = &setup.roots {
        config.roots = roots(list).expect("a root list");
    }
    config.revisions = Revision::HANDSHAKE.to_vec();
    if let Some(revision) = &setup.revision {
        let newest = Revision::from_wire(revision).expect("a revision");
        config.revisions = Revision::ALL.into_iter().filter(|other| *other <= newest).collect();
        if setup.era == Era::Stateless {
            config.revisions.retain(|other| other.facts().stateless);
        }
    }
    let set = |place: &mut Millis, time: Option<Duration>| {
        if let Some(time) = time {
            *place = millis(time);
        }
    };
    config.carrier = exchanges::carrier(setup);
    config.tasks = setup.tasks;
    set(&mut config.times.idle, setup.timeout);
    set(&mut config.times.total, setup.total);
    set(&mut config.times.connect, setup.connect);
    set(&mut config.times.input, setup.input);
    config
}

fn roots(list: &str) -> Result<RootList, Error> {
    let list = Json::parse(list).expect("JSON");
    let mut roots = RootList::default();
    for item in list.value().items() {
        let text = |name: &str| {
            item.get(name)
                .and_then(mcpclient_engine::json::Value::text)
                .map(std::borrow::Cow::into_owned)
        };
        roots.add(Root::new(text("uri").unwrap_or_default(), text("name"))?);
    }
    Ok(roots)
}

/// A conversation, and what of the client's half does not fit the protocol's schema.
pub struct Heard<'a> {
    pub talk: Talk<'a>,
    pub violations: Vec<Violation>,
}

struct Play<'a, 'b> {
    session: Session,
    now: Millis,
    captures: Captures,
    calls: HashMap<String, CallId>,
    call_names: HashMap<CallId, String>,
    inputs: HashMap<String, InputId>,
    input_names: HashMap<InputId, String>,
    written: VecDeque<String>,
    /// Over HTTP.
    half: Option<HttpHalf>,
    /// Of errors that may be written.
    codes: Vec<i64>,
    talk: &'a mut Heard<'b>,
}

impl Play<'_, '_> {
    fn step(&mut self, line: &Line) -> Result<(), String> {
        self.collect()?;
        match &line.kind {
            Kind::Host(step) => self.host(step)?,
            Kind::Event(expected) => self.event_of(expected)?,
            Kind::Advance(time) => {
                self.now = self.now + millis(*time);
                while self.session.deadline().is_some_and(|deadline| deadline <= self.now) {
                    self.session.tick(self.now);
                }
            }
            Kind::Expect(expect) => {
                let mut waiting = expect.wait();
                if let Some(half) = &mut self.half {
                    half.expect(&mut waiting, &mut self.captures)?;
                    exchanges::carry_out(&mut self.session, half, self.now);
                }
                while !waiting.is_over() {
                    let message = self.written.pop_front().ok_or("the client wrote nothing")?;
                    waiting
                        .offer(&message, &mut self.captures)
                        .map_err(|unexpected| unexpected.to_string())?;
                }
            }
            Kind::Send(send) => {
                let message = send.message(&self.captures) + "\n";
                match &mut self.half {
                    Some(half) => {
                        self.talk.talk.server_said(message.as_bytes());
                        half.send(message.trim_end());
                        exchanges::carry_out(&mut self.session, half, self.now);
                    }
                    None => self.server_says(message.as_bytes())?,
                }
            }
            Kind::Http(step) => self.http(step)?,
            Kind::SendRaw(raw) => {
                let bytes = raw.bytes(&self.captures);
                self.server_says(&bytes)?;
            }
            Kind::WireClosed => {
                self.session.wire(self.now, WireEvent::Closed(session::LaneEnd::default()));
            }
            Kind::WireRestarts => {
                self.collect()?;
                self.talk.talk.server_restarts();
                self.session.wire(self.now, WireEvent::Closed(session::LaneEnd::default()));
                match self.session.next_action() {
                    Some(session::Action::Restart) => {
                        self.session.wire(self.now, WireEvent::Restarted);
                    }
                    other => return Err(format!("no fresh server was wanted, but {other:?}")),
                }
            }
            Kind::Puppet(_) => {}
        }
        Ok(())
    }

    fn http(&mut self, step: &HttpStep) -> Result<(), String> {
        let half = self.half.as_mut().ok_or("a lane has no exchanges")?;
        match &step.what {
            HttpKind::Opened(wanted) => {
                let request = half.opened(&step.exchange, wanted, &mut self.captures)?;
                request.map(drop).ok_or_else(|| match half.left_over() {
                    Some(other) => format!("it did not come, but {other}"),
                    None => "the client made no request".to_owned(),
                })
            }
            HttpKind::GivenUp if half.has_given_up(&step.exchange) => Ok(()),
            HttpKind::GivenUp => Err("it is not given up".to_owned()),
            HttpKind::Answered(parts) => {
                for message in parts.iter().filter_map(|part| part.message(&self.captures)) {
                    self.talk.talk.server_said((message + "\n").as_bytes());
                }
                half.answer(&step.exchange, parts, &self.captures);
                exchanges::carry_out(&mut self.session, half, self.now);
                Ok(())
            }
        }
    }

    /// The opening is over.
    fn opened_up(&mut self, script: &Script) {
        if let Some(half) = &mut self.half {
            half.opened_up(script);
            exchanges::carry_out(&mut self.session, half, self.now);
        }
    }

    fn server_says(&mut self, bytes: &[u8]) -> Result<(), String> {
        // What was written before was written without knowing of this.
        self.collect()?;
        self.talk.talk.server_said(bytes);
        self.session.wire(self.now, WireEvent::Bytes(bytes));
        Ok(())
    }

    fn collect(&mut self) -> Result<(), String> {
        if let Some(half) = &mut self.half {
            let messages = exchanges::collect(&mut self.session, half, self.now);
            return messages.iter().try_for_each(|message| self.look(message));
        }
        let output = self.session.output();
        let bytes = output.pending().to_vec();
        output.consume(bytes.len());
        let text = String::from_utf8(bytes).expect("the engine writes UTF-8");
        for line in text.lines() {
            self.look(line)?;
            self.written.push_back(line.to_owned());
        }
        Ok(())
    }

    /// Whether what the client wrote is as it has to be, whatever the script.
    fn look(&mut self, line: &str) -> Result<(), String> {
        self.talk.violations.extend(self.talk.talk.client_said(line));
        let codes = codes(line);
        match codes.iter().find(|code| !self.codes.contains(code)) {
            Some(code) => Err(format!("{code} is no code of ours, nor of the host's: {line}")),
            None => Ok(()),
        }
    }

    fn json(&self, template: &str) -> Result<Json, String> {
        Json::parse(&self.captures.fill(template)).map_err(|error| error.to_string())
    }

    fn host(&mut self, step: &HostStep) -> Result<(), String> {
        if let Command::Answer { answer: Answer::Fail { code, .. }, .. } = &step.command {
            self.codes.push(*code);
        }
        let command = match &step.command {
            Command::Call { call, method, params, timeout, total, progress, fresh, retry_lost } => {
                let id = CallId(self.calls.len() as u64 + 1);
                self.calls.insert(call.clone(), id);
                self.call_names.insert(id, call.clone());
                let params = params.as_deref().map(|params| self.json(params)).transpose()?;
                let options = CallOptions {
                    idle: timeout.map(millis),
                    total: total.map(millis),
                    progress: *progress,
                    fresh: *fresh,
                    retry_lost: *retry_lost,
                    ..CallOptions::default()
                };
                session::Command::Call {
                    call: id,
                    request: Request { method: method.clone(), params, pages: None },
                    options,
                }
            }
            Command::Cancel { call, reason } => {
                session::Command::Cancel { call: self.calls[call], reason: reason.clone() }
            }
            Command::Answer { input, answer } => {
                session::Command::Answer { input: self.inputs[input], answer: self.answer(answer)? }
            }
            Command::Roots(list) => session::Command::Roots(
                roots(&self.captures.fill(list)).map_err(|error| error.to_string())?,
            ),
            Command::Notify { method, params } => session::Command::Notify {
                method: method.clone(),
                params: params.as_deref().map(|params| self.json(params)).transpose()?,
            },
            Command::Watch(filter) => session::Command::Watch(watch_filter(&self.json(filter)?)),
            Command::Resume { call } => session::Command::Resume { call: self.calls[call] },
            Command::Close => session::Command::Close,
        };
        let result = self.session.host(self.now, command);
        match (&step.refused, result) {
            (None, Ok(())) => Ok(()),
            (Some(word), Err(error)) if *word == status(error.code) => Ok(()),
            (None, Err(error)) => Err(format!("refused: {error}")),
            (Some(word), Ok(())) => {
                Err(format!("expected the refusal `{word}`, but it was carried out"))
            }
            (Some(word), Err(error)) => Err(format!("expected the refusal `{word}`, got {error}")),
        }
    }

    fn answer(&self, answer: &Answer) -> Result<session::Answer, String> {
        Ok(match answer {
            Answer::Accept(content) => session::Answer::Accept(
                content.as_deref().map(|content| self.json(content)).transpose()?,
            ),
            Answer::Decline => session::Answer::Decline,
            Answer::Cancel => session::Answer::Cancel,
            Answer::Fail { code, message } => {
                session::Answer::Fail { code: *code, message: message.clone() }
            }
            Answer::Result(result) => session::Answer::Result(self.json(result)?),
        })
    }

    fn event_of(&mut self, expected: &Expected) -> Result<(), String> {
        let event = self
            .session
            .next_event()
            .ok_or_else(|| format!("no event came; expected {expected:?}"))?;
        self.compare(expected, &event)
            .map_err(|problem| format!("{problem}\n  expected {expected:?}\n  got {event:?}"))
    }

    fn compare(&mut self, expected: &Expected, event: &Event) -> Result<(), String> {
        match (expected, event) {
            (Expected::Ready, Event::Ready(_)) => Ok(()),
            (Expected::Input { input, kind, call, fields, params }, Event::Input(request)) => {
                self.inputs.insert(input.clone(), request.id);
                self.input_names.insert(request.id, input.clone());
                let same_kind = match (kind, &request.wants) {
                    (InputKind::Form, Wants::Form { form, .. }) => {
                        let names: Vec<_> =
                            form.fields().iter().map(|field| field.name.clone()).collect();
                        if fields.as_ref().is_some_and(|fields| *fields != names) {
                            return Err(format!("the fields are {names:?}"));
                        }
                        true
                    }
                    (InputKind::Url, Wants::Url { .. })
                    | (InputKind::Sample, Wants::Sample(_))
                    | (InputKind::Roots, Wants::Roots) => true,
                    _ => false,
                };
                if !same_kind {
                    return Err("another kind".into());
                }
                if let Some(call) = call {
                    if request.calls != [self.calls[call]] {
                        return Err("other calls".into());
                    }
                }
                matches(params, Some(request.params.as_str()), &mut self.captures)
            }
            (
                Expected::Withdrawn { input, reason },
                Event::Withdrawn { input: id, reason: why },
            ) => {
                same(&self.input_names[id], input)?;
                same(why.name(), reason)
            }
            (Expected::Progress { call, params }, Event::Progress { call: id, params: got }) => {
                same(&self.call_names[id], call)?;
                matches(params, Some(got.as_str()), &mut self.captures)
            }
            (Expected::Visited { input }, Event::VisitFinished { input: id }) => {
                same(&self.input_names[id], input)
            }
            (Expected::Watching(pattern), Event::Watching { filter }) => {
                let text = filter.to_json();
                matches(pattern, Some(text.as_str()), &mut self.captures)
            }
            (Expected::Task { call, state }, Event::Task { call: id, state: got }) => {
                same(&self.call_names[id], call)?;
                matches(state, Some(got.as_str()), &mut self.captures)
            }
            (Expected::Restarting, Event::Restarting) => Ok(()),
            (Expected::Pause { call }, Event::Pause { call: id, .. }) => {
                same(&self.call_names[id], call)
            }
            (Expected::Log(pattern), Event::Log { params }) => {
                matches(pattern, Some(params.as_str()), &mut self.captures)
            }
            (
                Expected::Notification { method, params },
                Event::Notification { method: got, params: have },
            ) => {
                same(got, method)?;
                matches(params, have.as_ref().map(Json::as_str), &mut self.captures)
            }
            (Expected::Done { call, outcome }, Event::Done { call: id, outcome: got }) => {
                same(&self.call_names[id], call)?;
                self.outcome(outcome, got)
            }
            (Expected::Warning(kind), Event::Warning(warning)) => same(warning.kind.name(), kind),
            (Expected::Closed(word), Event::Closed { reason, .. }) => same(reason.name(), word),
            _ => Err("another event".into()),
        }
    }

    fn outcome(
        &mut self,
        expected: &Outcome,
        got: &Result<session::Success, Error>,
    ) -> Result<(), String> {
        match (expected, got) {
            (Outcome::Ok { result: pattern, kept }, Ok(success))
                if *kept == success.age.is_some() =>
            {
                matches(pattern, Some(success.result.as_str()), &mut self.captures)
            }
            (Outcome::Error { status: word, error, http }, Err(failure)) => {
                same(&status(failure.code), word)?;
                let got = failure.http.as_ref().map(|http| http.status);
                if http.is_some_and(|status| got != Some(status)) {
                    return Err(format!("the status is {got:?}"));
                }
                let server = failure.server.as_ref();
                if server.is_some() != (failure.code == Code::Server) {
                    return Err("a failure of ours looks like one of the server's".into());
                }
                let server = server.map(|server| {
                    let data = server.data.as_ref().map(Json::as_str);
                    (server.code, server.message.as_str(), data)
                });
                matches_error(error, server, &mut self.captures)
            }
            _ => Err("another outcome".into()),
        }
    }

    /// Nothing may be left over.
    fn end(&mut self) -> Result<(), String> {
        self.collect()?;
        let left = self.half.as_ref().and_then(HttpHalf::left_over);
        if let Some(message) = self.written.pop_front().or(left) {
            return Err(format!("the client also wrote {message}"));
        }
        match self.session.next_event() {
            Some(event) => Err(format!("another event came: {event:?}")),
            None => Ok(()),
        }
    }
}

/// What errors the client may write by itself: those of JSON-RPC, and the one for a sample that was refused. None
/// is of the ranges that the protocol keeps for itself and for servers.
// proves: RPC-22, RPC-23, RPC-24
const OWN_CODES: [i64; 6] = [-32_700, -32_600, -32_601, -32_602, -32_603, -1];

/// The codes of the errors in a line of the client's.
fn codes(line: &str) -> Vec<i64> {
    let message = Json::parse(line).expect("a client writes JSON");
    let message = message.value();
    let parts = message.items().chain((message.items().count() == 0).then_some(message));
    parts.filter_map(|part| part.at("/error/code")?.number()?.as_i64()).collect()
}

/// The transcripts' word for a status.
fn status(code: Code) -> String {
    mcpclient_puppet::status_word(code.name())
}

fn watch_filter(filter: &Json) -> session::WatchFilter {
    session::WatchFilter::from_json(filter.value())
}
