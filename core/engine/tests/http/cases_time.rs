//! Faults that others have had with time, with ends, and with questions, where HTTP makes a difference. The list
//! of all is `tests/cases/cases.toml`.

use super::ready::{Greets, config, fill, good, nothing, ready, ready_with};
use super::world::{EVENTS, JSON, Part, Parts, head, header, message, reply};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{
    Answer, CallOptions, Command, Event, InputRequest, Phase, Roots, Wants,
};
use mcpclient_engine::{Code, ExchangeId, Millis};
use std::sync::Arc;

const FORM: &str = r#"{"message":"m","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}"#;
const SAMPLE: &str =
    r#"{"messages":[{"role":"user","content":{"type":"text","text":"q"}}],"maxTokens":5}"#;

fn inputs(events: &[Event]) -> Vec<Arc<InputRequest>> {
    let input = |event: &Event| match event {
        Event::Input(input) => Some(Arc::clone(input)),
        _ => None,
    };
    events.iter().filter_map(input).collect()
}

fn silent(id: ExchangeId, method: &str, out: &mut Parts) {
    match method {
        "GET" | "DELETE" => nothing(out, id),
        "" | "notifications/cancelled" => reply(out, id, 202, "", ""),
        _ => out.push_back((id, Part::Head(head(200, EVENTS)))),
    }
}

fn two_seconds() -> CallOptions {
    CallOptions { idle: Some(Millis(2_000)), ..CallOptions::default() }
}

// proves: TMO-05, ELI-51
#[test]
fn the_time_of_a_person_counts_for_no_call_but_that_of_the_stream() {
    let mut world =
        ready(Revision::R2025Jun, |id, _: &_, method: &str, out: &mut _| silent(id, method, out));
    world.call_with(1, "tools/call", r#"{"name":"t"}"#, two_seconds());
    world.call_with(2, "tools/call", r#"{"name":"t"}"#, two_seconds());
    let (stream, request) = world.sent_as("tools/call")[0].clone();
    world.wait(Millis(500));
    let form = format!(
        "data: {{\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"elicitation/create\",\"params\":{FORM}}}\n\n"
    );
    world.says(stream, Part::Body(form.into_bytes()));
    world.wait(Millis(5_500));
    assert_eq!(world.error(2).code, Code::Timeout, "nobody was asked for this one");
    assert!(world.end(1).is_none(), "a person has time");
    let input = inputs(&world.events)[0].id;
    world.host(Command::Answer { input, answer: Answer::Decline });
    world.wait(Millis(500));
    world.says(stream, Part::Body(format!("data: {}\n\n", good(&request)).into_bytes()));
    assert_eq!(world.result(1), "{}");
}

// proves: CAN-01, CAN-03, HTP-11, HTP-12, TMO-01
#[test]
fn a_call_that_is_out_of_time_is_cancelled_once_in_the_way_of_its_era() {
    for revision in [Revision::R2025Mar, Revision::R2025Jun, Revision::R2025Nov, Revision::R2026] {
        let mut world =
            ready(revision, |id, _: &_, method: &str, out: &mut _| silent(id, method, out));
        world.call_with(1, "tools/call", r#"{"name":"t"}"#, two_seconds());
        world.wait(Millis(10_000));
        assert_eq!(world.error(1).code, Code::Timeout);
        let calls = world.sent_as("tools/call");
        let [(stream, call)] = &calls[..] else { panic!("sent again") };
        assert_eq!(world.given_up, [*stream]);
        let notices = world.sent_as("notifications/cancelled");
        if revision == Revision::R2026 {
            assert!(notices.is_empty(), "the end of the stream says it");
        } else {
            let [(_, notice)] = &notices[..] else { panic!("not told, or twice") };
            let notice = message(notice.body.as_deref().expect("a message"));
            let call = message(call.body.as_deref().expect("a message"));
            assert_eq!(notice["params"]["requestId"], call["id"]);
        }
    }
}

// proves: TMO-01, SSE-05
#[test]
fn a_server_that_does_not_answer_the_first_question_is_given_up_without_a_word() {
    let mut world = super::world::World::new(
        config(&Revision::HANDSHAKE),
        |_: ExchangeId, _: &_, _: &mut Parts| {},
        super::world::Silent,
        None,
    );
    world.ask(Command::Watch(Default::default())).expect("a wish");
    world.finish();
    assert_eq!(world.sent.len(), 1, "`initialize` is never cancelled");
    assert_eq!(world.session.phase(), Phase::Closed);
    assert_eq!(world.session.why_over().map(|error| error.code), Some(Code::Timeout));
}

// proves: CAN-03, HTP-26
#[test]
fn closing_with_open_work_ends_all_of_it_at_once() {
    for broken in [false, true] {
        let peer = Greets::new(
            Revision::R2025Nov,
            Some('A'),
            |id, _: &_, method: &str, out: &mut Parts| match method {
                "DELETE" => reply(out, id, 200, "", ""),
                "" => reply(out, id, 202, "", ""),
                _ => out.push_back((id, Part::Head(head(200, EVENTS)))),
            },
        );
        let mut world = ready_with(config(&[Revision::R2025Nov]), peer);
        for call in 1..4 {
            world.tool(call);
        }
        let stream = world.sent_as("tools/call")[0].0;
        for (id, method, params) in
            [("a", "elicitation/create", FORM), ("b", "sampling/createMessage", SAMPLE)]
        {
            let event = format!(
                "data: {{\"jsonrpc\":\"2.0\",\"id\":\"{id}\",\"method\":\"{method}\",\"params\":{params}}}\n\n"
            );
            world.says(stream, Part::Body(event.into_bytes()));
        }
        assert_eq!(inputs(&world.events).len(), 2);
        let before = world.sent.len();
        if broken {
            for stream in world.sent_as("tools/call").iter().map(|(id, _)| *id).collect::<Vec<_>>()
            {
                world.says(stream, Part::Fail(mcpclient_engine::wire::FailureKind::Broken));
            }
        }
        world.host(Command::Close);
        world.balance();
        for call in 1..4 {
            let code = world.error(call).code;
            assert_eq!(code, if broken { Code::Lost } else { Code::Closed });
        }
        let after: Vec<_> =
            world.sent[before..].iter().map(|(_, sent)| super::world::method_of(sent)).collect();
        assert_eq!(after.last().map(String::as_str), Some("DELETE"));
        assert!(broken || after.len() == 1, "no answer is written after the end: {after:?}");
    }
}

/// A host that offers everything, once, whatever the era: what it is asked, and what goes back.
fn asked(revision: Revision) -> (Vec<String>, Vec<serde_json::Value>) {
    let mut config = config(&Revision::ALL);
    config.offer.roots = Roots::Ask;
    let three =
        [("elicitation/create", FORM), ("sampling/createMessage", SAMPLE), ("roots/list", "{}")];
    let mut greets = Greets::new(
        revision,
        None,
        move |id, request: &_, method: &str, out: &mut Parts| match method {
            "DELETE" | "GET" => nothing(out, id),
            "" => reply(out, id, 202, "", ""),
            _ if revision != Revision::R2026 => {
                out.push_back((id, Part::Head(head(200, EVENTS))));
                for (at, (method, params)) in three.iter().enumerate() {
                    let event = format!(
                        "data: {{\"jsonrpc\":\"2.0\",\"id\":\"{at}\",\"method\":\"{method}\",\"params\":{params}}}\n\n"
                    );
                    out.push_back((id, Part::Body(event.into_bytes())));
                }
            }
            _ if request.body.as_ref().is_some_and(|body| body.contains("inputResponses")) => {
                reply(out, id, 200, JSON, &good(request));
            }
            _ => {
                let asks = three.iter().enumerate().map(|(at, (method, params))| {
                    format!("\"{at}\":{{\"method\":\"{method}\",\"params\":{params}}}")
                });
                let asks = asks.collect::<Vec<_>>().join(",");
                let result = format!(
                    r#"{{"jsonrpc":"2.0","id":ID,"result":{{"resultType":"input_required","inputRequests":{{{asks}}}}}}}"#
                );
                reply(out, id, 200, JSON, &fill(&result, request));
            }
        },
    );
    // A server of the one era that is asked about the other.
    let peer = move |id, request: &_, out: &mut Parts| {
        if revision != Revision::R2026 && super::world::method_of(request) == "server/discover" {
            return reply(out, id, 400, "text/plain", "no session");
        }
        super::world::Peer::heard(&mut greets, id, request, out);
    };
    let mut world = ready_with(config, peer);
    world.tool(1);
    let mut shown = Vec::new();
    for input in inputs(&world.events) {
        assert_eq!(input.calls, [mcpclient_engine::CallId(1)]);
        let (what, result) = match &input.wants {
            Wants::Form { form, .. } => (
                format!("form of {} fields", form.fields().len()),
                r#"{"action":"accept","content":{"name":"n"}}"#,
            ),
            Wants::Sample(_) => (
                "sample".into(),
                r#"{"role":"assistant","model":"m","content":{"type":"text","text":"t"}}"#,
            ),
            Wants::Roots => ("roots".into(), r#"{"roots":[]}"#),
            Wants::Url { .. } => panic!("not asked for"),
        };
        shown.push(format!("{what} by {} with {}", input.method, input.params.as_str()));
        let answer = match &input.wants {
            Wants::Form { .. } => Answer::Accept(Json::parse(r#"{"name":"n"}"#).ok()),
            _ => Answer::Result(Json::parse(result).expect("JSON")),
        };
        world.host(Command::Answer { input: input.id, answer });
    }
    let sent: Vec<_> =
        world.sent.iter().filter_map(|(_, sent)| sent.body.as_deref().map(message)).collect();
    let answers = if revision == Revision::R2026 {
        assert_eq!(world.result(1), "{}");
        let responses = sent.last().expect("one")["params"]["inputResponses"].clone();
        (0..3).map(|at| responses[at.to_string()].clone()).collect()
    } else {
        sent.iter()
            .filter(|sent| sent["method"].is_null())
            .map(|sent| sent["result"].clone())
            .collect()
    };
    assert!(
        world
            .sent
            .iter()
            .all(|(_, sent)| header(sent, "Mcp-Name").is_none() || revision == Revision::R2026)
    );
    (shown, answers)
}

// proves: MRT-01, ELI-01, SAM-01, ROO-01
#[test]
fn the_same_host_serves_both_eras() {
    let old = asked(Revision::R2025Nov);
    assert_eq!(old.0.len(), 3, "{old:?}");
    assert_eq!(old.1.len(), 3, "{old:?}");
    assert_eq!(asked(Revision::R2026), old);
}

// proves: ELI-35, URL-01
#[test]
fn the_address_of_a_visit_is_asked_for_by_nobody() {
    let visit = r#"{"mode":"url","message":"m","url":"https://canary.example.com/one-time/abc","elicitationId":"e"}"#;
    for answer in [Answer::Accept(None), Answer::Decline, Answer::Cancel] {
        let mut offers = config(&[Revision::R2025Nov]);
        offers.offer.url = true;
        let peer = Greets::new(Revision::R2025Nov, None, |id, _: &_, method: &str, out: &mut _| {
            silent(id, method, out);
        });
        let mut world = ready_with(offers, peer);
        world.tool(1);
        let stream = world.sent_as("tools/call")[0].0;
        let event = format!(
            "data: {{\"jsonrpc\":\"2.0\",\"id\":\"v\",\"method\":\"elicitation/create\",\"params\":{visit}}}\n\n"
        );
        world.says(stream, Part::Body(event.into_bytes()));
        world.wait(Millis(2_000));
        let input = inputs(&world.events)[0].id;
        world.host(Command::Answer { input, answer });
        world.wait(Millis(2_000));
        assert_eq!(world.sent_as("").len(), 1, "the answer went out");
        assert!(
            world.sent.iter().all(|(_, request)| request.url.is_none()),
            "to the endpoint alone"
        );
    }
}
