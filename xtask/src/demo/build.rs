//! Building what the demo needs: the library, the booking server, and the host.

use std::{fs, path::PathBuf};

use anyhow::Result;

use crate::{c::alone, files, repo::Repo, run};

/// The words that start the host, and the server.
pub(super) struct Programs {
    pub(super) host: Vec<PathBuf>,
    pub(super) server: PathBuf,
}

impl Programs {
    /// That host, with the server as it is now.
    pub(super) fn with(repo: &Repo, host: Vec<PathBuf>) -> Result<Self> {
        run::quiet(repo.cargo("build").args(["--locked", "--package", "travel-server"]))?;
        let server = repo.target()?.join("debug").join("travel-server");
        Ok(Self { host, server })
    }
}

/// The host of examples/c as anybody would build it.
pub(super) fn c(repo: &Repo) -> Result<PathBuf> {
    compile(repo, "travel-host", &[])
}

/// The same under the address and undefined behaviour sanitizers.
pub(super) fn sanitized(repo: &Repo) -> Result<PathBuf> {
    compile(repo, "travel-host-sanitized", &alone::SANITIZE)
}

fn compile(repo: &Repo, name: &str, flags: &[&str]) -> Result<PathBuf> {
    fs::create_dir_all(repo.build("demo"))?;
    let sources = files::directly(&repo.path("examples/c"), "c")?;
    alone::compile(repo, &repo.build("demo").join(name), &sources, flags)
}

/// The host of examples/cpp as anybody would build it.
pub(super) fn cpp(repo: &Repo) -> Result<PathBuf> {
    fs::create_dir_all(repo.build("demo"))?;
    let sources = files::directly(&repo.path("examples/cpp"), "cpp")?;
    alone::compile_cpp(repo, &repo.build("demo").join("travel-host-cpp"), &sources, &[])
}
