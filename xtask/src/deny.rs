//! cargo-deny, of one exact version.

use std::{fs, path::PathBuf, process::Command};

use anyhow::Result;

use crate::{
    gate::{Context, Done},
    run, tool,
};

const VERSION: &str = "0.20.2";

/// Licences and sources of everything; duplicates in what ships.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    let Some(deny) = program(context)? else {
        return Ok(Done::Skipped(format!(
            "no cargo-deny: `cargo xtask test --setup` builds it in three minutes, or \
             cargo install --locked cargo-deny@{VERSION}"
        )));
    };
    let mut deny = Command::new(deny);
    deny.current_dir(context.repo.root());
    run::quiet(deny.args(["--locked", "check", "licenses", "bans", "sources"]))?;
    Ok(Done::Passed("licences, bans, sources".into()))
}

/// The one that was built here, else any on the machine, else a new one if we may.
fn program(context: &Context<'_>) -> Result<Option<PathBuf>> {
    let tools = context.repo.cache("tools");
    let ours = tools.join("bin").join("cargo-deny");
    let own_version = || run::stdout(Command::new(&ours).arg("--version"));
    if ours.is_file() && own_version()?.trim() == format!("cargo-deny {VERSION}") {
        return Ok(Some(ours));
    }
    if let Some(found) = tool::find("cargo-deny") {
        return Ok(Some(found));
    }
    if !context.setup {
        return Ok(None);
    }
    let mut install = context.repo.cargo("install");
    install.args(["--locked", "--root"]).arg(&tools).arg("--target-dir").arg(tools.join("target"));
    run::quiet(install.arg(format!("cargo-deny@{VERSION}")))?;
    fs::remove_dir_all(tools.join("target"))?;
    Ok(Some(ours))
}
