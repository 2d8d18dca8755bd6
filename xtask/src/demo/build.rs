//! Building what the demo needs: the library, the booking server, and the host by the system's compiler.

use std::{env, path::PathBuf, process::Command};

use anyhow::Result;

use crate::{c, files, repo::Repo, run};

const SANITIZE: [&str; 3] =
    ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"];

pub(super) struct Programs {
    pub(super) host: PathBuf,
    pub(super) server: PathBuf,
}

/// The host as anybody would build it.
pub(super) fn plain(repo: &Repo) -> Result<Programs> {
    programs(repo, "plain", &[])
}

/// The host under the address and undefined behaviour sanitizers.
pub(super) fn sanitized(repo: &Repo) -> Result<Programs> {
    programs(repo, "sanitized", &SANITIZE)
}

fn programs(repo: &Repo, flavour: &str, flags: &[&str]) -> Result<Programs> {
    run::quiet(repo.cargo("build").args(["--locked", "--package", "travel-server"]))?;
    let server = repo.target()?.join("debug").join("travel-server");
    let library = c::library::plain(repo)?;
    let out = repo.build("demo").join(flavour);
    let lib = c::stage(&library, &out.join("lib"))?;
    let host = out.join("travel-host");
    let mut compile = Command::new(env::var_os("CC").unwrap_or_else(|| "cc".into()));
    compile.args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g"]).args(flags);
    compile.arg("-o").arg(&host).arg("-I").arg(repo.path("include"));
    compile.args(files::directly(&repo.path("examples/c"), "c")?);
    compile.arg("-L").arg(&lib).arg(format!("-Wl,-rpath,{}", lib.display())).arg("-lmcpclient");
    run::quiet(&mut compile)?;
    Ok(Programs { host, server })
}
