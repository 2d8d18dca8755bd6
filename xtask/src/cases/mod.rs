//! `cargo xtask cases`: which of the faults that others have had a test shows not to be ours.

mod list;
mod proof;

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use crate::{
    files,
    gate::{Context, Done},
    repo::Repo,
};
use list::{Case, List};

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Writes out what is said of one case, or of all whose names begin so
    #[arg(value_name = "CASE")]
    case: Option<String>,
}

const LIST: &str = "tests/cases/cases.toml";

/// Prints the cases that wait, then the sums.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<()> {
    let list = checked(repo)?;
    if let Some(name) = &args.case {
        let name = name.to_uppercase();
        let mut found = list.cases.iter().filter(|case| case.id.starts_with(&name)).peekable();
        if found.peek().is_none() {
            bail!("no case is called {name}");
        }
        found.for_each(print);
        return Ok(());
    }
    for (word, meaning) in &list.waits {
        let waiting = list.cases.iter().filter(|case| case.waits.as_ref() == Some(word));
        let (in_part, wholly): (Vec<_>, Vec<_>) = waiting.partition(|case| !case.proof.is_empty());
        println!("{word}: {meaning}");
        for (what, cases) in [("wait", wholly), ("in part", in_part)] {
            for line in cases.chunks(10) {
                let ids: Vec<_> = line.iter().map(|case| &*case.id).collect();
                println!("    {what:<8}{}", ids.join(" "));
            }
        }
    }
    println!("\n{}", sums(&list));
    Ok(())
}

/// Fails if a named test does not exist, or a case is without a word.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    Ok(Done::Passed(sums(&checked(context.repo)?)))
}

fn checked(repo: &Repo) -> Result<List> {
    let list = List::parse(&files::read(&repo.path(LIST))?)?;
    let mut texts = BTreeMap::new();
    let mut faults = Vec::new();
    for case in &list.cases {
        for proof in &case.proof {
            if let Some(fault) = proof::fault(repo.root(), proof, &mut texts) {
                faults.push(format!("{}: {fault}", case.id));
            }
        }
    }
    if !faults.is_empty() {
        bail!("{LIST}\n{}", faults.join("\n"));
    }
    Ok(list)
}

fn print(case: &Case) {
    println!("{} [{}] {}", case.id, case.level, case.about);
    for proof in &case.proof {
        println!("    {proof}");
    }
    if let Some(waits) = &case.waits {
        println!("    waits for {waits}");
    }
    if let Some(decided) = &case.decided {
        println!("    decided: {decided}");
    }
}

fn sums(list: &List) -> String {
    let count = |what: &dyn Fn(&Case) -> bool| list.cases.iter().filter(|case| what(case)).count();
    let whole = count(&|case| case.waits.is_none());
    let part = count(&|case| case.waits.is_some() && !case.proof.is_empty());
    let wait = count(&|case| case.proof.is_empty());
    format!("{} cases: {whole} proved, {part} in part, {wait} wait", list.cases.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_s_own_list_is_sound() {
        let list = checked(&Repo::find().unwrap()).unwrap();
        assert!(list.cases.len() > 100);
    }

    #[test]
    fn sums_tell_parts_from_wholes() {
        let list = List::parse(
            "cases = 3\n[waits]\nx = 'X'\n\
             [A-01]\nlevel = 'must'\nabout = 'a'\nproof = ['p']\n\
             [A-02]\nlevel = 'must'\nabout = 'b'\nproof = ['p']\nwaits = 'x'\n\
             [B-01]\nlevel = 'should'\nabout = 'c'\nwaits = 'x'\n",
        )
        .unwrap();
        assert_eq!(sums(&list), "3 cases: 1 proved, 1 in part, 1 wait");
    }
}
