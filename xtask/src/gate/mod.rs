//! `cargo xtask test`: the gate's steps, one after the other.

mod report;
mod steps;

use std::{env, process::ExitCode, time::Instant};

use anyhow::{Result, bail};

use crate::{repo::Repo, tool::Tool};
use report::{Row, Verdict};
use steps::STEPS;

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Runs these steps alone
    #[arg(long, value_delimiter = ',', value_name = "STEP,..")]
    only: Vec<String>,
    /// Names the steps and what they need
    #[arg(long)]
    list: bool,
    /// Also sets up what takes minutes: cargo-deny, and the oldest compiler. CI=true implies it
    #[arg(long)]
    setup: bool,
    /// Stops at the first step that fails
    #[arg(long)]
    fail_fast: bool,
}

/// What a step may ask about the run it is part of.
pub(crate) struct Context<'a> {
    pub(crate) repo: &'a Repo,
    /// May the step set up what takes minutes?
    pub(crate) setup: bool,
}

/// How a step that found no fault ended.
pub(crate) enum Done {
    /// With a few words on what was looked at.
    Passed(String),
    /// With what the machine lacks, and the way to get it.
    Skipped(String),
}

/// One check of the gate. An error of `run` is a failure, and holds everything there is to say.
struct Step {
    name: &'static str,
    about: &'static str,
    needs: &'static [Tool],
    run: fn(&Context<'_>) -> Result<Done>,
}

/// Runs the steps and closes with one line of sums.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<ExitCode> {
    if args.list {
        report::list(STEPS);
        return Ok(ExitCode::SUCCESS);
    }
    let chosen = choose(&args.only)?;
    let ci = env::var_os("CI").is_some_and(|value| value == "true" || value == "1");
    let context = Context { repo, setup: args.setup || ci };
    let mut rows = Vec::new();
    for step in chosen {
        report::begin(step.name);
        let start = Instant::now();
        let verdict = verdict(step, &context, ci);
        let row = Row { name: step.name, verdict, time: start.elapsed() };
        report::end(&row);
        let failed = matches!(row.verdict, Verdict::Failed(_));
        rows.push(row);
        if failed && args.fail_fast {
            break;
        }
    }
    let failed = report::close(&rows);
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn choose(only: &[String]) -> Result<Vec<&'static Step>> {
    for name in only {
        if !STEPS.iter().any(|step| step.name == name) {
            bail!("no step is called {name}; `cargo xtask test --list` names them");
        }
    }
    Ok(STEPS.iter().filter(|step| only.is_empty() || only.iter().any(|n| n == step.name)).collect())
}

fn verdict(step: &Step, context: &Context<'_>, ci: bool) -> Verdict {
    let missing = step.needs.iter().filter(|tool| !tool.found());
    let missing: Vec<_> =
        missing.map(|tool| format!("no {}: {}", tool.program, tool.get)).collect();
    let done = if missing.is_empty() {
        (step.run)(context)
    } else {
        Ok(Done::Skipped(missing.join("; ")))
    };
    match done {
        Ok(Done::Passed(words)) => Verdict::Passed(words),
        // CI has to have everything, or a check could vanish without anyone seeing it.
        Ok(Done::Skipped(lacks)) if ci => Verdict::Failed(lacks),
        Ok(Done::Skipped(lacks)) => Verdict::Skipped(lacks),
        Err(error) => Verdict::Failed(format!("{error:#}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABSENT: Tool = Tool { program: "a-program-nobody-has", get: "apt-get install it" };

    fn verdict_of(
        needs: &'static [Tool],
        run: fn(&Context<'_>) -> Result<Done>,
        ci: bool,
    ) -> Verdict {
        let repo = Repo::find().unwrap();
        let step = Step { name: "step", about: "", needs, run };
        verdict(&step, &Context { repo: &repo, setup: false }, ci)
    }

    #[test]
    fn what_a_machine_lacks_is_skipped_and_fails_in_ci() {
        let lacks = "no a-program-nobody-has: apt-get install it";
        let passes = |_: &Context<'_>| Ok(Done::Passed(String::new()));
        let skips = |_: &Context<'_>| Ok(Done::Skipped("no network".into()));
        assert!(
            matches!(verdict_of(&[ABSENT], passes, false), Verdict::Skipped(text) if text == lacks)
        );
        assert!(
            matches!(verdict_of(&[ABSENT], passes, true), Verdict::Failed(text) if text == lacks)
        );
        assert!(matches!(verdict_of(&[], skips, false), Verdict::Skipped(_)));
        assert!(matches!(verdict_of(&[], skips, true), Verdict::Failed(_)));
        assert!(matches!(verdict_of(&[], passes, true), Verdict::Passed(_)));
    }

    #[test]
    fn an_error_is_a_failure_with_all_it_says() {
        let fails = |_: &Context<'_>| Err(anyhow::anyhow!("inner").context("outer"));
        assert!(
            matches!(verdict_of(&[], fails, false), Verdict::Failed(text) if text == "outer: inner")
        );
    }

    #[test]
    fn steps_are_chosen_by_name_and_keep_their_order() {
        let names = |only: &[&str]| {
            let only: Vec<_> = only.iter().map(|&name| name.to_owned()).collect();
            let chosen = choose(&only)?;
            anyhow::Ok(chosen.iter().map(|step| step.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&["clippy", "fmt"]).unwrap(), ["fmt", "clippy"]);
        assert_eq!(names(&[]).unwrap().len(), STEPS.len());
        assert!(names(&["nothing"]).is_err());
    }
}
