//! The licences of what is linked in.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::{files, repo::Repo, run};

const HEAD: &str = "libmcpclient is licensed under MIT or Apache-2.0, at your choice. The libraries hold parts of these \
works too,\nand of Rust's standard library (MIT or Apache-2.0, https://github.com/rust-lang/rust).\n";

/// The names, versions, licences and notices of all crates that the library is built from.
pub(super) fn of_dependencies(repo: &Repo) -> Result<String> {
    let mut metadata = repo.cargo("metadata");
    metadata.args(["--locked", "--format-version", "1", "--filter-platform"]);
    metadata.arg(crate::c::library::host(repo)?);
    let metadata: Value = serde_json::from_str(&run::stdout(&mut metadata)?)?;
    let mut text = HEAD.to_owned();
    for package in linked(&metadata)? {
        if !package["source"].is_string() {
            continue;
        }
        let word = |name: &str| package[name].as_str().unwrap_or_default();
        let manifest = Path::new(word("manifest_path"));
        let folder = manifest.parent().context("a manifest lies in a folder")?;
        text.push_str(&format!(
            "\n{}\n{} {}\nLicense: {}\n{}\n",
            "=".repeat(72),
            word("name"),
            word("version"),
            word("license"),
            word("repository")
        ));
        for notice in notices(folder)? {
            text.push('\n');
            text.push_str(files::read(&notice)?.trim_end());
            text.push('\n');
        }
    }
    Ok(text)
}

/// The packages that the library's own reaches by ordinary dependencies, by name.
fn linked(metadata: &Value) -> Result<Vec<&Value>> {
    let list = |value: &'_ Value| value.as_array().cloned().unwrap_or_default();
    let packages = metadata["packages"].as_array().context("no packages")?;
    let by_id: BTreeMap<_, _> =
        packages.iter().filter_map(|package| Some((package["id"].as_str()?, package))).collect();
    let nodes = list(&metadata["resolve"]["nodes"]);
    let root = packages.iter().find(|package| package["name"] == "mcpclient-ffi");
    let mut waiting =
        vec![root.and_then(|root| root["id"].as_str()).context("no mcpclient-ffi")?.to_owned()];
    let mut found = BTreeMap::new();
    while let Some(id) = waiting.pop() {
        let package = by_id.get(id.as_str()).context("a package without an entry")?;
        // What runs in the compiler is not in the library.
        let macros =
            list(&package["targets"]).iter().any(|target| target["kind"][0] == "proc-macro");
        let key = format!("{} {}", package["name"], package["version"]);
        if macros || found.insert(key, *package).is_some() {
            continue;
        }
        for dependency in
            nodes.iter().filter(|node| node["id"] == *id).flat_map(|node| list(&node["deps"]))
        {
            let ordinary = list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            if let Some(id) = dependency["pkg"].as_str().filter(|_| ordinary) {
                waiting.push(id.to_owned());
            }
        }
    }
    if found.len() < 3 {
        bail!("the library depends on too little");
    }
    Ok(found.into_values().collect())
}

/// The files of a crate that hold its licence.
fn notices(folder: &Path) -> Result<Vec<std::path::PathBuf>> {
    let mut notices = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name =
            path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_uppercase();
        let begins = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
        if path.is_file() && begins.iter().any(|begin| name.starts_with(begin)) {
            notices.push(path);
        }
    }
    notices.sort();
    Ok(notices)
}
