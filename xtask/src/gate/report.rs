//! What the gate prints.

use std::{
    io::{Write as _, stdout},
    time::Duration,
};

use super::Step;

/// How a step ended.
pub(super) enum Verdict {
    Passed(String),
    Failed(String),
    Skipped(String),
}

/// A step that ran.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) verdict: Verdict,
    pub(super) time: Duration,
}

/// Names all steps.
pub(super) fn list(steps: &[Step]) {
    for step in steps {
        println!("{:<18}{}", step.name, step.about);
        for tool in step.needs {
            println!("{:<18}needs {} ({})", "", tool.program, tool.get);
        }
    }
}

/// Says which step runs, so that a long one is no mystery.
pub(super) fn begin(name: &str) {
    print!("{name:<18}");
    // A terminal that is gone is no reason to stop checking.
    let _ = stdout().flush();
}

/// Says how it ended; a failure says everything.
pub(super) fn end(row: &Row) {
    let (word, text) = word(&row.verdict);
    let seconds = row.time.as_secs_f64();
    match &row.verdict {
        Verdict::Failed(text) => println!("{word:<9}{seconds:>7.1} s\n\n{}\n", text.trim_end()),
        Verdict::Passed(_) | Verdict::Skipped(_) => {
            println!("{word:<9}{seconds:>7.1} s  {text}");
        }
    }
}

/// The table of all steps and the line of sums; returns how many failed.
pub(super) fn close(rows: &[Row]) -> usize {
    println!("\n{:<18}{:<9}{:>9}", "step", "verdict", "time");
    for row in rows {
        let (word, _) = word(&row.verdict);
        println!("{:<18}{word:<9}{:>7.1} s", row.name, row.time.as_secs_f64());
    }
    let count = |wanted: &str| rows.iter().filter(|row| word(&row.verdict).0 == wanted).count();
    let failed = count("failed");
    println!("{} passed, {failed} failed, {} skipped", count("passed"), count("skipped"));
    failed
}

fn word(verdict: &Verdict) -> (&'static str, &str) {
    match verdict {
        Verdict::Passed(text) => ("passed", text),
        Verdict::Failed(text) => ("failed", text),
        Verdict::Skipped(text) => ("skipped", text),
    }
}
