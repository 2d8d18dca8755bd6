//! Samples and roots that stop at checkpoints on their way.

#[path = "support/ready.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod ready;

use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::roots::{Root, RootList};
use mcpclient_engine::session::{
    Action, Answer, CallOptions, Checkpoint, Command, Event, InputRequest, Offer, Request, Review,
    Roots, SessionConfig, Wants, WarningKind, WireEvent, Withdrawn,
};
use mcpclient_engine::{CallId, Code, Error, Millis, Session};
use ready::{NOW, ready_with, written};
use std::sync::Arc;

const BOTH: Review = Review { sample_request: true, sample_result: true, roots: false };
const ASK: &str = r#"{"messages":[{"role":"user","content":{"type":"text","text":"Which flight?"}}],"systemPrompt":"Be brief","maxTokens":100}"#;
const SAID: &str =
    r#"{"role":"assistant","content":{"type":"text","text":"FR9040"},"model":"rule"}"#;

fn json(text: &str) -> Json {
    Json::parse(text).expect("JSON")
}

fn config(review: Review) -> SessionConfig {
    let mut config = SessionConfig::new("host", "1");
    config.offer =
        Offer { sample: true, sample_tools: true, roots: Roots::List, ..Offer::default() };
    config.review = review;
    config
}

/// A session of a handshake revision, and the server's requests.
struct Asked {
    session: Session,
    id: u32,
}

impl Asked {
    fn new(review: Review) -> Self {
        Self::with(config(review))
    }

    fn with(config: SessionConfig) -> Self {
        Self { session: ready_with(Revision::R2025Nov, config), id: 0 }
    }

    fn send(&mut self, method: &str, params: &str) {
        self.id += 1;
        let line = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"{method}\",\"params\":{params}}}\n",
            self.id
        );
        self.session.wire(NOW, WireEvent::Bytes(line.as_bytes()));
    }

    fn sample(&mut self, params: &str) -> Arc<InputRequest> {
        self.send("sampling/createMessage", params);
        self.shown()
    }

    /// What the host is shown next. Of what is deprecated in the newest revision it hears as well.
    fn shown(&mut self) -> Arc<InputRequest> {
        loop {
            match self.session.next_event() {
                Some(Event::Input(request)) => return request,
                Some(Event::Warning(warning)) if warning.kind == WarningKind::Deprecated => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Answers or decides, as the input stands.
    fn say(&mut self, request: &InputRequest, answer: Answer) -> Result<(), Error> {
        let input = request.id;
        let command = match request.checkpoint {
            None => Command::Answer { input, answer },
            Some(at) => Command::Decide { input, at, answer },
        };
        self.session.host(NOW, command)
    }

    /// What was written, without its frame.
    fn told(&mut self) -> String {
        let text = written(&mut self.session);
        let frame = format!(r#"{{"jsonrpc":"2.0","id":{},"#, self.id);
        let told = text.trim_end().strip_prefix(&frame).and_then(|text| text.strip_suffix('}'));
        told.unwrap_or_else(|| panic!("{text:?} is no answer to {}", self.id)).to_owned()
    }
}

fn prompt(request: &InputRequest) -> String {
    match &request.wants {
        Wants::Sample(sample) => sample.system_prompt().unwrap_or_default().into_owned(),
        other => panic!("{other:?}"),
    }
}

const YES: Answer = Answer::Approve(None);

fn changed(text: &str) -> Answer {
    Answer::Approve(Some(json(text)))
}

fn result(text: &str) -> Answer {
    Answer::Result(json(text))
}

// proves: SAM-28, SAM-29, SAM-33, SAM-34
#[test]
fn a_sample_is_approved_twice_before_it_goes() {
    let mut asked = Asked::new(BOTH);
    let first = asked.sample(ASK);
    assert_eq!(first.checkpoint, Some(Checkpoint::Request));
    assert!(first.result.is_none());
    // Approving the request does not approve the result, nor can it be answered there.
    for wrong in [result(SAID), Answer::Accept(None)] {
        assert_eq!(asked.say(&first, wrong).unwrap_err().code, Code::InvalidArg);
    }
    asked.say(&first, YES).expect("approved");
    let second = asked.shown();
    assert_eq!((second.id, second.checkpoint), (first.id, None));
    assert_eq!(second.params.as_str(), ASK);
    assert_eq!(asked.say(&second, YES).unwrap_err().code, Code::InvalidArg);
    asked.say(&second, result(SAID)).expect("it fits");
    assert_eq!(written(&mut asked.session), "", "nothing goes before the second look");
    let third = asked.shown();
    assert_eq!((third.id, third.checkpoint), (first.id, Some(Checkpoint::Result)));
    assert_eq!(third.result.as_ref().map(Json::as_str), Some(SAID));
    // Handles of earlier steps come too late.
    for late in [&first, &second] {
        assert_eq!(asked.say(late, Answer::Decline).unwrap_err().code, Code::Gone);
    }
    asked.say(&third, YES).expect("approved");
    assert_eq!(asked.told(), format!(r#""result":{SAID}"#));
    assert_eq!(asked.say(&third, YES).unwrap_err().code, Code::Gone);
    assert!(asked.session.next_event().is_none());
}

// proves: SAM-30, SAM-31, SAM-15
#[test]
fn a_changed_request_is_what_the_model_gets() {
    let mut asked = Asked::new(BOTH);
    let first = asked.sample(ASK);
    let other = r#"{"messages":[{"role":"user","content":{"type":"text","text":"Any?"}}],"systemPrompt":"Be kind","maxTokens":50}"#;
    asked.say(&first, changed(other)).expect("approved");
    let second = asked.shown();
    assert_eq!((second.params.as_str(), prompt(&second).as_str()), (other, "Be kind"));
}

// proves: SAM-17, SAM-21, SAM-38
#[test]
fn a_request_may_not_be_changed_into_more_than_the_server_wants() {
    let tools = |tools: &str, choice: &str| {
        format!(
            r#"{{"messages":[{{"role":"user","content":{{"type":"text","text":"q"}}}}],"maxTokens":100,"tools":[{tools}],"toolChoice":{{"mode":"{choice}"}}}}"#
        )
    };
    let tool = |name: &str| format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#);
    let mut asked = Asked::new(BOTH);
    let two = format!("{},{}", tool("find"), tool("pay"));
    let first = asked.sample(&tools(&two, "auto"));
    let wrong = [
        ASK.replace("100", "101"),
        ASK.replace("user", "system"),
        r#"{"messages":[]}"#.to_owned(),
        tools(&tool("steal"), "auto"),
        "[]".to_owned(),
    ];
    for wrong in &wrong {
        let error = asked.say(&first, changed(wrong)).unwrap_err();
        assert_eq!(error.code, Code::Sample, "{wrong}");
    }
    // It still stands there. What is taken out of it cannot be used.
    asked.say(&first, changed(&tools(&tool("find"), "auto"))).expect("less");
    let second = asked.shown();
    let uses = |name: &str| {
        result(&format!(
            r#"{{"role":"assistant","content":{{"type":"tool_use","id":"1","name":"{name}","input":{{}}}},"model":"m"}}"#
        ))
    };
    assert_eq!(asked.say(&second, uses("pay")).unwrap_err().code, Code::Sample);
    asked.say(&second, uses("find")).expect("offered");
    let third = asked.shown();
    // Nor at the second look.
    assert_eq!(asked.say(&third, uses("pay")).unwrap_err().code, Code::Sample);
    asked.say(&third, YES).expect("approved");
    assert!(asked.told().contains(r#""name":"find""#));
}

// proves: SAM-33
#[test]
fn a_changed_result_is_sent_to_the_letter_or_not_at_all() {
    for how in
        [Answer::Approve as fn(Option<Json>) -> Answer, |json| Answer::Result(json.expect("given"))]
    {
        let mut asked = Asked::new(Review { sample_result: true, ..Review::default() });
        let first = asked.sample(ASK);
        assert_eq!(first.checkpoint, None, "only the second look is wanted");
        // What the library brings into form is brought into form before it is looked at.
        let loose = r#"{"role":"assistant","content":[{"type":"text","text":"FR9040"}],"model":"rule","stopReason":null}"#;
        asked.say(&first, result(loose)).expect("it fits");
        let look = asked.shown();
        assert_eq!(look.result.as_ref().map(Json::as_str), Some(SAID));
        // Afterwards nothing is: what does not fit as it is, is not sent.
        for wrong in [loose, r#"{"role":"user"}"#] {
            assert_eq!(asked.say(&look, how(Some(json(wrong)))).unwrap_err().code, Code::Sample);
        }
        let other =
            r#"{ "model" : "rule",  "role":"assistant","content":{"type":"text","text":"none"}}"#;
        asked.say(&look, how(Some(json(other)))).expect("it fits");
        assert_eq!(asked.told(), format!(r#""result":{other}"#));
    }
}

// proves: SAM-28, SAM-43
#[test]
fn each_checkpoint_can_refuse() {
    let refusals = [
        (Answer::Decline, r#""error":{"code":-1,"message":"User rejected sampling request"}"#),
        (Answer::Cancel, r#""error":{"code":-1,"message":"User rejected sampling request"}"#),
        (Answer::Fail { code: 7, message: "no".into() }, r#""error":{"code":7,"message":"no"}"#),
    ];
    for (refusal, told) in refusals {
        let mut asked = Asked::new(BOTH);
        let first = asked.sample(ASK);
        asked.say(&first, refusal.clone()).expect("always possible");
        assert_eq!(asked.told(), told);
        assert!(asked.session.next_event().is_none(), "nobody is asked any more");

        let first = asked.sample(ASK);
        asked.say(&first, YES).expect("approved");
        let second = asked.shown();
        asked.say(&second, result(SAID)).expect("it fits");
        let third = asked.shown();
        asked.say(&third, refusal).expect("always possible");
        assert_eq!(asked.told(), told);
    }
}

// proves: CAN-06, ELI-51
#[test]
fn an_input_is_withdrawn_from_a_checkpoint_as_from_anywhere() {
    for steps in 0..3 {
        let mut asked = Asked::new(BOTH);
        let mut request = asked.sample(ASK);
        for answer in [YES, result(SAID)].into_iter().take(steps) {
            asked.say(&request, answer).expect("it goes on");
            request = asked.shown();
        }
        let cancel = format!(
            "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{}}}}}\n",
            asked.id
        );
        asked.session.wire(NOW, WireEvent::Bytes(cancel.as_bytes()));
        match asked.session.next_event() {
            Some(Event::Withdrawn { input, reason: Withdrawn::ByServer })
                if input == request.id => {}
            other => panic!("{other:?}"),
        }
        assert_eq!(asked.say(&request, YES).unwrap_err().code, Code::Gone);
        assert_eq!(written(&mut asked.session), "");

        // Its time runs from its arrival, over all steps.
        let mut request = asked.sample(ASK);
        for answer in [YES, result(SAID)].into_iter().take(steps) {
            asked.say(&request, answer).expect("it goes on");
            request = asked.shown();
        }
        asked.session.tick(Millis::seconds(86_400));
        match asked.session.next_event() {
            Some(Event::Withdrawn { reason: Withdrawn::Expired, .. }) => {}
            other => panic!("{other:?}"),
        }
        assert!(asked.told().contains("-1"));
    }
}

// proves: TMO-05
#[test]
fn a_call_s_time_stands_still_at_every_checkpoint() {
    let mut asked = Asked::new(BOTH);
    let call = CallId(1);
    let request = Request { method: "x/y".into(), params: None, pages: None };
    let options = CallOptions { idle: Some(Millis::seconds(10)), ..CallOptions::default() };
    asked.session.host(NOW, Command::Call { call, request, options }).expect("started");
    written(&mut asked.session);
    let mut request = asked.sample(ASK);
    let mut now = NOW;
    for answer in [YES, result(SAID), YES] {
        now = now + Millis::seconds(1_000);
        asked.session.tick(now);
        assert!(asked.session.next_event().is_none(), "the call goes on");
        let input = request.id;
        let command = match request.checkpoint {
            None => Command::Answer { input, answer },
            Some(at) => Command::Decide { input, at, answer },
        };
        asked.session.host(now, command).expect("it goes on");
        if asked.session.peek_event().is_some() {
            request = asked.shown();
        }
    }
    asked.session.tick(now + Millis::seconds(9));
    assert!(asked.session.next_event().is_none(), "it has its ten seconds again");
    asked.session.tick(now + Millis::seconds(11));
    assert!(matches!(asked.session.next_event(), Some(Event::Done { .. })));
}

/// A stateless session, with one call that the server answers with questions.
fn stateless(review: Review, questions: &str) -> Session {
    let mut config = config(review);
    config.revisions = vec![Revision::R2026];
    let mut session = Session::new(config, NOW);
    let discover = written(&mut session);
    assert!(discover.contains("server/discover"), "{discover}");
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}},"ttlMs":0,"cacheScope":"private"}}"#;
    session.wire(NOW, WireEvent::Bytes(format!("{answer}\n").as_bytes()));
    assert!(matches!(session.next_event(), Some(Event::Ready(_))));
    let request = Request {
        method: "tools/call".into(),
        params: Some(json(r#"{"name":"t","arguments":{}}"#)),
        pages: None,
    };
    let options = CallOptions::default();
    session.host(NOW, Command::Call { call: CallId(1), request, options }).expect("started");
    let sent = json(written(&mut session).trim_end());
    let id = sent.value().get("id").expect("an id").raw().to_owned();
    let round = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","inputRequests":{questions}}}}}"#
    );
    session.wire(NOW, WireEvent::Bytes(format!("{round}\n").as_bytes()));
    session
}

// proves: SAM-34, ROO-15, MRT-15
#[test]
fn a_round_waits_for_its_checkpoints() {
    let questions = format!(
        r#"{{"a":{{"method":"sampling/createMessage","params":{ASK}}},"b":{{"method":"roots/list"}}}}"#
    );
    let review = Review { roots: true, ..BOTH };
    let mut asked = Asked { session: stateless(review, &questions), id: 0 };
    let first = asked.shown();
    let roots = asked.shown();
    assert_eq!(first.checkpoint, Some(Checkpoint::Request));
    assert_eq!(roots.checkpoint, Some(Checkpoint::Result));
    assert_eq!(roots.result.as_ref().map(Json::as_str), Some(r#"{"roots":[]}"#));
    asked.say(&roots, YES).expect("approved");
    asked.say(&first, YES).expect("approved");
    let second = asked.shown();
    asked.say(&second, result(SAID)).expect("it fits");
    let third = asked.shown();
    assert_eq!(written(&mut asked.session), "", "the round is not whole");
    asked.say(&third, YES).expect("approved");
    let sent = written(&mut asked.session);
    assert!(sent.contains(SAID) && sent.contains(r#""b":{"roots":[]}"#), "{sent}");

    // Refusing at a checkpoint ends the call, and nothing is sent.
    let mut asked = Asked { session: stateless(review, &questions), id: 0 };
    let first = asked.shown();
    asked.say(&first, Answer::Decline).expect("open");
    assert_eq!(written(&mut asked.session).matches("inputResponses").count(), 0);
}

fn list(uris: &[&str]) -> RootList {
    uris.iter().map(|uri| Root::new((*uri).to_owned(), None).expect("a root")).collect()
}

// proves: ROO-15
#[test]
fn the_roots_are_told_once_the_host_approves() {
    let mut config = config(Review { roots: true, ..Review::default() });
    config.roots = list(&["file:///work"]);
    let mut asked = Asked::with(config);
    asked.send("roots/list", "{}");
    let look = asked.shown();
    assert_eq!(look.checkpoint, Some(Checkpoint::Result));
    let told = r#"{"roots":[{"uri":"file:///work"}]}"#;
    assert_eq!(look.result.as_ref().map(Json::as_str), Some(told));
    let wrong = asked.say(&look, changed(r#"{"roots":[{"uri":"https://x"}]}"#)).unwrap_err();
    assert_eq!(wrong.code, Code::Root);
    asked.say(&look, changed(r#"{"roots":[]}"#)).expect("less");
    assert_eq!(asked.told(), r#""result":{"roots":[]}"#);
    asked.send("roots/list", "{}");
    let look = asked.shown();
    asked.say(&look, Answer::Decline).expect("open");
    assert!(asked.told().contains("-32603"));
}

// proves: ROO-08, ROO-17
#[test]
fn the_owner_of_a_live_list_is_asked_before_a_server_learns_of_it() {
    for roots in [false, true] {
        let mut config = config(Review { roots, ..Review::default() });
        config.offer.roots = Roots::Live;
        config.roots = list(&["file:///old"]);
        let mut asked = Asked::with(config);
        asked.send("roots/list", "{}");
        let Some(Action::AnswerRoots(input)) = asked.session.next_action() else {
            panic!("nobody is asked")
        };
        assert!(asked.session.next_event().is_none(), "it is none of the host's business");
        let now = list(&["file:///new"]);
        let answer = Answer::Result(now.to_result());
        asked.session.host(NOW, Command::Answer { input, answer }).expect("it fits");
        if roots {
            let look = asked.shown();
            assert_eq!(look.checkpoint, Some(Checkpoint::Result));
            asked.say(&look, YES).expect("approved");
        }
        assert_eq!(asked.told(), r#""result":{"roots":[{"uri":"file:///new"}]}"#);

        // What the host was not shown is not withdrawn from it.
        asked.send("roots/list", "{}");
        asked.session.next_action().expect("somebody is asked");
        asked.session.host(NOW, Command::Close).expect("open");
        assert!(matches!(asked.session.next_event(), Some(Event::Closed { .. })));
    }
}

// proves: ROO-06
#[test]
fn a_change_of_a_list_is_announced_once() {
    for roots in [Roots::List, Roots::Live] {
        let mut config = config(Review::default());
        config.offer.roots = roots;
        let mut asked = Asked::with(config);
        let change = |list: &RootList| Command::Roots(list.clone());
        let new = list(&["file:///new"]);
        asked.session.host(NOW, change(&new)).expect("open");
        assert_eq!(written(&mut asked.session).matches("list_changed").count(), 1);
        asked.session.host(NOW, change(&new)).expect("open");
        assert_eq!(written(&mut asked.session), "");
    }
}
