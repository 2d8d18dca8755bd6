//! What the library wants to be: no dearer than others (floors), and close to the physical limit (aims).

use std::fmt::Write as _;

use super::{
    cell::{Cell, Era, Over},
    figure::{Figure, Kind},
    report::{combined, multiple, shown},
    samples::Samples,
};

/// A cost that is not to be above so many times that of another contender.
struct Bound {
    name: &'static str,
    /// Whom it binds.
    binds: fn(&str) -> bool,
    /// Which cells, and the most that is wanted there.
    most: fn(&Cell) -> Option<f64>,
    base: &'static str,
}

fn is_c(name: &str) -> bool {
    matches!(name, "ours" | "ours-inline")
}

const BOUNDS: &[Bound] = &[
    Bound { name: "floor", binds: is_c, most: |_| Some(1.0), base: "rmcp-tuned" },
    Bound { name: "aim", binds: is_c, most: aim, base: "raw" },
    Bound { name: "floor", binds: |name| name == "ours-py", most: |_| Some(0.2), base: "py" },
];

/// Over HTTP and in the handshake's era; with plain answers where there are two ways.
fn aim(cell: &Cell) -> Option<f64> {
    if (cell.over, cell.era) != (Over::Http, Era::Handshake) {
        return None;
    }
    match cell.workload.name {
        "w1" => Some(1.8),
        "w2" | "w4" => Some(2.0),
        "w3-16m" => Some(3.5),
        _ => None,
    }
}

/// A table of all of them that this run can tell, in CPU; empty if there is none.
pub(super) fn table(samples: &Samples) -> String {
    let mut rows = String::new();
    for bound in BOUNDS {
        for (at, cell) in samples.cells.iter().enumerate() {
            let cpu = |figure: &&Figure| figure.kind == Kind::Cost && figure.line == Some("cpu");
            let Some(most) = (bound.most)(cell) else { continue };
            let Some(figure) = cell.workload.figures.iter().find(cpu) else { continue };
            for (who, contender) in samples.contenders.iter().enumerate() {
                if !(bound.binds)(contender.name) {
                    continue;
                }
                let base = samples.contenders.iter().position(|one| one.name == bound.base);
                let ran = |who| samples.row(at, who).is_some();
                if !(ran(who) && base.is_some_and(ran)) {
                    continue;
                }
                let value = multiple(samples, at, who, figure, bound.base);
                let verdict = match value {
                    Some(value) if value <= most => "held",
                    Some(_) => "MISSED",
                    None => "not measured",
                };
                let value = value.map(shown).unwrap_or_default();
                let (name, base) = (bound.name, bound.base);
                let _ = writeln!(
                    rows,
                    "| {cell} | {} | {name} | {most} × {base} | {value} | {verdict} |",
                    contender.name
                );
            }
        }
    }
    rows.push_str(&connections(samples));
    if rows.is_empty() {
        return rows;
    }
    let head = "| | contender | | at most | is | |\n| --- | --- | --- | ---: | ---: | --- |";
    format!("### Floors and aims (CPU, median of the rounds' ratios)\n\n{head}\n{rows}\n")
}

/// Calls that follow upon each other need one connection, and one for what the server says unasked.
const KEPT: f64 = 4.0;

/// Whether this library keeps its connections.
fn connections(samples: &Samples) -> String {
    let mut rows = String::new();
    for (at, cell) in samples.cells.iter().enumerate() {
        let Some(figure) = cell.workload.figures.iter().find(|f| f.line == Some("connections"))
        else {
            continue;
        };
        if cell.over != Over::Http || !matches!(cell.workload.name, "w1" | "w4" | "w3-16m") {
            continue;
        }
        for (who, contender) in samples.contenders.iter().enumerate() {
            let Some(value) = combined(samples, at, who, figure) else { continue };
            if !contender.name.starts_with("ours") {
                continue;
            }
            let verdict = if value <= KEPT { "held" } else { "MISSED" };
            let (name, value) = (contender.name, shown(value));
            let _ = writeln!(
                rows,
                "| {cell} | {name} | aim | {KEPT} connections | {value} | {verdict} |"
            );
        }
    }
    rows
}
