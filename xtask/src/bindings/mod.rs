//! `cargo xtask bindings`: the generated sources of the Kotlin and Swift bindings.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail};

use crate::{
    files,
    gate::{Context, Done},
    repo::Repo,
    run,
};

/// What the generator writes, and where it belongs.
const SOURCES: [(&str, &str); 3] = [
    ("kotlin/mcpclient/mcpclient.kt", "bindings/kotlin/generated/mcpclient/mcpclient.kt"),
    ("swift/MCPClient.swift", "bindings/swift/Sources/MCPClient/Generated/MCPClient.swift"),
    ("swift/CMCPClient.h", "bindings/swift/Sources/CMCPClient/CMCPClient.h"),
];

/// The generator: a workspace of its own.
const GENERATOR: &str = "bindings/uniffi/bindgen/Cargo.toml";

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Compares instead of writing, and fails on a difference
    #[arg(long)]
    check: bool,
}

/// Writes or compares the sources.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<()> {
    if args.check {
        return compare(repo);
    }
    let made = generate(repo)?;
    for (from, to) in SOURCES {
        let to = repo.path(to);
        fs::create_dir_all(to.parent().context("a file has a folder")?)?;
        fs::copy(made.join(from), &to).with_context(|| to.display().to_string())?;
    }
    println!("bindings: {} files", SOURCES.len());
    Ok(())
}

/// The generator's own tests pass, and the committed sources are the generated ones.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    generator(context.repo, "test")?;
    compare(context.repo)?;
    Ok(Done::Passed(format!("{} files are what the generator writes", SOURCES.len())))
}

/// The library that all these sources call, as Cargo builds it for development.
pub(crate) fn library(repo: &Repo) -> Result<PathBuf> {
    run::quiet(repo.cargo("build").args(["--locked", "--package", "mcpclient-uniffi"]))?;
    Ok(repo.target()?.join("debug").join("libmcpclient_uniffi.so"))
}

/// A Cargo command for the generator.
fn generator(repo: &Repo, subcommand: &str) -> Result<()> {
    let mut cargo = repo.cargo(subcommand);
    cargo.args(["--locked", "--manifest-path"]).arg(repo.path(GENERATOR));
    run::quiet(cargo.arg("--target-dir").arg(repo.target()?)).map(drop)
}

fn compare(repo: &Repo) -> Result<()> {
    let made = generate(repo)?;
    for (from, to) in SOURCES {
        if !repo.path(to).is_file() {
            bail!("there is no {to}; `cargo xtask bindings` writes it");
        }
        if files::read(&made.join(from))? != files::read(&repo.path(to))? {
            bail!("{to} is out of date: {}", first_difference(repo, &made.join(from), to)?);
        }
    }
    Ok(())
}

fn first_difference(repo: &Repo, made: &Path, committed: &str) -> Result<String> {
    let (made, committed) = (files::read(made)?, files::read(&repo.path(committed))?);
    let differs = |(_, (made, committed)): &(usize, (&str, &str))| made != committed;
    let found = made.lines().zip(committed.lines()).enumerate().find(differs);
    let place = found.map_or_else(
        || "one is longer".to_owned(),
        |(at, (made, committed))| {
            format!("line {} is\n  {committed}\nand would be\n  {made}", at + 1)
        },
    );
    Ok(format!("{place}\n`cargo xtask bindings` writes it anew"))
}

/// Writes all sources below build/; returns where.
fn generate(repo: &Repo) -> Result<PathBuf> {
    let library = library(repo)?;
    generator(repo, "build")?;
    let made = repo.build("bindings");
    if made.exists() {
        fs::remove_dir_all(&made)?;
    }
    let mut bindgen = Command::new(repo.target()?.join("debug").join("mcpclient-bindgen"));
    bindgen.arg(library).arg(made.join("kotlin")).arg(made.join("swift"));
    // A fault is told in one line.
    run::quiet(bindgen.env("RUST_BACKTRACE", "0"))?;
    Ok(made)
}
