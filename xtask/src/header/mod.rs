//! `cargo xtask header`, and the checks of the headers.

mod codes;
mod docs;
mod parse;
mod standards;

use std::{collections::BTreeSet, fs, process::Command};

use anyhow::{Result, anyhow, bail};

use crate::{
    files,
    gate::{Context, Done},
    repo::Repo,
    run,
};
use parse::Item;

const HEADER: &str = "include/mcpclient.h";
const CODES: &str = "include/mcpclient/codes.hpp";

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Compares instead of writing, and fails on a difference
    #[arg(long)]
    check: bool,
}

/// Writes or compares the header.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<()> {
    if args.check {
        return compare(repo);
    }
    for (file, text) in generated(repo)? {
        let path = repo.path(file);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text)?;
    }
    println!("{HEADER}: {} functions", declared(repo)?.len());
    Ok(())
}

/// The committed header is the generated one.
pub(crate) fn step_drift(context: &Context<'_>) -> Result<Done> {
    compare(context.repo)?;
    Ok(Done::Passed(format!("{HEADER} and {CODES} are what the crate generates")))
}

/// The header's comments say what they have to.
pub(crate) fn step_docs(context: &Context<'_>) -> Result<Done> {
    let items = parse::items(&files::read(&context.repo.path(HEADER))?);
    let faults = docs::faults(&items);
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    let count = |what: fn(&Item) -> bool| items.iter().filter(|item| what(item)).count();
    let functions = count(|item| matches!(item, Item::Function { .. }));
    let constants = count(|item| matches!(item, Item::Macro { .. }));
    Ok(Done::Passed(format!("{functions} functions, {constants} macros")))
}

/// The header is at home in every standard of C and C++.
pub(crate) fn step_standards(context: &Context<'_>) -> Result<Done> {
    standards::check(context.repo)
}

/// The functions that the committed header declares.
pub(crate) fn declared(repo: &Repo) -> Result<BTreeSet<String>> {
    Ok(functions(&files::read(&repo.path(HEADER))?))
}

fn functions(text: &str) -> BTreeSet<String> {
    let items = parse::items(text).into_iter();
    let names = items.filter_map(|item| match item {
        Item::Function { name, .. } => Some(name),
        Item::Macro { .. } | Item::Type { .. } => None,
    });
    names.collect()
}

fn compare(repo: &Repo) -> Result<()> {
    for (file, text) in generated(repo)? {
        if !repo.path(file).is_file() {
            bail!("there is no {file}; `cargo xtask header` writes it");
        }
        let made = repo.build("header").join(file);
        if let Some(folder) = made.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&made, text)?;
        let mut diff = Command::new("diff");
        diff.current_dir(repo.root()).args(["-u", file]).arg(&made);
        run::quiet(&mut diff).map_err(|difference| {
            anyhow!("{difference}\n{file} is out of date; `cargo xtask header` writes it anew")
        })?;
    }
    Ok(())
}

/// The files, relative to the root, and what has to be in them.
fn generated(repo: &Repo) -> Result<[(&'static str, String); 2]> {
    let header = generate(repo)?;
    let codes = codes::generate(&parse::items(&header))?;
    Ok([(HEADER, header), (CODES, codes)])
}

fn generate(repo: &Repo) -> Result<String> {
    let config = repo.path("ffi/cbindgen.toml");
    let mut config = cbindgen::Config::from_file(config).map_err(|error| anyhow!(error))?;
    let fill = |text: &str| versioned(text.trim(), repo.version()?);
    config.header = config.header.as_deref().map(fill).transpose()?;
    let macros = config.after_includes.as_deref().map(fill).transpose()?;
    config.after_includes = macros.map(|text| format!("\n{text}"));
    let bindings = cbindgen::generate_with_config(repo.path("ffi"), config)?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    Ok(String::from_utf8(text)?)
}

/// Fills in the version and its parts.
fn versioned(text: &str, version: &str) -> Result<String> {
    let (numbers, _pre_release) = version.split_once('-').unwrap_or((version, ""));
    let [major, minor, patch] = numbers.split('.').collect::<Vec<_>>()[..] else {
        bail!("the version {version} has not three parts");
    };
    let filled =
        [("{version}", version), ("{major}", major), ("{minor}", minor), ("{patch}", patch)];
    Ok(filled.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to)))
}

#[cfg(test)]
mod tests {
    use super::versioned;

    #[test]
    fn the_header_carries_the_workspace_s_version() {
        let text = versioned("{version} {major} {minor} {patch}", "1.20.3-rc.1").unwrap();
        assert_eq!(text, "1.20.3-rc.1 1 20 3");
        assert!(versioned("", "1.2").is_err());
    }
}
