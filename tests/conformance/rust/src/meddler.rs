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
    ("a-text-for-a-number", |request| {
        request.at("/params/arguments/a", |number| *number = json!("5"));
    }),
    ("a-name-that-is-none", |request| {
        request.at("/params/_meta", |meta| {
            meta["io.modelcontextprotocol/clientInfo"] = json!({"name": 5, "version": "1"});
        });
    }),
    ("a-default-left-out", |request| request.remove("/result/content", "age")),
    ("no-last-event-id", |request| request.drop_header("last-event-id")),
    ("no-client-info", |request| {
        request.remove("/params/_meta", "io.modelcontextprotocol/clientInfo");
    }),
    ("a-list-for-roots", |request| {
        request.at("/params/_meta", |meta| {
            meta["io.modelcontextprotocol/clientCapabilities"]["roots"] = json!([]);
        });
    }),
    ("state-written-anew", |request| {
        request.at("/params/requestState", |state| {
            let same: Option<Value> =
                state.as_str().and_then(|text| serde_json::from_str(text).ok());
            *state = json!(same.map(|same| format!("{same:#}")));
        });
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
        request.at("/params/name", |name| *name = json!("invalid_number_header"));
    }),
    ("definitions-dropped", |request| request.remove("/params/arguments/schema", "$defs")),
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

    /// Changes what is there, if there is anything.
    fn at(&mut self, place: &str, change: impl FnOnce(&mut Value)) {
        if let Some(found) = self.body.pointer_mut(place) {
            change(found);
        }
    }

    /// Removes a member of what is there.
    fn remove(&mut self, place: &str, name: &str) {
        self.at(place, |object| {
            object.as_object_mut().and_then(|object| object.remove(name));
        });
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
        let mut answer = BufReader::new(&server);
        let mut line = String::new();
        while answer.read_line(&mut line)? > 0 {
            // Some servers promise to keep what they close.
            if line.to_ascii_lowercase().starts_with("connection:") {
                line = "connection: close\r\n".to_owned();
            }
            (&*client).write_all(line.as_bytes())?;
            if line.trim().is_empty() {
                break;
            }
            line.clear();
        }
        io::copy(&mut answer, &mut &*client).map(drop)
    }
}
