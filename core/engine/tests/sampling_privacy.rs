//! What passes between a server and the host's model, and what does not.

#[path = "support/ready.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod ready;

use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::sampling::{Features, SampleRequest, SampleResult, fit_result};
use mcpclient_engine::session::{
    Answer, CallOptions, Command, Event, InputRequest, Offer, Request, SessionConfig, Wants,
    WireEvent,
};
use mcpclient_engine::{CallId, Session};
use ready::{NOW, ready_with, written};
use std::sync::Arc;

/// Stands for what is nobody else's business.
const SECRET: &str = "hunter2";

fn ready_for(sample: bool) -> Session {
    let mut config = SessionConfig::new("host", "1");
    config.offer = Offer { sample, ..Offer::default() };
    ready_with(Revision::R2025Nov, config)
}

fn params(text: &str) -> String {
    format!(
        r#"{{"messages":[{{"role":"user","content":{{"type":"text","text":"{text}"}}}}],"maxTokens":9}}"#
    )
}

fn ask(session: &mut Session, id: u32, params: &str) {
    let line = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"sampling/createMessage\",\"params\":{params}}}\n"
    );
    session.wire(NOW, WireEvent::Bytes(line.as_bytes()));
}

fn input(session: &mut Session) -> Arc<InputRequest> {
    match session.next_event() {
        Some(Event::Input(request)) => request,
        other => panic!("{other:?}"),
    }
}

fn say(session: &mut Session, request: &InputRequest, answer: Answer) -> String {
    session.host(NOW, Command::Answer { input: request.id, answer }).expect("an answer");
    written(session)
}

// proves: SAM-39
#[test]
fn faults_and_debug_output_quote_nobody() {
    let features = Features { tools: true, context: true };
    let parse = |params: &str| {
        let params = Json::parse(params).expect(params);
        SampleRequest::parse(params.value(), Revision::R2025Nov, features)
    };
    let hello = format!(r#"{{"role":"user","content":{{"type":"text","text":"{SECRET}"}}}}"#);
    for wrong in [
        format!(r#"{{"messages":[{{"role":"{SECRET}","content":{{}}}}],"maxTokens":9}}"#),
        format!(
            r#"{{"messages":[{{"role":"user","content":{{"type":"{SECRET}"}}}}],"maxTokens":9}}"#
        ),
        format!(r#"{{"messages":[{{"role":"user","content":"{SECRET}"}}],"maxTokens":9}}"#),
        format!(r#"{{"messages":[{hello}],"maxTokens":"{SECRET}"}}"#),
        format!(r#"{{"messages":[{hello}],"maxTokens":9,"systemPrompt":["{SECRET}"]}}"#),
        format!(r#"{{"messages":[{hello}],"maxTokens":9,"{SECRET}":1,"{SECRET}":2}}"#),
        format!(r#"{{"messages":[{hello}],"maxTokens":9,"stopSequences":"{SECRET}"}}"#),
        format!(r#"{{"messages":[{hello}],"maxTokens":9,"tools":[{{"name":"{SECRET}"}}]}}"#),
        format!(r#"{{"messages":[{hello}],"maxTokens":9,"toolChoice":{{"mode":"{SECRET}"}}}}"#),
        format!(
            r#"{{"messages":[{{"role":"user","content":{{"type":"image","data":"{SECRET}!","mimeType":"image/png"}}}}],"maxTokens":9}}"#
        ),
    ] {
        let fault = parse(&wrong).expect_err(&wrong);
        assert!(!fault.message.contains(SECRET), "{}", fault.message);
    }
    let request = parse(&params(SECRET)).expect("a request");
    assert!(!format!("{request:?}").contains(SECRET));
    for wrong in [
        format!(r#"{{"role":"{SECRET}","content":{{"type":"text","text":"a"}},"model":"m"}}"#),
        format!(r#"{{"role":"assistant","content":{{"type":"{SECRET}"}},"model":"m"}}"#),
        format!(r#"{{"role":"assistant","content":"{SECRET}","model":"m"}}"#),
        format!(
            r#"{{"role":"assistant","content":{{"type":"text","text":"a"}},"model":["{SECRET}"]}}"#
        ),
        format!(
            r#"{{"role":"assistant","content":{{"type":"tool_use","id":"1","name":"{SECRET}","input":{{}}}},"model":"m"}}"#
        ),
    ] {
        let result = Json::parse(&wrong).expect(&wrong);
        let error = fit_result(&request, &result, Revision::R2025Nov).expect_err(&wrong);
        assert!(!error.to_string().contains(SECRET), "{error}");
        assert!(!format!("{error:?} {:?}", Answer::Result(result)).contains(SECRET));
    }
}

// proves: SAM-40
#[test]
fn no_model_is_used_unless_the_host_answers() {
    let mut closed = ready_for(false);
    ask(&mut closed, 7, &params("q"));
    assert!(closed.next_event().is_none(), "what was not offered reaches nobody");
    assert!(written(&mut closed).contains(r#""id":7,"error""#));

    let mut open = ready_for(true);
    ask(&mut open, 7, &params("q"));
    let request = input(&mut open);
    assert_eq!(written(&mut open), "", "nothing answers in the host's place");
    let refused = say(&mut open, &request, Answer::Decline);
    assert!(refused.contains(r#""id":7,"error""#) && !refused.contains("result"), "{refused}");
    let late = Command::Answer {
        input: request.id,
        answer: Answer::Result(SampleResult::text("m", "a", None)),
    };
    assert!(open.host(NOW, late).is_err(), "a refusal is final");
    assert_eq!(written(&mut open), "");
}

// proves: SAM-41, SAM-45
#[test]
fn a_sample_holds_what_the_server_said_and_nothing_of_other_talk() {
    let mut session = ready_for(true);
    let params_of_call = Json::parse(&format!(r#"{{"note":"{SECRET}"}}"#)).ok();
    let request = Request { method: "x/talk".into(), params: params_of_call, pages: None };
    let options = CallOptions::default();
    session.host(NOW, Command::Call { call: CallId(1), request, options }).expect("a call");
    assert!(written(&mut session).contains(SECRET));

    let (first, second) = (params("first"), params("second"));
    ask(&mut session, 7, &first);
    ask(&mut session, 8, &second);
    let (one, two) = (input(&mut session), input(&mut session));
    for (request, asked) in [(&one, &first), (&two, &second)] {
        let Wants::Sample(sample) = &request.wants else { panic!("{request:?}") };
        assert_eq!((sample.params().as_str(), sample.messages().len()), (asked.as_str(), 1));
    }
    // Each answer goes to what asked for it, as the host gave it.
    let answer = |text: &str| SampleResult::text("m", text, None);
    let sent = say(&mut session, &two, Answer::Result(answer("for two")));
    assert_eq!(
        sent,
        format!("{{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{}}}\n", answer("for two"))
    );
    let sent = say(&mut session, &one, Answer::Result(answer("for one")));
    assert_eq!(
        sent,
        format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}}\n", answer("for one"))
    );
    session.wire(NOW, WireEvent::Bytes(b"{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"a\":1}}\n"));
    let Some(Event::Done { outcome: Ok(success), .. }) = session.next_event() else {
        panic!("no end")
    };
    assert_eq!(success.result.as_str(), r#"{"a":1}"#);
}

// proves: SAM-42
#[test]
fn a_server_learns_that_there_is_a_model_and_its_name() {
    let mut config = SessionConfig::new("host", "1");
    config.offer = Offer { sample: true, ..Offer::default() };
    config.revisions = Revision::HANDSHAKE.to_vec();
    let mut session = Session::new(config, NOW);
    let hello = written(&mut session);
    assert!(hello.contains(r#""capabilities":{"sampling":{}}"#), "{hello}");

    let mut session = ready_for(true);
    ask(&mut session, 7, &params("q"));
    let request = input(&mut session);
    let mut result = SampleResult::new("house-model");
    result.push_text("a").stop_reason("endTurn");
    let sent = say(&mut session, &request, Answer::Result(result.finish()));
    let sent = Json::parse(sent.trim_end()).expect("JSON");
    let members: Vec<_> = sent.value().get("result").expect("a result").members().collect();
    let names: Vec<_> = members.iter().map(|(key, _)| key.text().into_owned()).collect();
    assert_eq!(names, ["role", "content", "model", "stopReason"]);
}
