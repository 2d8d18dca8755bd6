//! The reader of streams, example by example, and however a stream is cut.

use super::super::lines::Line;
use super::{Event, Sse, oracle};
use proptest::prelude::*;

/// Reads a stream in pieces; gives what the oracle gives.
fn play<'a>(limit: usize, pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<String> {
    let mut sse = Sse::new(limit);
    let mut said = Vec::new();
    for piece in pieces {
        sse.buffer().extend_from_slice(piece);
        while let Some(event) = sse.next() {
            said.push(shown(&sse, event));
        }
        assert!(sse.bytes().len() <= 2 * limit + 20_000 + piece.len(), "{}", sse.bytes().len());
    }
    if let Some(event) = sse.end() {
        said.push(shown(&sse, event));
    }
    assert!(sse.next().is_none() && sse.end().is_none(), "nothing is left");
    said.push(format!("{:?} {:?}", sse.last_id(), sse.retry().map(|retry| retry.0)));
    said
}

fn shown(sse: &Sse, event: Event) -> String {
    match event {
        Event::Message(Line::Here(range)) => oracle::shown("message", &sse.bytes()[range]),
        Event::Message(Line::Large(whole, range)) => {
            oracle::shown("message", &whole.as_bytes()[range])
        }
        Event::Message(Line::Garbled) => "garbled".into(),
        Event::Message(Line::Over(_)) => "over".into(),
        Event::Endpoint(text) => oracle::shown("endpoint", text.as_bytes()),
    }
}

/// What a stream says, read whole, byte by byte and by the oracle, which must agree.
fn read(stream: &[u8]) -> Vec<String> {
    let whole = play(1 << 20, [stream]);
    assert_eq!(whole, play(1 << 20, stream.chunks(1)));
    assert_eq!(whole, oracle::read(stream, 1 << 20));
    whole
}

// proves: HTP-07
#[test]
fn lines_end_in_three_ways_and_comments_say_nothing() {
    for stream in [
        "data: 1\n\ndata:2\n\n",
        "data: 1\r\rdata:2\r\r",
        "data: 1\r\n\r\ndata:2\r\n\r\n",
        "data: 1\r\n\ndata:2\n\r\n",
        "\u{feff}: hello\ndata: 1\n: in between\n\n:\n\ndata:2\nno such field\nother: 3\n\n",
        "\n\n\ndata: 1\n\nevent: ping\ndata: {}\n\nevent:message\ndata:2\n\n",
    ] {
        assert_eq!(read(stream.as_bytes()), ["message 1", "message 2", "None None"], "{stream:?}");
    }
}

// proves: HTP-07
#[test]
fn data_of_several_lines_is_one_message() {
    let stream = b"data: {\ndata:  \"a\":\nid: 3\n: x\ndata\ndata:1}\n\n";
    assert_eq!(read(stream), ["message {\n \"a\":\n\n1}", "Some(\"3\") None"]);
}

// proves: HTP-07, HTP-20
#[test]
fn the_last_wish_counts_and_only_digits_are_one() {
    assert_eq!(
        read(b"retry: 500\n\nretry: -1\nretry: 1.5\nretry:\nretry: 7s\n"),
        ["None Some(500)"]
    );
    assert_eq!(read(b"retry: 500\nretry: 0\n"), ["None Some(0)"]);
    assert_eq!(read(b"retry: 99999999999999999999999\n"), ["None Some(86400000)"]);
}

// proves: HTP-18
#[test]
fn an_event_without_data_has_an_id_and_is_no_message() {
    for stream in ["id: a-1\ndata:\n\n", "id: a-1\n\n", "data: \r\nid: a-1\r\ndata\r\n\r\n"] {
        assert_eq!(read(stream.as_bytes()), ["Some(\"a-1\") None"], "{stream:?}");
    }
}

// proves: HTP-16
#[test]
fn an_id_counts_when_its_event_is_complete_and_can_be_sent_back() {
    assert_eq!(read(b"id: 1\n\nid: 2\ndata: cut"), ["Some(\"1\") None"]);
    assert_eq!(read(b"id: 1\n\nid: 2\n"), ["Some(\"1\") None"]);
    assert_eq!(read(b"id: 1\n\nid: 2\0\n\n"), ["Some(\"1\") None"]);
    assert_eq!(read(b"id: 1\n\ndata: 2\n\n"), ["message 2", "Some(\"1\") None"]);
    assert_eq!(read(b"id: a b\n\n"), ["Some(\"a b\") None"]);
    let long = format!("id: {}", "a".repeat(3_000));
    let longer = format!("id: {}", "a".repeat(30_000));
    for id in
        ["id", "id:", "id: \u{e9}", "id: a\tb", "id:  a", "id: a ", "id: \u{7f}", &long, &longer]
    {
        assert_eq!(read(format!("id: 1\n\n{id}\n\n").as_bytes()), ["None None"], "{id:?}");
    }
}

// proves: HTP-07, HTP-19
#[test]
fn an_event_that_the_stream_ends_in_counts_if_it_is_whole() {
    for end in ["", "\n", "\r", "\r\n", "\nid: 2", "\n: x"] {
        let stream = format!("id: 1\n\ndata: {{\"a\":[]}}{end}");
        assert_eq!(read(stream.as_bytes()), ["message {\"a\":[]}", "Some(\"1\") None"], "{end:?}");
    }
    for cut in [
        "data: {\"a\":{}",
        "data: {}\ndata: ,",
        "data: {}\nevent: ping",
        "event: endpoint\ndata: /x",
    ] {
        assert_eq!(read(cut.as_bytes()), ["None None"], "{cut:?}");
    }
}

// proves: SSE-01
#[test]
fn an_endpoint_is_told_apart() {
    let stream = b"event: endpoint\ndata: /messages?id=1\n\nevent: Endpoint\ndata: /no\n\n";
    assert_eq!(read(stream), ["endpoint /messages?id=1", "None None"]);
    let long = format!("event: endpoint\ndata: {}\n\n", "a".repeat(9_000));
    assert_eq!(read(long.as_bytes()), ["None None"]);
}

#[test]
fn a_large_message_comes_with_its_memory() {
    let text = format!("{{\"a\":\"{}\"}}", "x".repeat(100_000));
    let stream = format!("id: 1\ndata: {text}\n\ndata: 2\n\n");
    let mut sse = Sse::new(1 << 20);
    sse.buffer().extend_from_slice(stream.as_bytes());
    let Some(Event::Message(Line::Large(whole, range))) = sse.next() else { panic!("not large") };
    assert_eq!(&whole[range], text);
    let Some(Event::Message(Line::Here(range))) = sse.next() else { panic!("not here") };
    assert_eq!(&sse.bytes()[range], b"2");
    let lines = format!("data: {{\"a\":\r\ndata: \"{}\"}}\r\n\r\n", "x".repeat(100_000));
    assert_eq!(read(lines.as_bytes())[0].len(), text.len() + "message \n".len());
    assert_eq!(read(&[b"data: 1\xff\n\n", stream.as_bytes()].concat())[0], "garbled");
}

// proves: HTP-07
#[test]
fn what_is_too_large_costs_its_own_call_and_the_stream_goes_on() {
    let long = "x".repeat(20_000);
    let stream = format!(
        "data: {{\"result\":{{\"id\":1,\"t\":\"{long}\ndata: {long}\"}},\ndata: \"id\": 42}}\n\n\
         : {long}\ndata: 1\nother: {long}\nevent: {long}\n\nevent: log\ndata: {long}\n\ndata: 2\n\n"
    );
    for size in [1, 7, 1_000, stream.len()] {
        let mut sse = Sse::new(300);
        let (mut over, mut said) = (Vec::new(), Vec::new());
        for piece in stream.as_bytes().chunks(size) {
            sse.buffer().extend_from_slice(piece);
            while let Some(event) = sse.next() {
                match event {
                    Event::Message(Line::Over(skimmed)) => over.push(skimmed),
                    event => said.push(shown(&sse, event)),
                }
            }
            assert!(sse.bytes().len() <= 9_000 + size, "{}", sse.bytes().len());
        }
        assert_eq!(over.len(), 1);
        assert_eq!((over[0].id.as_deref(), over[0].has_method), (Some("42"), false));
        assert_eq!(said, ["message 1", "message 2"]);
    }
}

#[test]
fn an_event_without_an_end_takes_no_more_than_the_limit() {
    for (begin, line) in
        [("data: 1\n", ": comment\n"), ("", "data\n"), ("", "data: 1\n"), ("data: 1\n", "id: 3\n")]
    {
        let mut sse = Sse::new(1_000);
        sse.buffer().extend_from_slice(begin.as_bytes());
        for _ in 0..10_000 {
            sse.buffer().extend_from_slice(line.as_bytes());
            assert!(sse.next().is_none());
            assert!(sse.bytes().len() < 2_000, "{line:?}: {}", sse.bytes().len());
        }
    }
}

// proves: HTP-16, HTP-20
#[test]
fn a_stream_that_goes_on_keeps_its_id_and_nothing_else() {
    let mut sse = Sse::new(1_000);
    sse.buffer().extend_from_slice(b"id: 7\nretry: 20\n\nevent: ping\nid: 8\ndata: 1\nda");
    assert!(sse.next().is_none());
    sse.resumed();
    assert_eq!((sse.last_id(), sse.retry().map(|retry| retry.0)), (Some("7"), Some(20)));
    sse.buffer().extend_from_slice(b"\xEF\xBB\xBFdata: 2\n\n");
    assert!(matches!(sse.next(), Some(Event::Message(Line::Here(_)))));
    assert_eq!(sse.last_id(), Some("7"));
}

/// Pieces of streams, likely ones more often.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        "data: {\"id\":1}",
        "data:",
        "data",
        "data: \u{e9}\u{1f600}",
        "data: [",
        "data: ]",
        "event: message",
        "event: endpoint",
        "event: ping",
        "event",
        "id: 1",
        "id:",
        "id: \u{e9}",
        "id: a\0",
        "retry: 10",
        "retry: x",
        ": comment",
        "unknown: 1",
        "\u{feff}",
        "x",
        " ",
    ]);
    prop_oneof![
        6 => prop::sample::select(vec!["\n", "\r", "\r\n", "\n\n", "\r\n\r\n"]).prop_map(Into::into),
        6 => known.prop_map(|text| text.as_bytes().to_vec()),
        1 => (1..400_usize).prop_map(|count| vec![b'y'; count]),
        1 => (8_150..8_250_usize).prop_map(|count| vec![b'z'; count]),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    // proves: HTP-07
    #[test]
    fn however_a_stream_is_cut_it_says_the_same(
        pieces in prop::collection::vec(piece(), 0..24),
        sizes in prop::collection::vec(1..40_usize, 1..8),
        limit in prop::sample::select(vec![0, 1, 10, 300, 100_000]),
    ) {
        let stream = pieces.concat();
        let expected = oracle::read(&stream, limit);
        prop_assert_eq!(&play(limit, [&stream[..]]), &expected);
        prop_assert_eq!(&play(limit, stream.chunks(1)), &expected);
        let mut rest = &stream[..];
        let mut cut = Vec::new();
        for size in sizes.iter().cycle() {
            let (piece, tail) = rest.split_at(rest.len().min(*size));
            cut.push(piece);
            rest = tail;
            if rest.is_empty() {
                break;
            }
        }
        prop_assert_eq!(&play(limit, cut), &expected);
    }
}
