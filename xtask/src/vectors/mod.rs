//! `cargo xtask vectors`: the vectors of tests/vectors in every language, beside two validators.

mod c;
mod cpp;
mod kotlin;
mod oracle;
mod python;
mod report;
mod rust;
mod swift;

use anyhow::{Context as _, Result, bail};

use crate::{
    gate::{Context, Done},
    repo::Repo,
    tool::{CC, GXX, JAVAC, MAVEN, PYTHON, READELF, SWIFT, Tool, lacking},
};
use report::Report;

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Runs the vectors in this language alone: rust, c, cpp, python, kotlin, swift, or all
    #[arg(long, default_value = "all")]
    runner: String,
}

/// A language that has the vectors. It says what `report` reads.
struct Runner {
    name: &'static str,
    /// What it needs of the machine.
    needs: &'static [Tool],
    run: fn(&Repo) -> Result<String>,
}

/// The first one is the measure of the others: each runs what it runs, and nothing else.
const RUNNERS: &[Runner] = &[
    Runner { name: "rust", needs: &[], run: rust::run },
    Runner { name: "c", needs: &[CC, READELF], run: c::run },
    Runner { name: "cpp", needs: &[GXX, READELF], run: cpp::run },
    Runner { name: "python", needs: &[PYTHON], run: python::run },
    Runner { name: "kotlin", needs: &[JAVAC, MAVEN], run: kotlin::run },
    Runner { name: "swift", needs: &[SWIFT], run: swift::run },
];

/// Runs the vectors and closes with `N passed, N failed`.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<()> {
    let all = args.runner == "all";
    let chosen: Vec<_> =
        RUNNERS.iter().filter(|runner| all || runner.name == args.runner).collect();
    if chosen.is_empty() {
        bail!("no runner is called {}", args.runner);
    }
    let (chosen, lacking) = split(&chosen);
    if !all && !lacking.is_empty() {
        bail!("{}", lacking.join("; "));
    }
    for what in &lacking {
        println!("skipped {what}");
    }
    let mut reports = reports(repo, &chosen)?;
    report::print(&reports);
    let mut problems = faults(&mut reports);
    match oracle::compare(repo) {
        _ if !all => {}
        Ok(oracle::Verdict::Compared(words)) => println!("python's validator: {words}"),
        Ok(oracle::Verdict::Lacks(what)) => println!("python's validator: skipped, {what}"),
        Err(error) => problems.push(format!("{error:#}")),
    }
    for problem in &problems {
        println!("{problem}");
    }
    let passed: usize = reports.iter().map(|(_, report)| report.passed()).sum();
    println!("{passed} passed, {} failed", problems.len());
    if problems.is_empty() { Ok(()) } else { bail!("the vectors are not kept") }
}

/// All runners and both validators.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    let (chosen, mut lacking) = split(&RUNNERS.iter().collect::<Vec<_>>());
    let mut reports = reports(context.repo, &chosen)?;
    let problems = faults(&mut reports);
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    let ran: Vec<_> =
        reports.iter().map(|(name, report)| format!("{name} {}", report.passed())).collect();
    let mut words = vec![ran.join(", ")];
    match oracle::compare(context.repo)? {
        oracle::Verdict::Compared(compared) => words.push(compared),
        oracle::Verdict::Lacks(what) => lacking.push(what),
    }
    if lacking.is_empty() {
        return Ok(Done::Passed(words.join("; ")));
    }
    Ok(Done::Skipped(format!("{}; ran: {}", lacking.join("; "), words.join("; "))))
}

/// Those that the machine has the tools for, and what it lacks for the others.
fn split<'a>(runners: &[&'a Runner]) -> (Vec<&'a Runner>, Vec<String>) {
    let (mut there, mut lacks) = (Vec::new(), Vec::new());
    for runner in runners {
        match lacking(runner.needs) {
            None => there.push(*runner),
            Some(what) => lacks.push(format!("{}: {what}", runner.name)),
        }
    }
    (there, lacks)
}

fn reports(repo: &Repo, runners: &[&Runner]) -> Result<Vec<(&'static str, Report)>> {
    let report = |runner: &&Runner| {
        let said = (runner.run)(repo).with_context(|| format!("the {} runner", runner.name))?;
        Ok((runner.name, Report::parse(&said)))
    };
    runners.iter().map(report).collect()
}

/// What failed, and what a language leaves out.
fn faults(reports: &mut [(&'static str, Report)]) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, report) in reports.iter_mut() {
        faults.extend(report.failures.drain(..).map(|failure| format!("{name}: {failure}")));
        if report.files.is_empty() {
            faults.push(format!("{name}: ran no vectors"));
        }
    }
    if let [(first, measure), others @ ..] = &*reports {
        for (name, report) in others {
            let differing = measure.differing(report);
            faults.extend(differing.iter().map(|what| format!("{name} beside {first}: {what}")));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_that_leaves_out_vectors_fails() {
        let report = |text: &str| Report::parse(text);
        let mut reports = [
            ("rust", report("vectors forms: 3 passed, 0 failed\n")),
            ("other", report("vectors forms: 2 passed, 0 failed\n")),
        ];
        assert_eq!(faults(&mut reports), ["other beside rust: forms: 2 vectors, not 3"]);
        let mut reports = [
            (
                "rust",
                report("vectors forms: 3 passed, 0 failed\nvectors urls: 1 passed, 0 failed\n"),
            ),
            ("other", report("vectors forms: 3 passed, 0 failed\n")),
        ];
        assert_eq!(faults(&mut reports), ["other beside rust: urls: 0 vectors, not 1"]);
    }

    #[test]
    fn failures_and_silence_are_told() {
        let mut reports = [("rust", Report::parse("FAILED a/b/1: no\n"))];
        assert_eq!(faults(&mut reports), ["rust: FAILED a/b/1: no", "rust: ran no vectors"]);
    }
}
