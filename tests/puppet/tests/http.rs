//! What only HTTP has: its lines, and the binary behind a URL, with the test as the client.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use mcpclient_puppet::{
    Data, Header, HttpKind, HttpStep, Kind, Part, Pattern, Script, Transport, Wanted,
};

fn step(lines: &str) -> HttpStep {
    let text = format!("session handshake http\n{lines}");
    let script = Script::parse(&text, "s").unwrap_or_else(|fault| panic!("{fault}"));
    match &script.lines().last().expect("a line").kind {
        Kind::Http(step) => step.clone(),
        other => panic!("{other:?}"),
    }
}

fn fault(text: &str) -> String {
    Script::parse(text, "s").expect_err(text).to_string()
}

#[test]
fn a_request_is_written_as_what_it_has_to_be() {
    let step = step(r#"http> a POST Accept="x, y" mcp-session-id=- content-type=* {"method":"m"}"#);
    let header = |name: &str, want| (name.to_owned(), want);
    let wanted = Wanted {
        method: "POST".to_owned(),
        headers: vec![
            header("accept", Header::Is("x, y".to_owned())),
            header("mcp-session-id", Header::Absent),
            header("content-type", Header::There),
        ],
        body: Some(Pattern::message(r#"{"method":"m"}"#).expect("a pattern")),
    };
    assert_eq!(step, HttpStep { exchange: "a".to_owned(), what: HttpKind::Opened(wanted) });
}

#[test]
fn an_answer_is_whole_or_in_parts() {
    let parts = |line: &str| match step(&format!("http> a GET\n{line}")).what {
        HttpKind::Answered(parts) => parts,
        other => panic!("{other:?}"),
    };
    let head = |status, headers: &[(&str, &str)]| {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Part::Head { status, headers: headers.iter().map(owned).collect() }
    };
    assert_eq!(parts("http< a 202"), [head(202, &[]), Part::End]);
    let whole = parts(r#"http< a 404 x=1 {"id":null}"#);
    assert_eq!(whole[0], head(404, &[("x", "1"), ("content-type", "application/json")]));
    assert!(matches!(whole[1..], [Part::Message(_), Part::End]));
    assert_eq!(parts(r#"http< a 500 "no""#)[0], head(500, &[("content-type", "text/plain")]));
    let html = parts(r#"http< a 500 content-type=text/html "no""#);
    assert_eq!(html[0], head(500, &[("content-type", "text/html")]));
    let stream = [("content-type", "text/event-stream")];
    assert_eq!(parts("http< a stream"), [head(200, &stream)]);
    assert_eq!(parts("http< a head 200"), [head(200, &[])]);
    let event = |line: &str| match parts(line).remove(0) {
        Part::Event(fields, data) => (fields, data),
        other => panic!("{other:?}"),
    };
    let primer = event(r#"http< a event id=1 retry=5 """#);
    assert_eq!(primer, ("id: 1\nretry: 5\n".to_owned(), Data::Text(String::new())));
    assert_eq!(event("http< a event name=x").1, Data::None);
    assert!(matches!(event(r#"http< a event {"method":"m"}"#).1, Data::Message(_)));
    assert!(matches!(parts(r#"http< a raw "\x00""#)[..], [Part::Bytes(_)]));
    assert_eq!(parts("http< a end"), [Part::End]);
    assert_eq!(parts("http< a broken"), [Part::Broken]);
}

#[test]
fn slips_are_found() {
    for (body, why) in [
        ("http> a PUT", "s:2: `PUT` is not GET, POST, DELETE or given-up"),
        ("http< a 202", "s:2: no line above opens `a`"),
        ("http> a given-up", "s:2: no line above opens `a`"),
        ("http> a GET\nhttp< a 20", "s:3: `20` is neither a status nor a part of an answer"),
        ("http> a GET\nhttp< a end now", "s:3: `now` is one word too many"),
        ("http> a GET\nhttp< a 200 {\"id\":$i}", "s:3: no line above captures `$i`"),
        ("http> a GET\nhttp< a raw \"${i}\"", "s:3: no line above captures `$i`"),
    ] {
        assert_eq!(fault(&format!("session handshake http\n{body}")), why);
    }
    assert_eq!(fault("session handshake lane\nhttp> a GET"), "s:2: a lane has no exchanges");
    let session = "session handshake http session-id=s-1";
    assert_eq!(fault(session), "s:1: `session-id=` needs `ready` over `http`");
}

#[test]
fn what_is_of_a_lane_alone_stays_there() {
    let fits = |text: &str, over| Script::parse(text, "s").expect("a script").fits(over);
    let lane = "session handshake lane ready revision=2025-06-18";
    let both = |text: &str| (fits(text, Transport::Http), fits(text, Transport::Sse));
    assert_eq!(both(lane), (true, false));
    assert_eq!(both("session handshake lane ready revision=2024-11-05"), (true, true));
    assert_eq!(both("session handshake lane revision=2026-07-28"), (false, false));
    assert_eq!(both("session stateless lane revision=2026-07-28"), (true, false));
    for line in [
        "wire closed",
        "wire<raw \"x\"",
        "event warning noise",
        "puppet exit 0",
        "wire< []",
        "wire> {\"method\":\"notifications/cancelled\"}\nwire< {}",
    ] {
        assert!(!fits(&format!("{lane}\n{line}"), Transport::Http), "{line}");
    }
    assert!(!fits(&lane.replace("lane", "lane alone"), Transport::Http));
}

/// The binary behind a URL. It is ended when this is dropped.
struct Served {
    child: Child,
    folder: PathBuf,
    address: String,
}

impl Served {
    fn start(script: &str, over: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("puppet-http-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("s.mcpt"), script).expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcpclient-puppet"));
        command.arg(over).arg(folder.join("s.mcpt")).arg("--record").arg(folder.join("r"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary");
        let mut url = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut url).expect("a line");
        let address = url.trim_end().trim_start_matches("http://").trim_end_matches("/mcp");
        Self { child, folder, address: address.to_owned() }
    }

    /// A request on a connection of its own.
    fn ask(&self, method: &str, headers: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let length = if body.is_empty() {
            String::new()
        } else {
            format!("content-length: {}\r\n", body.len())
        };
        let request = format!("{method} /mcp HTTP/1.1\r\nhost: x\r\n{headers}{length}\r\n{body}");
        stream.write_all(request.as_bytes()).expect("it reads");
        stream
    }

    /// The exit code, the record, and what it complained of.
    fn end(mut self) -> (Option<i32>, String, String) {
        drop(self.child.stdin.take());
        let status = self.child.wait().expect("it ends");
        let mut complaint = String::new();
        let mut errors = self.child.stderr.take().expect("its errors");
        errors.read_to_string(&mut complaint).expect("text");
        let record = std::fs::read_to_string(self.folder.join("r")).expect("a record");
        (status.code(), record, complaint)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Reads until this has come.
fn until(stream: &mut TcpStream, wanted: &str) -> String {
    let (mut text, mut byte) = (String::new(), [0]);
    while !text.contains(wanted) {
        let count = stream.read(&mut byte).expect("a connection");
        assert!(count > 0, "the end came after {text:?}, without {wanted:?}");
        text.push(char::from(byte[0]));
    }
    text
}

#[test]
fn exchanges_are_played_as_written() {
    let script = r#"session handshake http
http> a POST x-test=1 {"id":$i,"method":"m"}
http< a stream
http< a event id=7 {"id":$i,"result":{}}
http< a end
http> b GET
http< b head 200 content-length=100
http< b raw "cut"
http< b broken
"#;
    let served = Served::start(script, "--http");
    let message = r#"{"jsonrpc":"2.0","id":1,"method":"m"}"#;
    let mut a = served.ask("POST", "X-Test: 1\r\n", message);
    let answer = until(&mut a, "\r\n0\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(answer.contains("content-type: text/event-stream\r\ntransfer-encoding: chunked"));
    assert!(
        answer.contains("id: 7\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n"),
        "{answer}"
    );
    let mut b = served.ask("GET", "", "");
    let mut cut = String::new();
    b.read_to_string(&mut cut).expect("text");
    assert!(cut.contains("content-length: 100") && cut.ends_with("\r\n\r\ncut"), "{cut}");
    let (code, record, complaint) = served.end();
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    assert!(record.contains("\"line\":2,\"read\":") && record.contains("\"verdict\":\"played\""));
}

#[test]
fn a_script_of_a_lane_finds_its_way() {
    let script = r#"session handshake lane ready revision=2025-06-18
wire> {"id":$c,"method":"tools/call"}
wire< {"method":"notifications/tools/list_changed"}
wire< {"id":"q","method":"roots/list"}
wire> {"id":"q","result":{}}
wire< {"id":$c,"result":{}}
"#;
    let served = Served::start(script, "--http");
    let hello = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"x","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
    until(&mut served.ask("POST", "", hello), "\"serverInfo\"");
    let thanks = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    until(&mut served.ask("POST", "", thanks), "HTTP/1.1 202");
    let mut ear = served.ask("GET", "", "");
    until(&mut ear, "text/event-stream");
    let mut call = served.ask("POST", "", r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#);
    // What is of no call comes on the stream, what is asked for a call on the call's.
    until(&mut ear, "list_changed");
    until(&mut call, "roots/list");
    until(&mut served.ask("POST", "", r#"{"jsonrpc":"2.0","id":"q","result":{}}"#), "HTTP/1.1 202");
    until(&mut call, "\"result\":{}");
    assert_eq!(served.end().0, Some(0));
}

#[test]
fn a_request_too_many_is_a_fault() {
    let served = Served::start("session handshake http\nhttp> a GET\nhttp< a 405\n", "--http");
    until(&mut served.ask("GET", "", ""), "HTTP/1.1 405");
    let stray = served.ask("POST", "", r#"{"method":"m"}"#);
    // It has been read when another one, which is taken as it comes, is answered.
    until(&mut served.ask("DELETE", "", ""), "HTTP/1.1 200");
    drop(stray);
    let (code, record, complaint) = served.end();
    assert_eq!(code, Some(3));
    assert!(complaint.contains("expected the end, got POST"), "{complaint}");
    assert!(record.contains("\"verdict\":\"failed\""));
}

#[test]
fn the_older_transport_says_everything_on_one_stream() {
    let script = "session handshake lane revision=2024-11-05\nwire> {\"id\":$i,\"method\":\"m\"}\nwire< {\"id\":$i,\"result\":{}}\n";
    let served = Served::start(script, "--sse");
    let mut stream = served.ask("GET", "", "");
    until(&mut stream, "event: endpoint\ndata: /messages\n\n");
    let message = r#"{"jsonrpc":"2.0","id":1,"method":"m"}"#;
    until(&mut served.ask("POST", "", message), "HTTP/1.1 202");
    until(&mut stream, "\"result\":{}");
    assert_eq!(served.end().0, Some(0));
}
