//! Where things are.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::run;

/// The crates that ship, by package name.
pub(crate) const SHIPPED: [&str; 3] = ["mcpclient-engine", "mcpclient", "mcpclient-ffi"];

/// The checkout that a command works on.
pub(crate) struct Repo {
    root: PathBuf,
    metadata: Value,
}

impl Repo {
    /// The checkout that this xtask belongs to.
    pub(crate) fn find() -> Result<Self> {
        // Cargo says where the manifest is now; the path of the build may be gone.
        let manifest = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest.parent().context("xtask has no parent folder")?.to_owned();
        let mut metadata = Command::new(cargo());
        metadata.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(&root);
        let metadata = serde_json::from_str(&run::stdout(&mut metadata)?)?;
        Ok(Self { root, metadata })
    }

    /// The folder of the workspace's manifest.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A path under the root.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// A file under `build/`, the ignored folder for all that is made outside of Cargo.
    pub(crate) fn build(&self, relative: &str) -> PathBuf {
        self.root.join("build").join(relative)
    }

    /// A folder for what is dear to make and may outlive the checkout: `$XDG_CACHE_HOME` where it
    /// is set, `build/` otherwise.
    pub(crate) fn cache(&self, name: &str) -> PathBuf {
        match env::var_os("XDG_CACHE_HOME").filter(|dir| !dir.is_empty()) {
            Some(dir) => Path::new(&dir).join("libmcpclient").join(name),
            None => self.build(name),
        }
    }

    /// Cargo's own target folder.
    pub(crate) fn target(&self) -> Result<PathBuf> {
        let dir = self.metadata["target_directory"].as_str().context("no target_directory")?;
        Ok(PathBuf::from(dir))
    }

    /// The one version of everything.
    pub(crate) fn version(&self) -> Result<&str> {
        let ffi = self.packages().find(|package| package["name"] == "mcpclient-ffi");
        ffi.and_then(|package| package["version"].as_str()).context("mcpclient-ffi has no version")
    }

    /// The oldest compiler that builds what ships, as `rust-version` has it.
    pub(crate) fn rust_version(&self) -> Result<&str> {
        let ffi = self.packages().find(|package| package["name"] == "mcpclient-ffi");
        ffi.and_then(|package| package["rust_version"].as_str()).context("no rust-version")
    }

    /// The workspace's packages, as `cargo metadata` has them.
    pub(crate) fn packages(&self) -> impl Iterator<Item = &Value> {
        self.metadata["packages"].as_array().into_iter().flatten()
    }

    /// A cargo command at the root.
    pub(crate) fn cargo(&self, subcommand: &str) -> Command {
        let mut command = Command::new(cargo());
        command.arg(subcommand).current_dir(&self.root);
        command
    }
}

fn cargo() -> std::ffi::OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}
