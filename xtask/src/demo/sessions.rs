//! What a person may type, as lines from a pipe: the host must take each of them, and stop at the end.
//!
//! tests/demo/sessions.json has them: the lines, whether the host then ends well, and what it must have said.

use std::{fs, path::Path, process::Command};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::{LIMIT, Scene, record};
use crate::{files, repo::Repo, run};

/// Plays all sessions; returns how many there are.
pub(super) fn all(repo: &Repo, scene: &Scene<'_>, out: &Path) -> Result<usize> {
    let text = files::read(&repo.path("tests/demo/sessions.json"))?;
    let sessions: Vec<Value> = serde_json::from_str(&text)?;
    for session in &sessions {
        let name = session["name"].as_str().context("a session without a name")?;
        play(scene, session, &out.join(name).with_extension("log"))
            .with_context(|| format!("session {name}"))?;
    }
    Ok(sessions.len())
}

fn play(scene: &Scene<'_>, session: &Value, log: &Path) -> Result<()> {
    let file = log.with_extension("typed");
    fs::write(&file, typed(session)?)?;
    let host = scene.host(&[], false, session["era"].as_str().unwrap_or(super::ERAS[0]));
    let mut shell = Command::new("sh");
    let script = "cat \"$0\" | \"$@\"; echo \"ends with $?\"";
    shell.args(["-c", script]).arg(&file).arg(host.get_program()).args(host.get_args());
    let said = run::limited(&mut shell, log, LIMIT)?;
    let ends_well = session["endsWell"].as_bool().context("endsWell is missing")?;
    let ending = format!("ends with {}\n", i32::from(!ends_well));
    for words in strings(&session["says"])?.into_iter().chain([ending.as_str()]) {
        if !said.contains(words) {
            bail!("{said}\nnothing says {words:?}");
        }
    }
    record::compare(&scene.host_record(), &scene.server_record()).context(said)?;
    Ok(())
}

/// The lines; the last one may lack its end. `<long>` stands for more than the host takes as one line.
fn typed(session: &Value) -> Result<String> {
    let mut typed: String =
        strings(&session["lines"])?.into_iter().flat_map(|line| [line, "\n"]).collect();
    typed = typed.replace("<long>", &"x".repeat(9000));
    if session["lastLineEnds"] == false {
        typed.pop();
    }
    Ok(typed)
}

fn strings(list: &Value) -> Result<Vec<&str>> {
    let list = list.as_array().context("not a list")?;
    list.iter().map(|item| item.as_str().context("not a text")).collect()
}
