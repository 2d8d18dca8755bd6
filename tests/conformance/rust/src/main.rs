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
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {}
        ["--fault", fault] => url = Meddler::start(fault, &url)?,
        _ => return Err("only --fault NAME before the URL".to_owned()),
    }
    let given = |name: &str| env::var(name).map_err(|_| format!("no {name}"));
    let scenario = given("MCP_CONFORMANCE_SCENARIO")?;
    let revision = given("MCP_CONFORMANCE_PROTOCOL_VERSION")?;
    let context = env::var("MCP_CONFORMANCE_CONTEXT").unwrap_or_else(|_| "{}".to_owned());
    let stage = Stage::open(&url, &scenario, &revision).map_err(|error| error.to_string())?;
    scenario::play(&stage, &scenario, &context)
}
