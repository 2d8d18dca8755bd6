//! `cargo xtask mutants`: does a test notice when the checking code is wrong?
//!
//! Small faults are put into a copy of the sources, one at a time and sampled by a seed, and the tests
//! run: first the vectors, then the unit tests. A fault that no test notices is told with its place:
//! either a case is missing, or the code says the same in two ways.

mod find;
mod source;
mod tree;

use anyhow::{Context as _, Result, bail};

use crate::{files, repo::Repo};
use find::Mutant;
use tree::{Fate, Tree};

/// What decides whether an answer goes out.
const CODE: [&str; 2] = ["core/engine/src/elicitation", "core/engine/src/sampling"];

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many faults to try; all if there are fewer
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// Chooses others
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Tries only faults in files whose paths contain this
    #[arg(long)]
    only: Option<String>,
    /// Names the faults that would be tried
    #[arg(long)]
    list: bool,
}

/// Tries the faults and closes with the score.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<()> {
    let all = collect(repo, args.only.as_deref())?;
    let total = all.len();
    let chosen = sample(all, args.count, args.seed);
    if args.list {
        chosen.iter().for_each(|mutant| println!("{mutant}"));
        println!("{} of {total} faults", chosen.len());
        return Ok(());
    }
    let tree = Tree::copy(repo).context("a copy of the sources")?;
    tree.baseline()?;
    let (mut vectors, mut tests, mut survived, mut unbuilt) = (0, 0, 0, 0);
    for (index, mutant) in chosen.iter().enumerate() {
        let fate = tree.with(mutant)?;
        match fate {
            Fate::Vectors => vectors += 1,
            Fate::Tests => tests += 1,
            Fate::Survived => survived += 1,
            Fate::Unbuilt => unbuilt += 1,
        }
        if !matches!(fate, Fate::Unbuilt) {
            println!("{:>4} {:<9} {mutant}", index + 1, fate.word());
        }
    }
    let built = vectors + tests + survived;
    if built == 0 {
        bail!("none of {total} faults could be built");
    }
    let killed = vectors + tests;
    println!(
        "{killed} of {built} faults noticed ({}%): {vectors} by the vectors, {tests} by the unit tests alone; {survived} survived, {unbuilt} did not compile",
        killed * 100 / built
    );
    Ok(())
}

fn collect(repo: &Repo, only: Option<&str>) -> Result<Vec<Mutant>> {
    let mut mutants = Vec::new();
    for folder in CODE {
        for path in files::below(&repo.path(folder))? {
            let relative = path.strip_prefix(repo.root()).unwrap_or(&path);
            let named = only.is_none_or(|only| relative.to_string_lossy().contains(only));
            if named && relative.extension().is_some_and(|extension| extension == "rs") {
                mutants.extend(find::all(relative, &files::read(&path)?));
            }
        }
    }
    Ok(mutants)
}

/// Some of them, in their order: the same ones for the same seed.
fn sample(mut all: Vec<Mutant>, count: usize, seed: u64) -> Vec<Mutant> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    while all.len() > count {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let place = usize::try_from(state % all.len() as u64).unwrap_or(0);
        all.remove(place);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_chooses_the_same_faults_again() {
        let repo = Repo::find().unwrap();
        let names = |seed| {
            let chosen = sample(collect(&repo, None).unwrap(), 20, seed);
            chosen.iter().map(Mutant::to_string).collect::<Vec<_>>()
        };
        assert_eq!(names(1).len(), 20);
        assert_eq!(names(1), names(1));
        assert_ne!(names(1), names(2));
    }
}
