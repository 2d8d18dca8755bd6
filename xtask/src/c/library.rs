//! The library and the puppet server that the C tests run against.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::{repo::Repo, run};

const LIBRARY: &str = "libmcpclient.so";

/// The debug library; built if it is out of date.
pub(crate) fn plain(repo: &Repo) -> Result<PathBuf> {
    run::quiet(repo.cargo("build").args(["--locked", "--package", "mcpclient-ffi"]))?;
    Ok(repo.target()?.join("debug").join(LIBRARY))
}

/// The library as it ships; built if it is out of date.
pub(crate) fn release(repo: &Repo) -> Result<PathBuf> {
    run::quiet(repo.cargo("build").args(["--locked", "--release", "--package", "mcpclient-ffi"]))?;
    Ok(repo.target()?.join("release").join(LIBRARY))
}

/// The target that programs are built for when nobody names one.
pub(crate) fn host(repo: &Repo) -> Result<String> {
    let version = run::stdout(repo.cargo("version").arg("-v"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("cargo does not name its host")?.to_owned())
}

/// The debug library under the address sanitizer, in a target folder of its own: the flags would
/// make Cargo build everything anew each time otherwise.
pub(crate) fn sanitized(repo: &Repo) -> Result<PathBuf> {
    let host = host(repo)?;
    let target = repo.build("asan");
    let mut build = repo.cargo("build");
    build.args(["--locked", "--package", "mcpclient-ffi", "--target", &host, "--target-dir"]);
    // Sanitizers are not stable; this makes the pinned compiler take the flag.
    build.arg(&target).env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
    run::quiet(&mut build)?;
    Ok(target.join(host).join("debug").join(LIBRARY))
}

/// The server that plays transcripts.
pub(crate) fn puppet(repo: &Repo) -> Result<PathBuf> {
    run::quiet(repo.cargo("build").args(["--locked", "--package", "mcpclient-puppet", "--bins"]))?;
    Ok(repo.target()?.join("debug").join("mcpclient-puppet"))
}
