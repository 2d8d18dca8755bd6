//! One transcript: its host's half, against a puppet.

use crate::puppet::Puppet;
use crate::support::PATIENCE;
use crate::support::seen::{Seen, Witness};
use mcpclient::json::{Json, Value};
use mcpclient::roots::{Root, RootList};
use mcpclient::{
    Call, CallId, CallSettings, Client, ClientOptions, Code, Dispatch, Error, Input, InputId,
    InputKind as Is, Millis, Offer, Revision, Roots, Runtime, RuntimeOptions, SessionConfig,
    Success, Wants, WatchFilter,
};
use mcpclient_puppet::{
    Answer, Captures, Command, Era, Event, HostStep, InputKind, Kind, Offer as Offered, Outcome,
    Script, Setup, matches, matches_error, same,
};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// How callbacks reach the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Thread,
    Pump,
    Inline,
}

pub fn run(script: &Script, path: &Path, way: Way) -> Result<(), String> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let record = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("transcript-{}-{number}.jsonl", std::process::id()));
    let mut play = Play::new(script, path, way, record);
    let result = play.all(script);
    let verdict = play.finish(result.is_ok());
    // What the puppet says is why the host's half went wrong, if it did.
    let result = match (result, verdict) {
        (Ok(()), Ok(())) => Ok(()),
        (Err(fault), Ok(())) | (Ok(()), Err(fault)) => Err(fault),
        (Err(fault), Err(puppet)) => Err(format!("{fault}\n  and the puppet: {puppet}")),
    };
    let _ = std::fs::remove_file(&play.record);
    result.map_err(|fault| format!("{way:?}: {fault}"))
}

struct Play {
    way: Way,
    puppet: Puppet,
    runtime: Runtime,
    client: Client,
    host: Arc<Witness>,
    seen: Receiver<Seen>,
    record: PathBuf,
    captures: Captures,
    calls: HashMap<String, Call>,
    call_names: HashMap<CallId, String>,
    inputs: HashMap<String, Input>,
    input_names: HashMap<InputId, String>,
    /// What the puppet has read and written once it has played all lines so far.
    steps: usize,
    /// The puppet does not say how it ends.
    silent_end: bool,
}

impl Play {
    fn new(script: &Script, path: &Path, way: Way, record: PathBuf) -> Self {
        let dispatch = match way {
            Way::Thread => Dispatch::Thread,
            Way::Pump => Dispatch::Pump { wakeup: None },
            Way::Inline => Dispatch::Inline,
        };
        let runtime = Runtime::new(RuntimeOptions { dispatch }).expect("a runtime");
        if way == Way::Inline {
            runtime.stop_clock();
        }
        let (offer, config) = configure(script.session());
        let (host, seen) = Witness::new(offer);
        let mut options = ClientOptions::new("puppet", config);
        options.stderr_lines = false;
        let (puppet, server) = Puppet::play(script, path, &record);
        let client = runtime.connect(server, host.clone(), options).expect("a client");
        Self {
            puppet,
            way,
            runtime,
            client,
            host,
            seen,
            record,
            captures: Captures::new(),
            calls: HashMap::new(),
            call_names: HashMap::new(),
            inputs: HashMap::new(),
            input_names: HashMap::new(),
            steps: 0,
            silent_end: false,
        }
    }

    fn all(&mut self, script: &Script) -> Result<(), String> {
        self.steps += script.opening().len();
        if script.session().ready {
            self.event(&Event::Ready).map_err(|problem| format!("{}: {problem}", script.name()))?;
        }
        for line in script.lines() {
            let result = match &line.kind {
                Kind::Host(step) => self.settle().and_then(|()| self.host(step)),
                Kind::Event(expected) => self.event(expected),
                // Time passes by itself.
                Kind::Advance(_) if self.way != Way::Inline => Ok(()),
                Kind::Advance(time) => self.settle().map(|()| {
                    self.runtime.advance_clock(*time);
                    self.turn(Duration::from_millis(20));
                }),
                Kind::Expect(expect) => {
                    self.steps += expect.wants().len();
                    Ok(())
                }
                Kind::Send(_) | Kind::SendRaw(_) | Kind::Http(_) => {
                    self.steps += 1;
                    Ok(())
                }
                Kind::WireClosed | Kind::WireRestarts => Ok(()),
                Kind::Puppet(act) => {
                    self.silent_end |= matches!(
                        act,
                        mcpclient_puppet::Act::Exit(_) | mcpclient_puppet::Act::Signal(_)
                    );
                    Ok(())
                }
            };
            result.map_err(|problem| script.fault(line.number, problem).to_string())?;
        }
        self.settle()?;
        match self.seen.try_recv() {
            Ok(event) => Err(format!("{}: another event came: {event:?}", script.name())),
            Err(_) => Ok(()),
        }
    }

    /// Lets things happen, where they need this thread for it.
    fn turn(&self, time: Duration) {
        match self.way {
            Way::Thread => {}
            Way::Pump => drop(self.runtime.pump(usize::MAX).expect("pumping")),
            Way::Inline => drop(self.runtime.wait(Some(time)).expect("waiting")),
        }
    }

    /// Waits until the puppet has done what was to be done so far. Inline, what it wrote is then read.
    fn settle(&self) -> Result<(), String> {
        let start = Instant::now();
        loop {
            let record = std::fs::read_to_string(&self.record).unwrap_or_default();
            let is_step = |line: &&str| line.contains("\"read\":") || line.contains("\"wrote\":");
            if record.lines().filter(is_step).count() >= self.steps {
                self.turn(Duration::ZERO);
                return Ok(());
            }
            if record.contains("\"verdict\":\"failed\"") {
                return Err("the puppet gave up".into());
            }
            if start.elapsed() > PATIENCE {
                return Err(format!("the puppet has not come to step {}", self.steps));
            }
            self.turn(Duration::from_millis(1));
            if self.way != Way::Inline {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    fn next(&self) -> Result<Seen, String> {
        let start = Instant::now();
        loop {
            let pause = if self.way == Way::Thread { PATIENCE } else { Duration::ZERO };
            if let Ok(seen) = self.seen.recv_timeout(pause) {
                return Ok(seen);
            }
            if start.elapsed() > PATIENCE {
                return Err("no event came".into());
            }
            if self.way == Way::Pump {
                wait_readable(&self.runtime);
            }
            self.turn(Duration::from_secs(1));
        }
    }

    fn json(&self, template: &str) -> Json {
        Json::parse(&self.captures.fill(template)).expect("JSON in a transcript")
    }

    fn host(&mut self, step: &HostStep) -> Result<(), String> {
        let result = match &step.command {
            Command::Call { call, method, params, timeout, total, progress, fresh, retry_lost } => {
                let settings = CallSettings {
                    timeout: *timeout,
                    total: *total,
                    progress: *progress,
                    fresh: *fresh,
                    retry_lost: *retry_lost,
                    done: Some(self.host.done()),
                    ..CallSettings::default()
                };
                let params = params.as_deref().map(|params| self.json(params));
                self.client.request(method, params, settings).map(|started| {
                    self.call_names.insert(started.id(), call.clone());
                    self.calls.insert(call.clone(), started);
                })
            }
            Command::Cancel { call, reason } => self.calls[call].cancel(reason.as_deref()),
            Command::Answer { input, answer } => self.answer(&self.inputs[input], answer),
            Command::Roots(list) => {
                roots(&self.captures.fill(list)).and_then(|list| self.client.set_roots(list))
            }
            Command::Notify { method, params } => {
                let params = params.as_deref().map(|params| self.json(params));
                self.client.notify(method, params)
            }
            Command::Watch(filter) => {
                self.client.watch(WatchFilter::from_json(self.json(filter).value()))
            }
            Command::Resume { call } => self.calls[call].resume(),
            Command::Close => {
                self.client.close();
                Ok(())
            }
        };
        match (&step.refused, result) {
            (None, Ok(())) => Ok(()),
            (Some(word), Err(error)) if *word == status(error.code) => Ok(()),
            (None, Err(error)) => Err(format!("refused: {error}")),
            (Some(word), other) => Err(format!("expected the refusal `{word}`, got {other:?}")),
        }
    }

    fn answer(&self, input: &Input, answer: &Answer) -> Result<(), Error> {
        match answer {
            Answer::Accept(Some(content)) => input.accept_content(self.json(content)),
            // A form's own draft is no part of the transcripts; without content nothing is filled in.
            Answer::Accept(None) if input.kind() == Is::Form => {
                input.accept_content(Json::object())
            }
            Answer::Accept(None) => input.accept(),
            Answer::Decline => input.decline(None),
            Answer::Cancel => input.cancel(),
            Answer::Fail { code, message } => input.fail(*code, message),
            Answer::Result(result) => input.answer_result(self.json(result)),
        }
    }

    fn event(&mut self, expected: &Event) -> Result<(), String> {
        let seen = self.next().map_err(|problem| format!("{problem}; expected {expected:?}"))?;
        let shown = format!("{seen:?}");
        self.compare(expected, seen)
            .map_err(|problem| format!("{problem}\n  expected {expected:?}\n  got {shown}"))
    }

    fn compare(&mut self, expected: &Event, seen: Seen) -> Result<(), String> {
        match (expected, seen) {
            (Event::Ready, Seen::Ready) => Ok(()),
            (Event::Input { input: name, kind, call, fields, params }, Seen::Input(input)) => {
                let same_kind = matches!(
                    (kind, input.kind()),
                    (InputKind::Form, Is::Form)
                        | (InputKind::Url, Is::Url)
                        | (InputKind::Sample, Is::Sample)
                        | (InputKind::Roots, Is::Roots)
                );
                if !same_kind {
                    return Err("another kind".into());
                }
                if let (Wants::Form { form, .. }, Some(fields)) = (&input.request().wants, fields) {
                    let names: Vec<_> = form.fields().iter().map(|field| &field.name).collect();
                    if fields.iter().ne(names.iter().copied()) {
                        return Err(format!("the fields are {names:?}"));
                    }
                }
                if let Some(call) = call {
                    if input.request().calls != [self.calls[call].id()] {
                        return Err("other calls".into());
                    }
                }
                let result =
                    matches(params, Some(input.request().params.as_str()), &mut self.captures);
                self.input_names.insert(input.id(), name.clone());
                self.inputs.insert(name.clone(), input);
                result
            }
            (Event::Withdrawn { input, reason }, Seen::Withdrawn(id, why)) => {
                same(&self.input_names[&id], input)?;
                same(why.name(), reason)
            }
            (Event::Progress { call, params }, Seen::Progress(id, got)) => {
                same(&self.call_names[&id], call)?;
                matches(params, Some(got.as_str()), &mut self.captures)
            }
            (Event::Visited { input }, Seen::Visited(id)) => same(&self.input_names[&id], input),
            (Event::Watching(pattern), Seen::Watching(filter)) => {
                matches(pattern, Some(filter.to_json().as_str()), &mut self.captures)
            }
            (Event::Task { call, state }, Seen::Task(id, got)) => {
                same(&self.call_names[&id], call)?;
                matches(state, Some(got.as_str()), &mut self.captures)
            }
            (Event::Restarting, Seen::Restarting) => Ok(()),
            (Event::Pause { call }, Seen::Paused(id, _)) => same(&self.call_names[&id], call),
            (Event::Log(pattern), Seen::Log(params)) => {
                matches(pattern, Some(params.as_str()), &mut self.captures)
            }
            (Event::Notification { method, params }, Seen::Notification(got, have)) => {
                same(&got, method)?;
                matches(params, have.as_ref().map(Json::as_str), &mut self.captures)
            }
            (Event::Done { call, outcome }, Seen::Done(id, got)) => {
                // The callback may be there before the function that started the call is back.
                same(&self.call_names[&id], call)?;
                self.outcome(outcome, &got)
            }
            (Event::Warning(kind), Seen::Warning(warning)) => same(warning.kind.name(), kind),
            (Event::Closed(word), Seen::Closed(reason, _)) => {
                same(reason.map_or("bug", mcpclient::ClosedReason::name), word)
            }
            _ => Err("another event".into()),
        }
    }

    fn outcome(&mut self, want: &Outcome, got: &Result<Success, Error>) -> Result<(), String> {
        match (want, got) {
            (Outcome::Ok { result: pattern, kept }, Ok(success))
                if *kept == success.age.is_some() =>
            {
                matches(pattern, Some(success.result.as_str()), &mut self.captures)
            }
            (Outcome::Error { status: word, error, http }, Err(failure)) => {
                same(&status(failure.code), word)?;
                let answered = failure.http.as_ref().map(|http| http.status);
                if http.is_some() && *http != answered {
                    return Err(format!("an HTTP status that is not {http:?}"));
                }
                let server = failure.server.as_ref();
                let server = server.map(|server| {
                    let data = server.data.as_ref().map(Json::as_str);
                    (server.code, server.message.as_str(), data)
                });
                matches_error(error, server, &mut self.captures)
            }
            _ => Err("another outcome".into()),
        }
    }

    /// Ends the puppet, which must have seen everything and nothing else.
    fn finish(&mut self, good: bool) -> Result<(), String> {
        self.inputs.clear();
        if good {
            self.client.close();
        } else {
            self.runtime.close(Duration::from_millis(50));
        }
        self.runtime.shutdown();
        self.puppet.end();
        let record = std::fs::read_to_string(&self.record).unwrap_or_default();
        let failed = record.lines().find(|line| line.contains("\"verdict\":\"failed\""));
        let played = record.lines().any(|line| line.contains("\"verdict\":\"played\""));
        match failed {
            Some(why) => Err(why.to_owned()),
            None if played || self.silent_end => Ok(()),
            None => Err("it did not come to its end".into()),
        }
    }
}

fn wait_readable(runtime: &Runtime) {
    use rustix::event::{PollFd, PollFlags, poll};
    let fd = runtime.wakeup_fd().expect("a runtime for pumping has one");
    // SAFETY: the descriptor lives as long as the runtime, which outlives this call.
    let fd = unsafe { std::os::fd::BorrowedFd::borrow_raw(fd) };
    let second = rustix::event::Timespec { tv_sec: 1, tv_nsec: 0 };
    let _ = poll(&mut [PollFd::new(&fd, PollFlags::IN)], Some(&second));
}

fn configure(setup: &Setup) -> (Offer, SessionConfig) {
    let mut config = SessionConfig::new("transcripts", "1");
    let offers = |offer| setup.offers(offer);
    let offer = Offer {
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
    config.tasks = setup.tasks;
    let set = |place: &mut Millis, time: Option<Duration>| {
        if let Some(time) = time {
            *place = Millis(u64::try_from(time.as_millis()).expect("a transcript's time"));
        }
    };
    set(&mut config.times.idle, setup.timeout);
    set(&mut config.times.total, setup.total);
    set(&mut config.times.connect, setup.connect);
    set(&mut config.times.input, setup.input);
    (offer, config)
}

fn roots(list: &str) -> Result<RootList, Error> {
    let list = Json::parse(list).expect("JSON");
    let mut roots = RootList::default();
    for item in list.value().items() {
        let text =
            |name: &str| item.get(name).and_then(Value::text).map(std::borrow::Cow::into_owned);
        roots.add(Root::new(text("uri").unwrap_or_default(), text("name"))?);
    }
    Ok(roots)
}

/// The transcripts' word for a status.
fn status(code: Code) -> String {
    mcpclient_puppet::status_word(code.name())
}
