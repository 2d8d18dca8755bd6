//! Plays the host's half of transcripts over the Rust API: `tests/transcripts/AGENTS.md` says how.

mod host;
mod open;
mod stage;

use std::io::{self, BufRead as _};
use std::process::ExitCode;

use host::tell;
use serde_json::{Value, json};
use stage::Stage;

fn main() -> ExitCode {
    let mut stage = None;
    for line in io::stdin().lock().lines() {
        let reply = line
            .map_err(|error| error.to_string())
            .and_then(|line| serde_json::from_str(&line).map_err(|error| error.to_string()))
            .and_then(|command| obey(&mut stage, &command));
        match reply {
            Ok(code) => tell(&json!({"reply": code})),
            Err(why) => tell(&json!({"reply": why})),
        }
    }
    ExitCode::SUCCESS
}

/// Does what it is told; gives the library's code, or why it is no command.
fn obey(stage: &mut Option<Stage>, command: &Value) -> Result<i32, String> {
    let result = match (command["do"].as_str().unwrap_or_default(), stage.as_ref()) {
        ("open", None) => Stage::open(command).map(|opened| *stage = Some(opened)),
        ("end", _) => {
            drop(stage.take());
            Ok(())
        }
        (_, Some(stage)) => stage.obey(command)?,
        (what, None) => return Err(format!("cannot {what} without a client")),
    };
    Ok(result.map_or_else(|error| error.code.number(), |()| 0))
}
