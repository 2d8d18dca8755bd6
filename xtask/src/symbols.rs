//! `cargo xtask symbols`: what the library exports, against ffi/symbols.txt and the header.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    process::Command,
};

use anyhow::{Result, bail};

use crate::{
    c::library,
    files,
    gate::{Context, Done},
    header,
    repo::Repo,
    run,
};

const LIST: &str = "ffi/symbols.txt";
const HEAD: &str = "\
# Every exported symbol, the version that added it and, where it is so, `deprecated` and the version
# since which it is. `cargo xtask symbols` adds new ones. Lines go only when the SONAME changes.
";

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Compares instead of writing, and fails on a difference
    #[arg(long)]
    check: bool,
}

/// Symbol, and what the list says after it.
type List = BTreeMap<String, String>;

/// Adds what is new, or compares.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<()> {
    if args.check {
        return compare(repo).map(drop);
    }
    let path = repo.path(LIST);
    let mut list = if path.is_file() { parse(&files::read(&path)?)? } else { List::new() };
    let exported = exported(repo)?;
    for symbol in &exported {
        list.entry(symbol.clone()).or_insert_with(|| repo.version().unwrap_or_default().to_owned());
    }
    let lines: String = list.iter().map(|(symbol, says)| format!("{symbol} {says}\n")).collect();
    fs::write(path, format!("{HEAD}{lines}"))?;
    println!("{LIST}: {} symbols", list.len());
    compare(repo).map(drop)
}

/// All three agree.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    Ok(Done::Passed(format!("{} symbols", compare(context.repo)?)))
}

fn compare(repo: &Repo) -> Result<usize> {
    let exported = exported(repo)?;
    let listed: BTreeSet<_> = parse(&files::read(&repo.path(LIST))?)?.into_keys().collect();
    let declared = header::declared(repo)?;
    let mut faults = differences("the library exports", &exported, LIST, &listed);
    faults.extend(differences("the library exports", &exported, "the header", &declared));
    if exported.is_empty() {
        faults.push("the library exports nothing".to_owned());
    }
    if !faults.is_empty() {
        bail!("{}\n`cargo xtask symbols` adds what is new", faults.join("\n"));
    }
    Ok(exported.len())
}

fn differences(one: &str, a: &BTreeSet<String>, other: &str, b: &BTreeSet<String>) -> Vec<String> {
    let extra = a.difference(b).map(|symbol| format!("{one} {symbol}, unknown to {other}"));
    let missing =
        b.difference(a).map(|symbol| format!("{other} has {symbol}, which is not exported"));
    extra.chain(missing).collect()
}

/// What `nm` sees in the debug library.
fn exported(repo: &Repo) -> Result<BTreeSet<String>> {
    let library = library::plain(repo)?;
    let said = run::stdout(Command::new("nm").args(["-D", "--defined-only", "-P"]).arg(library))?;
    Ok(said.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect())
}

fn parse(text: &str) -> Result<List> {
    let mut list = List::new();
    for (at, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let at = at + 1;
        let words: Vec<_> = line.split(' ').collect();
        let sound = match words[..] {
            [_, added] => is_version(added),
            [_, added, "deprecated", since] => is_version(added) && is_version(since),
            _ => false,
        };
        if !sound {
            bail!("{LIST}:{at}: write `symbol 0.1.0` or `symbol 0.1.0 deprecated 0.2.0`");
        }
        if list.insert(words[0].to_owned(), words[1..].join(" ")).is_some() {
            bail!("{LIST}:{at}: {} stands here twice", words[0]);
        }
    }
    Ok(list)
}

fn is_version(word: &str) -> bool {
    let parts: Vec<_> = word.split('.').collect();
    parts.len() == 3 && parts.iter().all(|part| part.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read_with_what_it_says() {
        let list = parse("# head\n\na 0.1.0\nb 0.1.0 deprecated 0.2.0\n").unwrap();
        assert_eq!(list["a"], "0.1.0");
        assert_eq!(list["b"], "0.1.0 deprecated 0.2.0");
    }

    #[test]
    fn a_bad_line_is_told_by_number() {
        for bad in ["a", "a 1", "a 0.1.0 gone", "a 0.1.0 deprecated", "a 0.1.0 deprecated x"] {
            let error = parse(&format!("# head\n{bad}\n")).unwrap_err().to_string();
            assert!(error.starts_with("ffi/symbols.txt:2: "), "{error}");
        }
        assert!(
            parse("a 0.1.0\na 0.1.0\n").unwrap_err().to_string().contains("a stands here twice")
        );
    }

    #[test]
    fn both_directions_are_told() {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let faults =
            differences("the library exports", &set(&["a", "b"]), "the list", &set(&["b", "c"]));
        assert_eq!(
            faults,
            ["the library exports a, unknown to the list", "the list has c, which is not exported"]
        );
    }
}
