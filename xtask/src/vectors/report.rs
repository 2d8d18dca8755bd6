//! What a runner says: a line for each file, and one for each vector that failed.

use std::collections::{BTreeMap, BTreeSet};

/// Passed and failed.
type Count = (usize, usize);

/// One language's run.
pub(super) struct Report {
    pub(super) files: BTreeMap<String, Count>,
    pub(super) failures: Vec<String>,
}

impl Report {
    /// Reads lines `vectors NAME: N passed, N failed` and `FAILED ...`; others are free.
    pub(super) fn parse(said: &str) -> Self {
        let files = said.lines().filter_map(file).collect();
        let failures = said.lines().filter(|line| line.starts_with("FAILED "));
        let failures = failures.map(str::to_owned).collect();
        Self { files, failures }
    }

    pub(super) fn passed(&self) -> usize {
        self.files.values().map(|(passed, _)| passed).sum()
    }

    /// The files of which another run has more or fewer vectors than this one.
    pub(super) fn differing(&self, other: &Self) -> Vec<String> {
        let names: BTreeSet<_> = self.files.keys().chain(other.files.keys()).collect();
        let total = |report: &Self, name: &str| {
            report.files.get(name).map_or(0, |(passed, failed)| passed + failed)
        };
        names
            .into_iter()
            .map(|name| (name, total(other, name), total(self, name)))
            .filter(|(_, theirs, ours)| theirs != ours)
            .map(|(name, theirs, ours)| format!("{name}: {theirs} vectors, not {ours}"))
            .collect()
    }
}

fn file(line: &str) -> Option<(String, Count)> {
    let (name, counts) = line.strip_prefix("vectors ")?.split_once(": ")?;
    let (passed, failed) = counts.strip_suffix(" failed")?.split_once(" passed, ")?;
    Some((name.to_owned(), (passed.parse().ok()?, failed.parse().ok()?)))
}

/// A table: files down, languages across.
pub(super) fn print(reports: &[(&'static str, Report)]) {
    let mut names: Vec<_> = reports.iter().flat_map(|(_, report)| report.files.keys()).collect();
    names.sort();
    names.dedup();
    let head: String = reports.iter().map(|(name, _)| format!("{name:>9}")).collect();
    println!("{:<20}{head}", "vectors");
    for name in names {
        let counts: String = reports
            .iter()
            .map(|(_, report)| {
                format!("{:>9}", report.files.get(name).map_or(0, |(passed, _)| *passed))
            })
            .collect();
        println!("{name:<20}{counts}");
    }
}

#[cfg(test)]
mod tests {
    use super::Report;

    #[test]
    fn lines_of_other_kinds_are_free() {
        let report = Report::parse(
            "running\nvectors forms: 12 passed, 1 failed\nFAILED forms/a/1: why\nvectors\nvectors x: y passed, 1 failed\n13 passed, 1 failed\n",
        );
        assert_eq!(report.files.len(), 1);
        assert_eq!(report.files["forms"], (12, 1));
        assert_eq!((report.passed(), report.failures.len()), (12, 1));
    }

    #[test]
    fn differences_go_both_ways() {
        let one = Report::parse("vectors a: 1 passed, 1 failed\nvectors b: 1 passed, 0 failed\n");
        let two = Report::parse("vectors a: 2 passed, 0 failed\nvectors c: 1 passed, 0 failed\n");
        assert_eq!(one.differing(&two), ["b: 0 vectors, not 1", "c: 1 vectors, not 0"]);
        assert!(one.differing(&one).is_empty());
    }
}
