//! The static library, with nothing global but the C interface.
//!
//! As Cargo makes it, it holds Rust's runtime and standard library under their global names. A program
//! that links another Rust library beside it would then have two of each, which the linker refuses, or
//! worse, mixes. So its parts are joined into one object, and all names but ours become that object's own.

use std::{fmt::Write as _, fs, path::Path, process::Command};

use anyhow::{Result, bail};

use crate::{header, repo::Repo, run};

/// Makes `to` from the static library that Cargo built.
pub(super) fn localise(repo: &Repo, from: &Path, to: &Path) -> Result<()> {
    let work = repo.build("localise");
    fs::create_dir_all(&work)?;
    let (joined, object) = (work.join("joined.o"), work.join("mcpclient.o"));
    let names = header::declared(repo)?;

    let mut ld = Command::new("ld");
    // Groups of sections that several objects may bring would tie our names to those of others.
    ld.args(["--relocatable", "--force-group-allocation", "-o"]).arg(&joined);
    // Only what the interface needs is taken out of the archive.
    ld.args(names.iter().map(|name| format!("--undefined={name}"))).arg(from);
    run::quiet(&mut ld)?;

    let list = work.join("names");
    let mut text = String::new();
    for name in &names {
        writeln!(text, "{name}")?;
    }
    fs::write(&list, text)?;
    let mut objcopy = Command::new("objcopy");
    objcopy.arg(format!("--keep-global-symbols={}", list.display()));
    // Bitcode of each part is none of the whole, and there are tools that read it.
    objcopy
        .args(["--remove-section=.llvmbc", "--remove-section=.llvmcmd"])
        .arg(&joined)
        .arg(&object);
    run::quiet(&mut objcopy)?;

    let archive = work.join("libmcpclient.a");
    if archive.exists() {
        fs::remove_file(&archive)?;
    }
    // Without times and owners, so that the same library gives the same bytes.
    run::quiet(Command::new("ar").arg("rcsD").arg(&archive).arg(&object))?;
    check(&archive, &names)?;
    fs::rename(&archive, to).or_else(|_| fs::copy(&archive, to).map(drop))?;
    Ok(())
}

/// The library defines the interface, and nothing else that others could see.
fn check(archive: &Path, names: &std::collections::BTreeSet<String>) -> Result<()> {
    let mut nm = Command::new("nm");
    nm.args(["--defined-only", "--extern-only", "--format=posix"]).arg(archive);
    let said = run::stdout(&mut nm)?;
    let found = said.lines().filter(|line| !line.ends_with("]:"));
    let found = found.filter_map(|line| line.split_once(' ').map(|(name, _)| name));
    let found: std::collections::BTreeSet<_> = found.map(str::to_owned).collect();
    if let Some(name) = names.difference(&found).next() {
        bail!("the static library lacks {name}");
    }
    if let Some(name) = found.difference(names).next() {
        bail!("the static library shows {name} to others");
    }
    Ok(())
}
