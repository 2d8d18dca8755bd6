//! The Swift binding: built and tested with a toolchain of Debian's, in a folder.

mod toolchain;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};

use crate::{
    bindings,
    debian::Debian,
    gate::{Context, Done},
    repo::Repo,
    run,
};
use toolchain::Toolchain;
pub(crate) use toolchain::run as set_up;

/// Where the binding is.
const BINDING: &str = "bindings/swift";

/// Where the example is.
const EXAMPLE: &str = "examples/swift/travel";

/// A guard against hangs alone.
const LIMIT: Duration = Duration::from_secs(1800);

/// How often a program ends while clients, calls and inputs are open.
const LEAVES: usize = 5;

/// Builds the binding and runs its tests, and a program that just ends.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    let repo = context.repo;
    let workshop = match Workshop::open(repo, context.setup)? {
        Ok(workshop) => workshop,
        Err(lacks) => return Ok(Done::Skipped(lacks)),
    };
    let said = workshop.swift("test", BINDING, &["--no-parallel"])?;
    let Some(count) = said.lines().find_map(sum) else {
        bail!("{said}\nnothing is said of tests");
    };
    workshop.swift("build", EXAMPLE, &[])?;
    for _ in 0..LEAVES {
        let log = repo.build("swift-leaves.log");
        let said = run::limited(&mut workshop.program(BINDING, "leaves")?, &log, LIMIT)?;
        if said != "leaving\n" {
            bail!("{said}\na program ends otherwise than it should");
        }
    }
    Ok(Done::Passed(format!("{count} tests, {LEAVES} sudden ends")))
}

/// How many tests have passed.
fn sum(line: &str) -> Option<usize> {
    let (_, counts) = line.split_once("Test run with ")?;
    let count = counts.contains(" passed").then(|| counts.split(' ').next())??;
    count.parse().ok().filter(|count| *count > 0)
}

/// Whether there is a toolchain.
pub(crate) fn is_there() -> bool {
    let toolchain = Repo::find().and_then(|repo| toolchain::get(&repo, false));
    matches!(toolchain, Ok(Toolchain::There(_)))
}

/// A program of the binding's tests, ready to be run.
pub(crate) fn test_program(repo: &Repo, name: &str) -> Result<Command> {
    let workshop = ready(repo)?;
    workshop.swift("build", BINDING, &["--product", name])?;
    workshop.program(BINDING, name)
}

/// A program of a package that stands over the binding, ready to be run.
pub(crate) fn program(repo: &Repo, package: &str, name: &str) -> Result<Command> {
    let workshop = ready(repo)?;
    workshop.swift("build", package, &["--product", name])?;
    workshop.program(package, name)
}

/// The terminal host of examples/swift/travel: the words that start it.
pub(crate) fn example(repo: &Repo) -> Result<Vec<PathBuf>> {
    let program = program(repo, EXAMPLE, "travel")?;
    let words = std::iter::once(program.get_program()).chain(program.get_args());
    Ok(words.map(PathBuf::from).collect())
}

fn ready(repo: &Repo) -> Result<Workshop<'_>> {
    match Workshop::open(repo, false)? {
        Ok(workshop) => Ok(workshop),
        Err(lacks) => bail!("{lacks}"),
    }
}

/// The toolchain, and what it works on: all of it is inside at the same place as outside.
struct Workshop<'a> {
    repo: &'a Repo,
    debian: Debian,
}

impl<'a> Workshop<'a> {
    /// Or what the machine lacks.
    fn open(repo: &'a Repo, setup: bool) -> Result<Result<Self, String>> {
        let debian = match toolchain::get(repo, setup)? {
            Toolchain::There(debian) => debian,
            Toolchain::Missing(lacks) => return Ok(Err(lacks)),
        };
        bindings::library(repo)?;
        run::quiet(repo.cargo("build").args(["--locked", "--package", "mcpclient-puppet"]))?;
        Ok(Ok(Self { repo, debian }))
    }

    /// A subcommand of `swift` for one of our packages; what it says.
    fn swift(&self, subcommand: &str, package: &str, arguments: &[&str]) -> Result<String> {
        let natives = self.repo.target()?.join("debug");
        let library = format!("-L{}", natives.display());
        let mut swift = self.inside("swift")?;
        swift.arg(subcommand).arg("--package-path").arg(self.repo.path(package));
        swift.arg("--scratch-path").arg(self.scratch(package)).args(arguments);
        swift.args(["-Xlinker", &library, "-Xlinker", "-rpath", "-Xlinker"]).arg(&natives);
        let log = self.repo.build("swift.log");
        run::limited(&mut swift, &log, LIMIT)
    }

    /// A program that was built.
    fn program(&self, package: &str, name: &str) -> Result<Command> {
        let program = self.scratch(package).join("debug").join(name);
        self.inside(program.to_str().context("a path is text")?)
    }

    fn scratch(&self, package: &str) -> PathBuf {
        self.repo.build("swift").join(package)
    }

    fn inside(&self, program: &str) -> Result<Command> {
        fs::create_dir_all(self.repo.build("swift"))?;
        let (root, target, temp) = (self.repo.root(), self.repo.target()?, env::temp_dir());
        let mut folders: Vec<&Path> = Vec::new();
        for folder in [root, &target, &temp] {
            if !folders.iter().any(|other| folder.starts_with(other)) {
                folders.push(folder);
            }
        }
        let mut command = self.debian.inside_with(&folders, program)?;
        command.env("PUPPET", target.join("debug/mcpclient-puppet"));
        command.env("SCRIPTS", root.join("tests/transcripts"));
        Ok(command)
    }
}

#[cfg(test)]
mod tests {
    use super::sum;

    #[test]
    fn the_tests_are_counted() {
        assert_eq!(sum("✔ Test run with 38 tests passed after 1.5 seconds."), Some(38));
        assert_eq!(sum("✔ Test run with 38 tests in 4 suites passed after 1 seconds."), Some(38));
        assert_eq!(sum("✘ Test run with 38 tests failed after 1.5 seconds with 1 issue."), None);
        assert_eq!(sum("✔ Test run with 0 tests passed after 0.001 seconds."), None);
    }
}
