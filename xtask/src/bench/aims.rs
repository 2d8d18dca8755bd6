//! What the library wants to be: no dearer than others (floors), and close to the physical limit (aims).

use std::fmt::Write as _;

use super::{
    cell::{Cell, Era, Over},
    figure::{Figure, Kind},
    report::{multiple, shown},
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
                let Some(value) = multiple(samples, at, who, figure, bound.base) else { continue };
                let verdict = if value <= most { "held" } else { "MISSED" };
                let (name, base, value) = (bound.name, bound.base, shown(value));
                let _ = writeln!(
                    rows,
                    "| {cell} | {} | {name} | {most} × {base} | {value} | {verdict} |",
                    contender.name
                );
            }
        }
    }
    if rows.is_empty() {
        return rows;
    }
    let head = "| | contender | | at most | is | |\n| --- | --- | --- | ---: | ---: | --- |";
    format!("### Floors and aims (CPU, median of the rounds' ratios)\n\n{head}\n{rows}\n")
}
