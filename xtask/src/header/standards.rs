//! Compiles tests/headers/ as every standard that a program may be written in.

use std::{fs, process::Command};

use anyhow::{Result, bail};

use crate::{files, gate::Done, repo::Repo, run};

/// Compiler, language, standards.
const DIALECTS: [(&str, &str, [&str; 3]); 2] =
    [("gcc", "c", ["c99", "c11", "c17"]), ("g++", "c++", ["c++11", "c++17", "c++20"])];

pub(super) fn check(repo: &Repo) -> Result<Done> {
    let sources = files::directly(&repo.path("tests/headers"), "c")?;
    let objects = repo.build("headers");
    fs::create_dir_all(&objects)?;
    let mut faults = Vec::new();
    let mut count = 0;
    for (compiler, language, standards) in DIALECTS {
        for standard in standards {
            for source in &sources {
                let mut compile = Command::new(compiler);
                compile.args(["-x", language, &format!("-std={standard}"), "-c", "-o"]);
                compile.arg(objects.join("it.o"));
                compile.args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I"]);
                compile.arg(repo.path("include")).arg(source).current_dir(repo.root());
                faults.extend(run::quiet(&mut compile).err().map(|fault| fault.to_string()));
                count += 1;
            }
        }
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n\n"));
    }
    if count == 0 {
        bail!("tests/headers holds no programs");
    }
    Ok(Done::Passed(format!("{count} translation units")))
}
