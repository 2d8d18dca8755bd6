//! Building what the demo needs: the library, the booking server, and the host.

use std::{fs, path::PathBuf};

use anyhow::Result;

use crate::{c::alone, files, repo::Repo, run};

pub(super) struct Programs {
    pub(super) host: PathBuf,
    pub(super) server: PathBuf,
}

/// The host as anybody would build it.
pub(super) fn plain(repo: &Repo) -> Result<Programs> {
    programs(repo, "travel-host", &[])
}

/// The host under the address and undefined behaviour sanitizers.
pub(super) fn sanitized(repo: &Repo) -> Result<Programs> {
    programs(repo, "travel-host-sanitized", &alone::SANITIZE)
}

fn programs(repo: &Repo, name: &str, flags: &[&str]) -> Result<Programs> {
    run::quiet(repo.cargo("build").args(["--locked", "--package", "travel-server"]))?;
    let server = repo.target()?.join("debug").join("travel-server");
    fs::create_dir_all(repo.build("demo"))?;
    let sources = files::directly(&repo.path("examples/c"), "c")?;
    let host = alone::compile(repo, &repo.build("demo").join(name), &sources, flags)?;
    Ok(Programs { host, server })
}
