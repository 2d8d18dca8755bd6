//! The puppet server.

mod process;

use std::io::{self, Write};
use std::process::ExitCode;

use mcpclient_puppet::{Ending, HttpPlayer, Player, Record, Resume, Script, Transport, serve};

const HELP: &str = "\
mcpclient-puppet FILE.mcpt [--record FILE]   plays the wire half of a transcript
mcpclient-puppet --http FILE.mcpt [--record FILE]   plays it as a server behind a URL, which it writes first;
                                             until the end of its input. --sse: with the older transport
mcpclient-puppet --serve [--record FILE]     is a general server until the end of its input

The general server speaks the handshake revisions. It has two pages of tools, resources and prompts,
one resource template, completion of the arguments `city` and `name`, log levels, subscriptions, and
these tools; one that asks the client gives what it was told, as JSON in the text of its result.

  echo {text}         the text, or without one all arguments as they came
  fail {text}         a result with isError
  error {code,message}   a JSON-RPC error
  add {a,b}           the sum
  form {params}       elicitation/create with every kind of field, or with these params
  url {url,params}    elicitation/create for a URL; then notifications/elicitation/complete
  sample {prompt,params}   sampling/createMessage
  roots               roots/list
  slow {count}        progress, if asked for; then nothing until cancelled; never answers
  log {count,level}   log messages, then a result
  big {bytes}         a long text
  die {code}          exits during the call
  stderr {bytes}      writes there, then answers
  late-cancel         elicitation/create, taken back at once
  touch {uri}         notifications/resources/updated, if subscribed to
  change {list}       notifications/LIST/list_changed

Exit codes: 0 played; 2 cannot start; 3 the client did something else.
";

fn main() -> ExitCode {
    let outcome = match Arguments::read(std::env::args().skip(1)) {
        Ok(Arguments { mode: Mode::Help, .. }) => {
            return match io::stdout().write_all(HELP.as_bytes()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(_) => ExitCode::FAILURE,
            };
        }
        Ok(Arguments { mode: Mode::Idle, .. }) => process::stay(),
        Ok(arguments) => arguments.run(),
        Err(why) => Err((2, why)),
    };
    match outcome {
        Ok(code) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        Err((code, why)) => {
            // With nowhere to complain to, the exit code still tells.
            let _ = writeln!(io::stderr(), "{why}");
            ExitCode::from(code)
        }
    }
}

enum Mode {
    Play(String),
    Serve,
    /// What a grandchild does: hold the pipes.
    Idle,
    Help,
}

struct Arguments {
    mode: Mode,
    /// Over this, in place of a lane.
    over: Option<Transport>,
    record: Option<String>,
}

impl Arguments {
    fn read(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut mode, mut over, mut record) = (None, None, None);
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let this = match argument.as_str() {
                "--record" => {
                    record = Some(arguments.next().ok_or("--record wants a file")?);
                    continue;
                }
                "--http" | "--sse" => {
                    let old = argument == "--sse";
                    over = Some(if old { Transport::Sse } else { Transport::Http });
                    continue;
                }
                "--serve" => Mode::Serve,
                "--idle" => Mode::Idle,
                "--help" => Mode::Help,
                flag if flag.starts_with("--") => return Err(format!("there is no {flag}")),
                file => Mode::Play(file.to_owned()),
            };
            if mode.replace(this).is_some() {
                return Err("one thing at a time; see --help".to_owned());
            }
        }
        Ok(Self { mode: mode.ok_or("what to play? see --help")?, over, record })
    }

    /// As a server behind a URL.
    fn http(path: &str, over: Transport, record: &mut Record) -> Result<i32, (u8, String)> {
        let mut script = Script::load(path).map_err(|fault| (2, fault.to_string()))?;
        if script.session().transport == Transport::Lane {
            script = script.over(over).map_err(|fault| (2, fault.to_string()))?;
        }
        let player = HttpPlayer::open(&script, record, io::stdin());
        let player = player.map_err(|why| (2, why.to_string()))?;
        let mut output = io::stdout();
        let said = writeln!(output, "{}", player.url()).and_then(|()| output.flush());
        said.map_err(|why| (2, why.to_string()))?;
        player.play().map(|()| 0).map_err(|fault| (3, fault.to_string()))
    }

    fn run(self) -> Result<i32, (u8, String)> {
        let (resume, mut record) = match &self.record {
            None => (Resume::default(), Record::none()),
            Some(path) => Resume::open(path).map_err(|why| (2, format!("{path}: {why}")))?,
        };
        if let (Mode::Play(path), Some(over)) = (&self.mode, self.over) {
            return Self::http(path, over, &mut record);
        }
        let mut input = io::stdin().lock();
        let ending = match &self.mode {
            Mode::Play(path) => {
                let script = Script::load(path).map_err(|fault| (2, fault.to_string()))?;
                let mut output = io::stdout();
                let mut stage = process::Stage;
                Player::new(&script, &mut input, &mut output, &mut stage, &mut record)
                    .resume(resume)
                    .play()
                    .map_err(|fault| (3, fault.to_string()))?
            }
            _ => Ending::Serve,
        };
        match ending {
            Ending::Exit(code) => Ok(code),
            Ending::Restart => Ok(1),
            Ending::Signal(name) => process::die(&name),
            Ending::Stay => process::stay(),
            Ending::Serve => {
                let served = serve(&mut input, io::stdout(), record);
                served.map(|()| 0).map_err(|why| (3, why.to_string()))
            }
        }
    }
}
