//! One transcript: its host's half through an agent, against a puppet.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, anyhow, bail};
use mcpclient_puppet::{
    Act, Answer, Captures, Command, Event, HostStep, InputKind, Kind, Offer, Script, Setup,
    Transport,
};
use serde_json::{Map, Value, json};

use super::agent::{Agent, PATIENCE};
use super::behind::Behind;
use super::events::{code_word, compare};
use super::revisions::Revisions;

/// How long each step of a server's ending may take. Few transcripts make it take any.
const GRACE_MS: u64 = 1_000;

pub(super) struct Play<'a> {
    agent: &'a mut Agent,
    puppet: &'a Path,
    script: &'a Path,
    record: PathBuf,
    revisions: &'a Revisions,
    pub(super) captures: Captures,
    /// The library's number and the kind of each input, by the transcript's name.
    pub(super) inputs: HashMap<String, (u64, InputKind)>,
    /// What the puppet has read and written once it has played all lines so far.
    steps: usize,
    /// The puppet does not say how it ends.
    silent_end: bool,
    /// The puppet, where it is behind a URL: the library does not start it then.
    behind: Option<Behind>,
}

impl<'a> Play<'a> {
    pub(super) fn new(
        agent: &'a mut Agent,
        puppet: &'a Path,
        script: &'a Path,
        record: &Path,
        revisions: &'a Revisions,
    ) -> Result<Self> {
        if record.exists() {
            fs::remove_file(record)?;
        }
        Ok(Self {
            agent,
            puppet,
            script,
            record: record.to_owned(),
            revisions,
            captures: Captures::new(),
            inputs: HashMap::new(),
            steps: 0,
            silent_end: false,
            behind: None,
        })
    }

    pub(super) fn all(&mut self, script: &Script) -> Result<()> {
        let over = script.session().transport;
        if over != Transport::Lane {
            self.behind = Some(Behind::start(self.puppet, self.script, &self.record, over)?);
        }
        let open = self.opening(script.session())?;
        let code = self.agent.tell(&open).with_context(|| script.name().to_owned())?;
        if code != 0 {
            bail!("{}: the client cannot be opened: {}", script.name(), code_word(code));
        }
        self.steps += script.opening().len();
        if script.session().ready {
            self.event(&Event::Ready).with_context(|| script.name().to_owned())?;
        }
        for line in script.lines() {
            let result = match &line.kind {
                Kind::Host(step) => self.settle().and_then(|()| self.host(step)),
                Kind::Event(expected) => self.event(expected),
                Kind::Expect(expect) => {
                    self.steps += expect.wants().len();
                    Ok(())
                }
                Kind::Send(_) | Kind::SendRaw(_) | Kind::Http(_) => {
                    self.steps += 1;
                    Ok(())
                }
                // What time passes of itself is enough for scripts that come here.
                Kind::WireClosed | Kind::WireRestarts | Kind::Advance(_) => Ok(()),
                Kind::Puppet(act) => {
                    self.silent_end |= matches!(act, Act::Exit(_) | Act::Signal(_));
                    Ok(())
                }
            };
            result.map_err(|why| anyhow!("{}", script.fault(line.number, format!("{why:#}"))))?;
        }
        self.settle().with_context(|| script.name().to_owned())?;
        match self.agent.waiting() {
            Some(event) => bail!("{}: another event came: {event}", script.name()),
            None => Ok(()),
        }
    }

    /// Waits until the puppet has done what was to be done so far.
    fn settle(&self) -> Result<()> {
        let start = Instant::now();
        loop {
            let record = fs::read_to_string(&self.record).unwrap_or_default();
            let is_step = |line: &&str| line.contains("\"read\":") || line.contains("\"wrote\":");
            if record.lines().filter(is_step).count() >= self.steps {
                return Ok(());
            }
            if record.contains("\"verdict\":\"failed\"") {
                bail!("the puppet gave up");
            }
            if start.elapsed() > PATIENCE {
                bail!("the puppet has not come to step {}", self.steps);
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn event(&mut self, expected: &Event) -> Result<()> {
        let seen = self.agent.next().with_context(|| format!("expected {expected:?}"))?;
        if let (Event::Input { input, kind, .. }, Some(id)) = (expected, seen["input"].as_u64()) {
            self.inputs.insert(input.clone(), (id, *kind));
        }
        compare(self, expected, &seen)
            .map_err(|why| anyhow!("{why}\n  expected {expected:?}\n  got {seen}"))
    }

    fn host(&mut self, step: &HostStep) -> Result<()> {
        let command = self.command(&step.command)?;
        let code = self.agent.tell(&command)?;
        match (&step.refused, code) {
            (None, 0) => Ok(()),
            (Some(word), code) if code != 0 && *word == code_word(code) => Ok(()),
            (None, code) => bail!("refused: {}", code_word(code)),
            (Some(word), code) => bail!("expected the refusal `{word}`, got {}", code_word(code)),
        }
    }

    fn command(&self, command: &Command) -> Result<Value> {
        let fill = |text: &Option<String>| text.as_deref().map(|text| self.captures.fill(text));
        let json = |text: &str| serde_json::from_str::<Value>(&self.captures.fill(text));
        Ok(match command {
            Command::Call { call, method, params, timeout, total, progress, fresh, retry_lost } => {
                told([
                    ("do", json!("call")),
                    ("call", json!(call)),
                    ("method", json!(method)),
                    ("params", json!(fill(params))),
                    ("timeout", millis(*timeout)),
                    ("total", millis(*total)),
                    ("progress", json!(progress)),
                    ("fresh", json!(fresh)),
                    ("retryLost", json!(retry_lost)),
                ])
            }
            Command::Cancel { call, reason } => {
                told([("do", json!("cancel")), ("call", json!(call)), ("reason", json!(reason))])
            }
            Command::Answer { input, answer } => self.answer(input, answer)?,
            Command::Roots(list) => told([("do", json!("roots")), ("roots", json(list)?)]),
            Command::Notify { method, params } => told([
                ("do", json!("notify")),
                ("method", json!(method)),
                ("params", json!(fill(params))),
            ]),
            Command::Watch(filter) => told([("do", json!("watch")), ("filter", json(filter)?)]),
            Command::Resume { call } => told([("do", json!("resume")), ("call", json!(call))]),
            Command::Close => told([("do", json!("close"))]),
        })
    }

    fn answer(&self, input: &str, answer: &Answer) -> Result<Value> {
        let (id, kind) = self.inputs.get(input).with_context(|| format!("no input {input}"))?;
        let begin = |how: &str| {
            let words = [("do", json!("answer")), ("input", json!(id)), ("how", json!(how))];
            words.map(|(name, value)| (name.to_owned(), value)).into_iter().collect::<Map<_, _>>()
        };
        let mut words = match answer {
            Answer::Accept(_) => begin("accept"),
            Answer::Decline => begin("decline"),
            Answer::Cancel => begin("cancel"),
            Answer::Fail { .. } => begin("fail"),
            Answer::Result(_) => begin("result"),
        };
        match answer {
            Answer::Accept(content) => {
                // A form's own draft is no part of the transcripts; without content nothing is
                // filled in.
                let content = content.as_deref().or((*kind == InputKind::Form).then_some("{}"));
                if let Some(content) = content {
                    words.insert("content".into(), json!(self.captures.fill(content)));
                }
            }
            Answer::Fail { code, message } => {
                words.insert("code".into(), json!(code));
                words.insert("message".into(), json!(message));
            }
            Answer::Result(result) => {
                words.insert("result".into(), json!(self.captures.fill(result)));
            }
            Answer::Decline | Answer::Cancel => {}
        }
        Ok(Value::Object(words))
    }

    fn opening(&self, setup: &Setup) -> Result<Value> {
        let offers = |offer| setup.offers(offer);
        let roots = setup.roots.as_deref().filter(|_| offers(Offer::Roots));
        let roots: Option<Value> = roots.map(serde_json::from_str).transpose()?;
        let record = Path::new("--record");
        let server = match &self.behind {
            None => [
                ("program", json!(self.puppet)),
                ("args", json!([self.script, record, self.record.as_path()])),
            ],
            Some(behind) => [
                ("endpoint", json!(behind.url)),
                ("oldSse", json!(setup.transport == Transport::Sse)),
            ],
        };
        let [one, two] = server;
        Ok(told([
            ("do", json!("open")),
            one,
            two,
            ("grace", json!(GRACE_MS)),
            ("form", json!(offers(Offer::Form))),
            ("url", json!(offers(Offer::Url))),
            ("sample", json!(offers(Offer::Sample))),
            ("sampleTools", json!(offers(Offer::SampleTools))),
            ("sampleContext", json!(offers(Offer::SampleContext))),
            ("askRoots", json!(offers(Offer::Roots) && roots.is_none())),
            ("roots", json!(roots)),
            ("revisions", json!(self.revisions.of(setup))),
            ("tasks", json!(setup.tasks)),
            ("timeout", millis(setup.timeout)),
            ("total", millis(setup.total)),
            ("connect", millis(setup.connect)),
            ("inputTime", millis(setup.input)),
        ]))
    }

    /// Ends the puppet, which must have seen everything and nothing else.
    pub(super) fn finish(self) -> Result<()> {
        let code = self.agent.tell(&told([("do", json!("end"))]))?;
        if code != 0 {
            bail!("the client cannot be ended: {}", code_word(code));
        }
        // What came after the script's last line is no part of it.
        while self.agent.waiting().is_some() {}
        if let Some(behind) = self.behind {
            behind.end()?;
        }
        let record = fs::read_to_string(&self.record).unwrap_or_default();
        let failed = record.lines().find(|line| line.contains("\"verdict\":\"failed\""));
        let played = record.lines().any(|line| line.contains("\"verdict\":\"played\""));
        match failed {
            Some(why) => bail!("{why}"),
            None if played || self.silent_end => Ok(()),
            None => bail!("the puppet did not come to its end"),
        }
    }
}

/// A time as agents are told of it; nothing where the library's own counts.
fn millis(time: Option<Duration>) -> Value {
    json!(time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)))
}

/// An object without what is null or false.
fn told<const N: usize>(members: [(&str, Value); N]) -> Value {
    let members = members.into_iter().filter(|(_, value)| !value.is_null() && *value != false);
    Value::Object(members.map(|(name, value)| (name.to_owned(), value)).collect())
}
