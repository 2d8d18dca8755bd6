//! Where what goes.

use std::{fs, os::unix::fs::symlink, path::Path, process::Command};

use anyhow::{Context as _, Result};

use super::{licences, localise};
use crate::{files, repo::Repo, run};

/// Some of the files, by their paths below the prefix: those that others rely on.
pub(crate) const FILES: [&str; 11] = [
    "include/mcpclient.h",
    "include/mcpclient.hpp",
    "include/mcpclient/runtime.hpp",
    "lib/libmcpclient.a",
    "lib/libmcpclient.so",
    "lib/pkgconfig/mcpclient.pc",
    "lib/cmake/mcpclient/mcpclient-config.cmake",
    "lib/cmake/mcpclient/mcpclient-config-version.cmake",
    "share/doc/mcpclient/LICENSE-APACHE",
    "share/doc/mcpclient/LICENSE-MIT",
    "share/doc/mcpclient/THIRD-PARTY.txt",
];

/// What a program needs besides the static library. The part of libgcc that unwinds is the compiler's to
/// add, in the flavour that fits.
const PRIVATE: [&str; 5] = ["pthread", "dl", "m", "rt", "util"];

const TEMPLATES: [(&str, &str); 3] = [
    ("lib/pkgconfig/mcpclient.pc", include_str!("templates/mcpclient.pc.in")),
    (
        "lib/cmake/mcpclient/mcpclient-config.cmake",
        include_str!("templates/mcpclient-config.cmake.in"),
    ),
    (
        "lib/cmake/mcpclient/mcpclient-config-version.cmake",
        include_str!("templates/mcpclient-config-version.cmake.in"),
    ),
];

/// Installs the shared library, and all that belongs to it, below `prefix`.
pub(super) fn lay(repo: &Repo, shared: &Path, prefix: &Path) -> Result<()> {
    let lib = prefix.join("lib");
    fs::create_dir_all(&lib)?;
    headers(repo, &prefix.join("include"))?;
    let soname = soname(shared)?;
    let file = format!("libmcpclient.so.{}", repo.version()?);
    replace(shared, &lib.join(&file))?;
    link(&file, &lib.join(&soname))?;
    link(&soname, &lib.join("libmcpclient.so"))?;
    localise::localise(repo, &shared.with_extension("a"), &lib.join("libmcpclient.a"))?;
    for (path, template) in TEMPLATES {
        write(&prefix.join(path), &filled(template, repo.version()?, &file, &soname))?;
    }
    let doc = prefix.join("share/doc/mcpclient");
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        write(&doc.join(licence), &files::read(&repo.path(licence))?)?;
    }
    write(&doc.join("THIRD-PARTY.txt"), &licences::of_dependencies(repo)?)
}

/// The name under which the loader looks for a shared library.
pub(crate) fn soname(shared: &Path) -> Result<String> {
    let dynamic = run::stdout(Command::new("readelf").args(["-d", "-W"]).arg(shared))?;
    let line = dynamic.lines().find(|line| line.contains("(SONAME)"));
    let name = line.and_then(|line| line.split(['[', ']']).nth(1));
    Ok(name.context("the shared library has no SONAME")?.to_owned())
}

fn headers(repo: &Repo, include: &Path) -> Result<()> {
    for file in files::below(&repo.path("include"))? {
        let to = include.join(file.strip_prefix(repo.path("include"))?);
        write(&to, &files::read(&file)?)?;
    }
    Ok(())
}

fn filled(template: &str, version: &str, file: &str, soname: &str) -> String {
    let mut numbers = version.split(['.', '-']);
    let (major, minor) = (numbers.next().unwrap_or("0"), numbers.next().unwrap_or("0"));
    let flags = PRIVATE.map(|name| format!("-l{name}"));
    let values = [
        ("@VERSION@", version),
        ("@MAJOR@", major),
        ("@MINOR@", minor),
        ("@FILE@", file),
        ("@SONAME@", soname),
        ("@PRIVATE@", &flags.join(" ")),
        ("@LINKED@", &flags.join(";")),
    ];
    values.iter().fold(template.to_owned(), |text, (from, to)| text.replace(from, to))
}

fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text).with_context(|| path.display().to_string())
}

/// A program that runs keeps the file it has; one that starts gets the new one.
fn replace(from: &Path, to: &Path) -> Result<()> {
    let beside = to.with_extension("new");
    fs::copy(from, &beside).with_context(|| from.display().to_string())?;
    fs::rename(&beside, to).with_context(|| to.display().to_string())
}

fn link(to: &str, path: &Path) -> Result<()> {
    if path.symlink_metadata().is_ok() {
        fs::remove_file(path)?;
    }
    symlink(to, path).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::{TEMPLATES, filled};

    #[test]
    fn templates_leave_no_blank() {
        for (path, template) in TEMPLATES {
            let text =
                filled(template, "1.20.3-rc.1", "libmcpclient.so.1.20.3", "libmcpclient.so.1");
            assert!(!text.contains('@'), "{path}: {text}");
        }
        let text = filled("@MAJOR@.@MINOR@ @VERSION@", "1.20.3-rc.1", "", "");
        assert_eq!(text, "1.20 1.20.3-rc.1");
    }
}
