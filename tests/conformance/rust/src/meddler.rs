//! Stands between client and server, and puts one fault into what the client sends: the suite must notice.

use serde_json::{Value, json};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;

/// One request of the client's. Names of headers are in lower case.
struct Request {
    line: String,
    headers: Vec<(String, String)>,
    /// `null` where there is none.
    body: Value,
}

/// A fault by its name, and what it does to a request.
type Fault = (&'static str, fn(&mut Request));

const FAULTS: &[Fault] = &[
    ("a-text-for-a-number", |request| request.arguments("a", json!("5"))),
    ("a-name-that-is-none", |request| {
        let meta = &mut request.body["params"]["_meta"];
        if meta.is_object() {
            meta["io.modelcontextprotocol/clientInfo"] = json!({"name": 5, "version": "1"});
        }
    }),
    ("a-default-left-out", |request| {
        if let Some(content) = request.body["result"]["content"].as_object_mut() {
            content.remove("age");
        }
    }),
    ("no-last-event-id", |request| request.drop_header("last-event-id")),
    ("no-client-info", |request| {
        if let Some(meta) = request.body["params"]["_meta"].as_object_mut() {
            meta.remove("io.modelcontextprotocol/clientInfo");
        }
    }),
    ("a-list-for-roots", |request| {
        let meta = &mut request.body["params"]["_meta"];
        if meta.is_object() {
            meta["io.modelcontextprotocol/clientCapabilities"]["roots"] = json!([]);
        }
    }),
    ("state-written-anew", |request| {
        let state = &mut request.body["params"]["requestState"];
        let same = state.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
        if let Some(same) = same {
            *state = json!(format!("{same:#}"));
        }
    }),
    ("state-of-another-call", |request| {
        if request.body["params"]["name"] == "test_mrtr_unrelated" {
            request.body["params"]["requestState"] = json!("{}");
        }
    }),
    ("no-method-header", |request| {
        if request.body["method"] == "prompts/get" {
            request.drop_header("mcp-method");
        }
    }),
    ("no-parameter-header", |request| request.drop_header("mcp-param-region")),
    ("a-number-in-words", |request| request.set_header("mcp-param-priority", "many")),
    ("a-header-not-encoded", |request| request.set_header("mcp-param-leadingspace", "us-west1")),
    ("a-header-for-null", |request| {
        if request.body["params"]["name"] == "test_custom_headers_null" {
            request.headers.push(("mcp-param-verbose".to_owned(), "null".to_owned()));
        }
    }),
    ("a-tool-that-is-invalid", |request| {
        if request.body["method"] == "tools/call" {
            request.body["params"]["name"] = json!("invalid_number_header");
        }
    }),
    ("definitions-dropped", |request| {
        if let Some(schema) = request.body["params"]["arguments"]["schema"].as_object_mut() {
            schema.remove("$defs");
        }
    }),
];

impl Request {
    fn drop_header(&mut self, name: &str) {
        self.headers.retain(|(header, _)| header != name);
    }

    /// Where it is there.
    fn set_header(&mut self, name: &str, value: &str) {
        for (_, old) in self.headers.iter_mut().filter(|(header, _)| header == name) {
            value.clone_into(old);
        }
    }

    /// Sets an argument of a tool that is called.
    fn arguments(&mut self, name: &str, value: Value) {
        if self.body["method"] == "tools/call" {
            self.body["params"]["arguments"][name] = value;
        }
    }

    fn read(from: &TcpStream) -> io::Result<Option<Self>> {
        let mut from = BufReader::new(from);
        let mut line = String::new();
        if from.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let mut request = Self { line, headers: Vec::new(), body: Value::Null };
        loop {
            let mut line = String::new();
            from.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            // One leading blank belongs to the form of a header, others may be its value.
            let value = value.strip_prefix(' ').unwrap_or(value);
            request.headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        let length = request.headers.iter().find(|(name, _)| name == "content-length");
        let length = length.and_then(|(_, length)| length.parse().ok()).unwrap_or(0);
        let mut body = vec![0; length];
        from.read_exact(&mut body)?;
        request.body = serde_json::from_slice(&body).unwrap_or(Value::Null);
        Ok(Some(request))
    }

    fn write(mut self, mut to: &TcpStream) -> io::Result<()> {
        let body = if self.body.is_null() { String::new() } else { self.body.to_string() };
        self.drop_header("connection");
        // A GET has no body, and says nothing of its length.
        let length = body.len().to_string();
        self.set_header("content-length", &length);
        let mut head = self.line;
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        to.write_all(format!("{head}connection: close\r\n\r\n{body}").as_bytes())
    }
}

pub struct Meddler {
    server: String,
    fault: fn(&mut Request),
}

impl Meddler {
    /// The URL to use in place of `url`.
    pub fn start(fault: &str, url: &str) -> Result<String, String> {
        let known = FAULTS.iter().find(|(name, _)| *name == fault);
        let fault = known.ok_or_else(|| format!("no fault is called {fault}"))?.1;
        let rest = url.strip_prefix("http://").ok_or("no http URL")?;
        let (server, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let here = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
        let port = here.local_addr().map_err(|error| error.to_string())?.port();
        let meddler = Self { server: server.to_owned(), fault };
        thread::spawn(move || {
            thread::scope(|scope| {
                for client in here.incoming().flatten() {
                    let meddler = &meddler;
                    // What breaks here, the client sees.
                    scope.spawn(move || drop(meddler.serve(&client)));
                }
            });
        });
        Ok(format!("http://127.0.0.1:{port}{path}"))
    }

    /// One request on each connection.
    fn serve(&self, client: &TcpStream) -> io::Result<()> {
        let Some(mut request) = Request::read(client)? else { return Ok(()) };
        (self.fault)(&mut request);
        let server = TcpStream::connect(&self.server)?;
        request.write(&server)?;
        io::copy(&mut &server, &mut &*client).map(drop)
    }
}
