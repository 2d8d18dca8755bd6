//! `cargo xtask fuzz`: feeds the engine what nobody thought of.

mod build;
mod target;

use std::time::Duration;

use anyhow::{Result, bail};

use crate::{
    files,
    gate::{Context, Done},
    repo::Repo,
};
use build::Build;
pub(crate) use build::stand_in;
use target::Target;

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Runs these targets alone
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// How long each target runs
    #[arg(long, value_name = "N", default_value_t = 600)]
    seconds: u64,
    /// Replays the seeds and runs each target for a moment, as the gate does
    #[arg(long, conflicts_with = "seconds")]
    smoke: bool,
    /// Builds with the address sanitizer, which finds faults of unsafe code in dependencies
    #[arg(long)]
    asan: bool,
    /// Runs one target on one file and says what it does to it
    #[arg(long, value_name = "FILE")]
    input: Option<std::path::PathBuf>,
}

/// How long a target runs in the gate, beyond its seeds.
const MOMENT: Duration = Duration::from_secs(1);

/// Runs the targets one after the other; a finding ends the command.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<()> {
    let targets = choose(repo, &args.targets)?;
    let build = Build::make(repo, &targets, args.asan)?;
    if let Some(input) = &args.input {
        let [target] = &targets[..] else { bail!("name the one target that --input is for") };
        print!("{}", target.replay(&build, input)?);
        return Ok(());
    }
    for target in &targets {
        let run = match args.smoke {
            true => target.smoke(&build, MOMENT)?,
            false => target.search(&build, Duration::from_secs(args.seconds))?,
        };
        println!("{:<10}{run}", target.name);
    }
    Ok(())
}

/// The seeds and a moment of search for every target.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    let targets = choose(context.repo, &[])?;
    let build = Build::make(context.repo, &targets, false)?;
    let mut runs = 0;
    for target in &targets {
        runs += target.smoke(&build, MOMENT)?.executions;
    }
    Ok(Done::Passed(format!("{} targets, {runs} inputs", targets.len())))
}

/// Every file in the folder of targets is one.
fn choose(repo: &Repo, names: &[String]) -> Result<Vec<Target>> {
    let known = files::directly(&repo.path("tests/fuzz/targets"), "rs")?;
    let known: Vec<_> = known.iter().filter_map(|path| path.file_stem()?.to_str()).collect();
    for name in names {
        if !known.contains(&name.as_str()) {
            bail!("no target is called {name}; there are {}", known.join(", "));
        }
    }
    let wanted = |name: &&str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    known.into_iter().filter(wanted).map(|name| Target::new(repo, name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_chosen_by_name() {
        let repo = Repo::find().unwrap();
        let names = |names: &[&str]| -> Result<Vec<String>> {
            let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
            Ok(choose(&repo, &names)?.into_iter().map(|target| target.name).collect())
        };
        assert_eq!(names(&["session", "lines"]).unwrap(), ["lines", "session"]);
        assert!(names(&[]).unwrap().len() >= 7);
        let error = names(&["nothing"]).unwrap_err().to_string();
        assert!(error.starts_with("no target is called nothing; there are envelope, "), "{error}");
    }

    /// A target without a seed begins with nothing, and one without a manifest entry is not built.
    #[test]
    fn every_target_is_whole() {
        let repo = Repo::find().unwrap();
        let manifest = files::read(&repo.path("tests/fuzz/Cargo.toml")).unwrap();
        for target in choose(&repo, &[]).unwrap() {
            let entry = format!("path = \"targets/{}.rs\"", target.name);
            assert!(manifest.contains(&entry), "{}", target.name);
            assert!(!files::below(&target.seeds).unwrap().is_empty(), "{}", target.name);
        }
    }
}
