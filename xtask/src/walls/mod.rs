//! Who may use whom, and who may know the date of a revision.

mod literals;

use std::path::Path;

use anyhow::{Result, bail};

use crate::{
    files,
    gate::{Context, Done},
    repo::{Repo, SHIPPED},
    run,
};

/// What the engine may not contain: I/O, entropy, the system.
const OUTSIDE_THE_ENGINE: [&str; 6] = ["tokio", "mio", "hyper", "rustls", "getrandom", "libc"];

/// Features of serde_json that change what every user of it in the program sees.
const PROCESS_WIDE: [&str; 2] = ["arbitrary_precision", "preserve_order"];

/// The one place that names revisions.
const FACTS: &str = "core/engine/src/era/facts.rs";

/// All walls at once.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    let repo = context.repo;
    let mut faults = engine(&tree(repo, &SHIPPED[..1])?);
    faults.extend(features(&tree(repo, &SHIPPED)?));
    faults.extend(bindings(repo));
    faults.extend(dates(repo)?);
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    Ok(Done::Passed("engine, features, bindings, dates".into()))
}

/// Packages and their features, `name version|feature,feature`, for every target.
fn tree(repo: &Repo, packages: &[&str]) -> Result<String> {
    let mut tree = repo.cargo("tree");
    tree.args(["--locked", "--target", "all", "--edges", "normal,build", "--prefix", "none"]);
    tree.args(["--format", "{p}|{f}"]);
    for package in packages {
        tree.args(["--package", package]);
    }
    run::stdout(&mut tree)
}

fn engine(tree: &str) -> Vec<String> {
    let packages = tree.lines().filter_map(|line| line.split(' ').next());
    let mut found: Vec<_> = packages.filter(|name| OUTSIDE_THE_ENGINE.contains(name)).collect();
    found.dedup();
    found.iter().map(|name| format!("mcpclient-engine depends on {name}")).collect()
}

fn features(tree: &str) -> Vec<String> {
    let lines = tree.lines().filter(|line| line.starts_with("serde_json "));
    let features = lines.filter_map(|line| line.trim_end_matches(" (*)").split('|').nth(1));
    let mut found: Vec<_> = features
        .flat_map(|list| list.split(','))
        .filter(|feature| PROCESS_WIDE.contains(feature))
        .map(|feature| format!("what ships switches on serde_json/{feature}"))
        .collect();
    found.dedup();
    found
}

/// No surface is built on another one.
fn bindings(repo: &Repo) -> Vec<String> {
    let surface = |path: &Path| {
        let path = path.strip_prefix(repo.root()).unwrap_or(path);
        path.starts_with("ffi") || path.starts_with("bindings")
    };
    let mut faults = Vec::new();
    for package in repo.packages() {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        if !surface(manifest) {
            continue;
        }
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            if dependency["path"].as_str().is_some_and(|path| surface(Path::new(path))) {
                let (from, to) = (&package["name"], &dependency["name"]);
                faults.push(format!("{from} depends on {to}; surfaces are siblings"));
            }
        }
    }
    faults
}

/// Nobody but the table of facts names a revision.
fn dates(repo: &Repo) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for room in ["core", "ffi", "bindings"] {
        if !repo.path(room).is_dir() {
            continue;
        }
        for path in files::below(&repo.path(room))? {
            let relative = path.strip_prefix(repo.root()).unwrap_or(&path);
            let source = relative.extension().is_some_and(|extension| extension == "rs")
                && relative.components().any(|part| part.as_os_str() == "src")
                && relative.file_name().is_some_and(|name| name != "tests.rs");
            if source && relative != Path::new(FACTS) {
                for (line, date) in literals::dates(&files::read(&path)?) {
                    let place = relative.display();
                    faults.push(format!("{place}:{line}: {date} belongs into {FACTS}"));
                }
            }
        }
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_s_tree_is_read_by_package_name() {
        let tree = "mcpclient-engine v0.1.0 (path)|\nmemchr v2.8.3|std\n\nlibc v0.2.1|std\nlibc v0.2.1|std\n";
        assert_eq!(engine(tree), ["mcpclient-engine depends on libc"]);
        assert!(engine("mcpclient-engine v0.1.0|\nlibc-like v1.0.0|\n").is_empty());
    }

    #[test]
    fn features_that_reach_others_are_told() {
        let tree = "serde v1.0.0|std\nserde_json v1.0.0|default,preserve_order,std (*)\n";
        assert_eq!(features(tree), ["what ships switches on serde_json/preserve_order"]);
        assert!(features("serde_json v1.0.0|default,std\n").is_empty());
        assert!(features("serde v1.0.0|preserve_order\n").is_empty());
    }
}
