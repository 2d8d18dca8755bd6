//! Compiles tests/headers/ as every standard that a program may be written in.

use std::{fs, process::Command};

use anyhow::{Result, bail};

use crate::{files, gate::Done, repo::Repo, run, tool};

/// Sources of one kind, and the ways to compile each of them.
struct Dialect {
    extension: &'static str,
    compiler: &'static str,
    language: &'static str,
    standards: &'static [&'static str],
    /// Once with each of these.
    flags: &'static [&'static [&'static str]],
    needed: bool,
}

const PLAIN: &[&[&str]] = &[&[]];
const CPP_FLAGS: &[&[&str]] = &[&[], &["-fno-exceptions"]];

const DIALECTS: [Dialect; 4] = [
    Dialect {
        extension: "c",
        compiler: "gcc",
        language: "c",
        standards: &["c99", "c11", "c17"],
        flags: PLAIN,
        needed: true,
    },
    Dialect {
        extension: "c",
        compiler: "g++",
        language: "c++",
        standards: &["c++11", "c++17", "c++20"],
        flags: PLAIN,
        needed: true,
    },
    Dialect {
        extension: "cpp",
        compiler: "g++",
        language: "c++",
        standards: &["c++17", "c++20"],
        flags: CPP_FLAGS,
        needed: true,
    },
    Dialect {
        extension: "cpp",
        compiler: "clang++",
        language: "c++",
        standards: &["c++17", "c++20"],
        flags: CPP_FLAGS,
        needed: false,
    },
];

pub(super) fn check(repo: &Repo) -> Result<Done> {
    let objects = repo.build("headers");
    fs::create_dir_all(&objects)?;
    let mut faults = Vec::new();
    let mut count = 0;
    for dialect in &DIALECTS {
        if !dialect.needed && tool::find(dialect.compiler).is_none() {
            continue;
        }
        let sources = files::directly(&repo.path("tests/headers"), dialect.extension)?;
        if sources.is_empty() {
            bail!("tests/headers holds no *.{}", dialect.extension);
        }
        let ways = dialect
            .standards
            .iter()
            .flat_map(|standard| dialect.flags.iter().map(move |flags| (standard, flags)));
        for (standard, flags) in ways {
            for source in &sources {
                let mut compile = Command::new(dialect.compiler);
                compile.args(["-x", dialect.language, &format!("-std={standard}")]).args(*flags);
                compile.args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c", "-o"]);
                compile.arg(objects.join("it.o")).arg("-I").arg(repo.path("include"));
                compile.arg(source).current_dir(repo.root());
                faults.extend(run::quiet(&mut compile).err().map(|fault| fault.to_string()));
                count += 1;
            }
        }
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n\n"));
    }
    Ok(Done::Passed(format!("{count} translation units")))
}
