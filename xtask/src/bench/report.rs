//! What is said after a run.

use super::{
    figure::{Figure, Kind},
    samples::{Sample, Samples},
};

/// One `name: number` a line for each figure of the library's own contenders that has a name: a cost
/// as a multiple of raw, all else as it is.
pub(super) fn lines(samples: &Samples) {
    for (at, cell) in samples.cells.iter().enumerate() {
        for (who, contender) in samples.contenders.iter().enumerate() {
            if !contender.is_ours() {
                continue;
            }
            for figure in cell.workload.figures.iter().filter(|figure| cell.has(figure)) {
                let Some(name) = figure.line else { continue };
                let value = match figure.kind {
                    Kind::Cost => multiple(samples, at, who, figure, "raw"),
                    _ => combined(samples, at, who, figure),
                };
                let value = value.map_or_else(|| "failed".to_owned(), shown);
                println!("{} {} {name}: {value}", cell.name(), contender.name);
            }
        }
    }
}

/// Says which runs failed.
/// Gives how often it was this library that failed.
pub(super) fn failures(samples: &Samples) -> usize {
    let mut ours = 0;
    for row in samples.rows() {
        for sample in &row.rounds {
            if let Sample::Failed(why) = sample {
                eprintln!("failed: {}: {}: {why}", row.cell, row.contender.name);
                ours += usize::from(row.contender.name.starts_with("ours"));
            }
        }
    }
    ours
}

/// The figure's value over all rounds, in its own unit.
pub(super) fn combined(samples: &Samples, at: usize, who: usize, figure: &Figure) -> Option<f64> {
    let values = samples.row(at, who)?.values(figure).into_iter().flatten();
    match figure.kind {
        Kind::Cost | Kind::Level => median(values),
        Kind::Fault => values.reduce(f64::max),
        Kind::Outcome => values.reduce(f64::min),
    }
}

/// How many times the cost of the contender called `base`: the median of the rounds' ratios.
pub(super) fn multiple(
    samples: &Samples,
    at: usize,
    who: usize,
    figure: &Figure,
    base: &str,
) -> Option<f64> {
    let base = samples.contenders.iter().position(|contender| contender.name == base)?;
    let base = samples.row(at, base)?.values(figure);
    let own = samples.row(at, who)?.values(figure);
    let ratio = |(own, base): (Option<f64>, Option<f64>)| Some(own? / base.filter(|&b| b > 0.0)?);
    median(own.into_iter().zip(base).filter_map(ratio))
}

/// The middle one, or the mean of the two.
pub(super) fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<_> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let upper = *values.get(values.len() / 2)?;
    let lower = if values.len() % 2 == 0 { values[values.len() / 2 - 1] } else { upper };
    Some(f64::midpoint(lower, upper))
}

/// Three digits that matter.
pub(super) fn shown(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 0.1 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median([]), None);
        assert_eq!(median([3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median([4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn numbers_are_short() {
        let shown: Vec<_> = [0.0, 123.4, 12.34, 1.234, 0.01234].map(shown).into();
        assert_eq!(shown, ["0", "123", "12.3", "1.23", "0.0123"]);
    }
}
