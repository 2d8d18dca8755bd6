//! `cargo xtask msrv`: what ships builds with the oldest compiler it promises to build with.

mod debian;

use std::process::Command;

use anyhow::{Result, bail};

use crate::{
    debian::Debian,
    gate::{Context, Done},
    repo::{Repo, SHIPPED},
    run, tool,
};

/// Where that compiler comes from.
enum Compiler {
    /// A toolchain of rustup's, by its name.
    Rustup(String),
    /// A Debian release that has it, in a folder.
    Debian(Debian),
    /// Nowhere, and how to change that.
    Missing(String),
}

/// Checks, and sets up the compiler first where it has to.
pub(crate) fn run(repo: &Repo) -> Result<()> {
    match check(repo, true)? {
        Done::Passed(words) => println!("{words}"),
        Done::Skipped(lacks) => bail!("{lacks}"),
    }
    Ok(())
}

/// Checks, if there is a compiler or we may set one up.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    check(context.repo, context.setup)
}

fn check(repo: &Repo, setup: bool) -> Result<Done> {
    let version = repo.rust_version()?;
    let mut cargo = vec!["check", "--locked"];
    cargo.extend(SHIPPED.iter().flat_map(|package| ["--package", *package]));
    let said = match compiler(repo, version, setup)? {
        Compiler::Missing(what) => return Ok(Done::Skipped(what)),
        Compiler::Debian(debian) => debian::cargo(&debian, repo, &cargo)?,
        Compiler::Rustup(name) => {
            let mut rustup = Command::new("rustup");
            rustup.args(["run", &name, "cargo"]).args(&cargo).current_dir(repo.root());
            let rustc = run::stdout(Command::new("rustup").args(["run", &name, "rustc", "-V"]))?;
            run::quiet(rustup.arg("--target-dir").arg(repo.build("msrv-target")))?;
            rustc
        }
    };
    Ok(Done::Passed(format!("{} with {}", SHIPPED.join(", "), said.trim())))
}

fn compiler(repo: &Repo, version: &str, setup: bool) -> Result<Compiler> {
    if tool::find("rustup").is_some() {
        let toolchains = run::stdout(Command::new("rustup").args(["toolchain", "list"]))?;
        if let Some(name) = toolchain(&toolchains, version) {
            return Ok(Compiler::Rustup(name.to_owned()));
        }
    }
    let debian = Debian::at(repo.cache("debian-13"));
    if debian.is_ready(&debian::COMPILER) {
        return Ok(Compiler::Debian(debian));
    }
    let no_rust = format!("no Rust {version}: rustup toolchain install {version}");
    if let Some(lacks) = Debian::lacks()? {
        return Ok(Compiler::Missing(format!("{no_rust}; or {lacks}")));
    }
    if !setup {
        return Ok(Compiler::Missing(format!("{no_rust}; or cargo xtask msrv, which unpacks one")));
    }
    debian.make(&debian::COMPILER)?;
    Ok(Compiler::Debian(debian))
}

/// The toolchain of that version in what rustup lists, `1.85.1-x86_64-unknown-linux-gnu (active)`.
fn toolchain<'a>(list: &'a str, version: &str) -> Option<&'a str> {
    let names = list.lines().filter_map(|line| line.split(' ').next());
    let mut matching = names.filter(|name| {
        let rest = name.strip_prefix(version);
        rest.is_some_and(|rest| rest.starts_with(['.', '-']))
    });
    matching.next()
}

#[cfg(test)]
mod tests {
    use super::toolchain;

    #[test]
    fn a_toolchain_is_found_by_its_whole_version() {
        let list = "stable-x (default)\n1.8.0-x\n1.850.0-x\n1.85.1-x (active)\n1.85-x\n";
        assert_eq!(toolchain(list, "1.85"), Some("1.85.1-x"));
        assert_eq!(toolchain(list, "1.95"), None);
    }
}
