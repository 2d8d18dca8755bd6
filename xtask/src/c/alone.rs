//! Programs over the header alone, built as anybody would build them.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Result;

use super::{library, program};
use crate::{repo::Repo, run};

/// Sanitizers on the program's side.
pub(crate) const SANITIZE: [&str; 3] =
    ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"];

/// Compiles `sources` with the system's compiler into the program `out`, against the debug library.
pub(crate) fn compile(
    repo: &Repo,
    out: &Path,
    sources: &[PathBuf],
    flags: &[&str],
) -> Result<PathBuf> {
    build(repo, "CC", "cc", "-std=c99", out, sources, flags)
}

/// The same for sources in C++.
pub(crate) fn compile_cpp(
    repo: &Repo,
    out: &Path,
    sources: &[PathBuf],
    flags: &[&str],
) -> Result<PathBuf> {
    build(repo, "CXX", "c++", "-std=c++17", out, sources, flags)
}

fn build(
    repo: &Repo,
    chosen: &str,
    usual: &str,
    standard: &str,
    out: &Path,
    sources: &[PathBuf],
    flags: &[&str],
) -> Result<PathBuf> {
    let library = library::plain(repo)?;
    let lib = program::stage(&library, &out.with_extension("lib"))?;
    let mut compile = Command::new(env::var_os(chosen).unwrap_or_else(|| usual.into()));
    compile.args([standard, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g"]).args(flags);
    compile.arg("-o").arg(out).arg("-I").arg(repo.path("include")).args(sources);
    compile.arg("-L").arg(&lib).arg(format!("-Wl,-rpath,{}", lib.display())).arg("-lmcpclient");
    run::quiet(&mut compile)?;
    Ok(out.to_owned())
}
