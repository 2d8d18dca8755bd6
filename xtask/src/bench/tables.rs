//! The tables of a run with peers.

use std::{fmt::Write as _, thread};

use super::{
    figure::{Figure, Kind},
    report::{combined, multiple, shown},
    samples::Samples,
};

/// All tables, as Markdown.
pub(super) fn markdown(samples: &Samples) -> String {
    let mut text = String::new();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let _ = writeln!(text, "{} rounds on {cores} processors; lower is better.\n", samples.rounds);
    let there = |base: &&str| samples.contenders.iter().any(|contender| contender.name == *base);
    for base in ["raw", "rmcp-tuned", "py"].into_iter().filter(there) {
        let title = format!("Cost as a multiple of {base} (median of the rounds' ratios)");
        table(&mut text, samples, &title, &[Kind::Cost], |at, who, figure| {
            multiple(samples, at, who, figure, base).map(shown)
        });
    }
    table(&mut text, samples, "Medians", &[Kind::Cost, Kind::Level], |at, who, figure| {
        combined(samples, at, who, figure).map(shown)
    });
    table(&mut text, samples, "Delivery (worst round)", &[Kind::Fault], |at, who, figure| {
        combined(samples, at, who, figure).map(shown)
    });
    table(&mut text, samples, "Default limits", &[Kind::Outcome], |at, who, figure| {
        combined(samples, at, who, figure).map(|outcome| outcome_words(outcome).to_owned())
    });
    text
}

fn outcome_words(outcome: f64) -> &'static str {
    if outcome > 0.0 {
        "delivered"
    } else if outcome < 0.0 {
        "no answer, no error"
    } else {
        "error"
    }
}

fn table(
    text: &mut String,
    samples: &Samples,
    title: &str,
    kinds: &[Kind],
    value: impl Fn(usize, usize, &Figure) -> Option<String>,
) {
    let mut rows = String::new();
    for (at, cell) in samples.cells.iter().enumerate() {
        let wanted = |figure: &&Figure| kinds.contains(&figure.kind) && cell.has(figure);
        for figure in cell.workload.figures.iter().filter(wanted) {
            let _ = write!(rows, "| {cell}: {} |", figure.title);
            for who in 0..samples.contenders.len() {
                let value = value(at, who, figure).unwrap_or_else(|| "–".to_owned());
                let _ = write!(rows, " {value} |");
            }
            rows.push('\n');
        }
    }
    if rows.is_empty() {
        return;
    }
    let names: Vec<_> = samples.contenders.iter().map(|contender| contender.name).collect();
    let _ = writeln!(text, "### {title}\n\n| | {} |", names.join(" | "));
    let _ = writeln!(text, "| --- |{}\n{rows}", " ---: |".repeat(names.len()));
}
