//! A client for the official conformance suite: does what a scenario asks of one. `../README.md` says what
//! that is, for every language.
#![allow(clippy::print_stderr, reason = "a program that is read by people when it fails")]

mod host;
mod meddler;
mod scenario;
mod stage;

use std::env;
use std::process::ExitCode;

use meddler::Meddler;
use stage::Stage;

type End = fn() -> Result<(), String>;

/// Faults of the client itself, when all that was asked of it is done.
const AT_THE_END: [(&str, End); 2] = [
    ("abort-at-the-end", || std::process::abort()),
    ("failure-at-the-end", || Err("as it was told".to_owned())),
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut words: Vec<_> = env::args().skip(1).collect();
    let mut url = words.pop().ok_or("no URL")?;
    let mut end: End = || Ok(());
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {}
        ["--fault", fault] => match AT_THE_END.iter().find(|(name, _)| *name == fault) {
            Some((_, at_the_end)) => end = *at_the_end,
            None => url = Meddler::start(fault, &url)?,
        },
        _ => return Err("only --fault NAME before the URL".to_owned()),
    }
    let given = |name: &str| env::var(name).map_err(|_| format!("no {name}"));
    let scenario = given("MCP_CONFORMANCE_SCENARIO")?;
    let revision = given("MCP_CONFORMANCE_PROTOCOL_VERSION")?;
    let context = env::var("MCP_CONFORMANCE_CONTEXT").unwrap_or_else(|_| "{}".to_owned());
    let stage = Stage::open(&url, &revision).map_err(|error| error.to_string())?;
    scenario::play(&stage, &scenario, &context)?;
    drop(stage);
    end()
}
