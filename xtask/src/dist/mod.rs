//! `cargo xtask dist` and `cargo xtask install`: the library as programs find it.

mod layout;
mod licences;
mod localise;
mod step;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail};

use crate::{c::library, repo::Repo, run};
use layout::{FILES, soname};
pub(crate) use step::step;

/// What `install` takes.
#[derive(clap::Args)]
pub(crate) struct InstallArgs {
    /// The folder to install in, such as /usr/local: include/, lib/ and share/ go there
    #[arg(long)]
    prefix: PathBuf,
    /// The library as developers build it, which is quick to build and slow to run
    #[arg(long)]
    debug: bool,
}

/// What `dist` takes.
#[derive(clap::Args)]
pub(crate) struct DistArgs {
    /// Where the archive goes
    #[arg(long, default_value = "build/dist")]
    out: PathBuf,
}

/// Builds the library and installs it.
pub(crate) fn install(repo: &Repo, args: &InstallArgs) -> Result<()> {
    let shared = if args.debug { library::plain(repo)? } else { library::release(repo)? };
    fs::create_dir_all(&args.prefix)?;
    layout::lay(repo, &shared, &args.prefix)?;
    println!("Installed in {}", args.prefix.display());
    Ok(())
}

/// Builds the library and packs it: `libmcpclient-VERSION-TARGET.tar.gz`.
pub(crate) fn dist(repo: &Repo, args: &DistArgs) -> Result<()> {
    let shared = library::release(repo)?;
    let name = format!("libmcpclient-{}-{}", repo.version()?, library::host(repo)?);
    let out = repo.root().join(&args.out);
    let tree = repo.build("dist-tree");
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    layout::lay(repo, &shared, &tree.join(&name))?;
    fs::create_dir_all(&out)?;
    let archive = out.join(format!("{name}.tar.gz"));
    pack(&tree, &name, &archive)?;
    println!("{}: {} KiB", archive.display(), archive.metadata()?.len() / 1024);
    Ok(())
}

/// The same tree gives the same archive, whoever packs it and when.
fn pack(tree: &Path, name: &str, archive: &Path) -> Result<()> {
    let mut tar = Command::new("tar");
    tar.args(["--create", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--mtime=@0", "--mode=u=rwX,go=rX", "--use-compress-program=gzip -n -9", "--file"]);
    tar.arg(archive).arg("--directory").arg(tree).arg(name);
    run::quiet(&mut tar).map(drop).context("tar and gzip pack the archive")
}

/// Lays the debug library out for the tests of installing.
fn lay_debug(repo: &Repo, prefix: &Path) -> Result<()> {
    if prefix.exists() {
        fs::remove_dir_all(prefix)?;
    }
    layout::lay(repo, &library::plain(repo)?, prefix)?;
    for file in FILES {
        if !prefix.join(file).is_file() {
            bail!("{file} is not installed");
        }
    }
    Ok(())
}
