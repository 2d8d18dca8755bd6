//! The Kotlin binding: Maven builds and tests it.

use std::{path::PathBuf, process::Command, sync::OnceLock, time::Duration};

use anyhow::{Context as _, Result, bail};

use crate::{
    bindings, files,
    gate::{Context, Done},
    repo::Repo,
    run,
};

/// The binding and what is built with it.
const ALL: &str = "bindings/kotlin/all/pom.xml";

/// A guard against hangs alone; a fresh machine downloads Maven's plugins too.
const LIMIT: Duration = Duration::from_secs(1800);

/// Maven compiles everything anew each time, which takes minutes; once in a run is enough.
static BUILT: OnceLock<()> = OnceLock::new();

/// Builds the binding, its tests and the example, and runs the tests.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    let repo = context.repo;
    let said = maven(repo, &["package"])?;
    BUILT.get_or_init(|| ());
    let Some(count) = said.lines().filter_map(sum).next_back() else {
        bail!("{said}\nMaven says nothing of tests");
    };
    Ok(Done::Passed(format!("{count} tests")))
}

/// How many tests Maven says have run.
fn sum(line: &str) -> Option<usize> {
    let (_, counts) = line.split_once("Tests run: ")?;
    let (count, _) = counts.split_once(',')?;
    count.parse().ok().filter(|count| *count > 0)
}

/// A program of the binding's tests, ready to be run.
pub(crate) fn test_program(repo: &Repo, class: &str) -> Result<Command> {
    build(repo)?;
    let target = repo.path("bindings/kotlin/target");
    let path = [target.join("test-classes"), target.join("classes"), target.join("lib/*")];
    let words = java(repo, &path, class)?;
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    Ok(command)
}

/// The terminal host of examples/kotlin: the words that start it.
pub(crate) fn example(repo: &Repo) -> Result<Vec<PathBuf>> {
    build(repo)?;
    let target = repo.path("examples/kotlin/target");
    java(repo, &[target.join("classes"), target.join("lib/*")], "TravelKt")
}

/// Builds what the tests run, unless they have.
fn build(repo: &Repo) -> Result<()> {
    if BUILT.get().is_none() {
        maven(repo, &["package", "-DskipTests"])?;
        BUILT.get_or_init(|| ());
    }
    Ok(())
}

fn java(repo: &Repo, path: &[PathBuf], class: &str) -> Result<Vec<PathBuf>> {
    let path: Vec<_> = path.iter().map(|place| place.display().to_string()).collect();
    let natives = bindings::library(repo)?;
    let natives = natives.parent().context("a library has a folder")?;
    let library = format!("-Djna.library.path={}", natives.display());
    Ok(["java", &library, "-cp", &path.join(":"), class].map(PathBuf::from).into())
}

fn maven(repo: &Repo, goals: &[&str]) -> Result<String> {
    let natives = bindings::library(repo)?;
    let natives = natives.parent().context("a library has a folder")?.to_owned();
    run::quiet(repo.cargo("build").args(["--locked", "--package", "mcpclient-puppet"]))?;
    let log = repo.build("kotlin.log");
    std::fs::create_dir_all(repo.build(""))?;
    let mut maven = Command::new("mvn");
    maven.args(["--batch-mode", "--no-transfer-progress", "--file"]).arg(repo.path(ALL));
    maven.arg(format!("-Dnative.dir={}", natives.display())).args(goals);
    maven.env("PUPPET", natives.join("mcpclient-puppet"));
    maven.env("SCRIPTS", repo.path("tests/transcripts")).current_dir(repo.root());
    run::limited(&mut maven, &log, LIMIT)?;
    files::read(&log)
}

#[cfg(test)]
mod tests {
    use super::sum;

    #[test]
    fn the_tests_are_counted() {
        assert_eq!(sum("[INFO] Tests run: 35, Failures: 0, Errors: 0, Skipped: 0"), Some(35));
        assert_eq!(sum("[INFO] Tests run: 0, Failures: 0, Errors: 0, Skipped: 0"), None);
        assert_eq!(sum("[INFO] BUILD SUCCESS"), None);
    }
}
