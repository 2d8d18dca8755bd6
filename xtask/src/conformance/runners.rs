//! The languages that have a runner, and how each is built and started.

use std::{path::Path, process::Command};

use anyhow::Result;

use crate::{
    c::alone,
    files, kotlin, python,
    repo::Repo,
    run, swift,
    tool::{CC, JAVAC, MAVEN, PYTHON, READELF, SWIFT, Tool, lacking},
};

/// A language, or none.
pub(super) struct Runner {
    pub(super) name: &'static str,
    needs: &'static [Tool],
    /// Builds it, and gives the command that starts it.
    build: fn(&Repo) -> Result<Command>,
}

pub(super) const RUNNERS: &[Runner] = &[
    Runner { name: "rust", needs: &[], build: rust },
    Runner { name: "c", needs: &[CC, READELF], build: c },
    Runner { name: "python", needs: &[PYTHON], build: python },
    Runner { name: "kotlin", needs: &[JAVAC, MAVEN], build: kotlin },
    Runner { name: "swift", needs: &[SWIFT], build: swift },
];

/// A client that does nothing: what passes with it proves nothing.
pub(super) const NONE: Runner =
    Runner { name: "none", needs: &[], build: |_| Ok(Command::new("true")) };

impl Runner {
    /// What the machine lacks for it, and how to get that.
    pub(super) fn lacks(&self, repo: &Repo) -> Option<String> {
        let here = repo.path("tests/conformance").join(self.name);
        if self.name != NONE.name && !here.is_dir() {
            return Some(format!("no {}", here.display()));
        }
        lacking(self.needs)
    }

    /// Builds it, and gives the words that start it, for the shell.
    pub(super) fn line(&self, repo: &Repo) -> Result<String> {
        Ok(line(&(self.build)(repo)?))
    }
}

fn rust(repo: &Repo) -> Result<Command> {
    run::quiet(repo.cargo("build").args(["--locked", "--package", "mcpclient-conformance"]))?;
    Ok(Command::new(repo.target()?.join("debug").join("mcpclient-conformance")))
}

/// Over the header alone.
fn c(repo: &Repo) -> Result<Command> {
    let sources = files::directly(&repo.path("tests/conformance/c"), "c")?;
    let out = repo.build("conformance").join("runner-c");
    let flags = ["-D_POSIX_C_SOURCE=200809L"];
    Ok(Command::new(alone::compile(repo, &out, &sources, &flags)?))
}

fn python(repo: &Repo) -> Result<Command> {
    let mut python = Command::new(python::installed(repo)?);
    // The sources stay free of what Python compiles.
    python.arg("-B").arg(repo.path("tests/conformance/python/main.py"));
    Ok(python)
}

/// Compiled with the binding's tests.
fn kotlin(repo: &Repo) -> Result<Command> {
    kotlin::test_program(repo, "mcpclient.conformance.MainKt")
}

/// A package of its own over the binding.
fn swift(repo: &Repo) -> Result<Command> {
    swift::program(repo, "tests/conformance/swift/runner", "conformance")
}

/// Starts what its other words say, and writes to the file that its first one names what that ended with: 128 and
/// its number for a signal. Who ends the shell ends it too.
const WATCH: &str = r#"file=$1; shift; "$@" & client=$!; trap 'kill "$client"' TERM; wait "$client"; ended=$?
echo "$ended" > "$file"; exit "$ended""#;

/// The line for the shell that does this with these words, and any that are added to it.
pub(super) fn watched(words: &str, status: &Path) -> String {
    let status = quoted(&status.to_string_lossy());
    format!("exec sh -c {} sh {status} {words}", quoted(WATCH))
}

/// The command in words for the shell.
fn line(command: &Command) -> String {
    let mut words = vec!["env".to_owned()];
    if let Some(dir) = command.get_current_dir() {
        words.extend(["-C".to_owned(), quoted(&dir.to_string_lossy())]);
    }
    for (name, value) in command.get_envs() {
        let value = value.unwrap_or_default().to_string_lossy();
        words.push(quoted(&format!("{}={value}", name.to_string_lossy())));
    }
    let said = std::iter::once(command.get_program()).chain(command.get_args());
    words.extend(said.map(|word| quoted(&word.to_string_lossy())));
    words.join(" ")
}

/// One word for the shell.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_says_the_same_words() {
        let mut command = Command::new("printf");
        command.args(["%s|", "a b", "it's", "$x", ""]).env("X", "1 2").current_dir("/");
        let said = run::stdout(Command::new("sh").args(["-c", &line(&command)])).unwrap();
        assert_eq!(said, "a b|it's|$x||");
        command = Command::new("sh");
        command.args(["-c", "echo \"$X\"; pwd"]).env("X", "1 2").current_dir("/");
        let said = run::stdout(Command::new("sh").args(["-c", &line(&command)])).unwrap();
        assert_eq!(said, "1 2\n/\n");
    }

    #[test]
    fn what_a_client_ends_with_is_written_down() {
        let file = std::env::temp_dir().join(format!("xtask-it's-{}", std::process::id()));
        for (script, ended) in [("true", 0), ("exit 3", 3), ("kill -ABRT $$", 134)] {
            let words = "env X=1 sh -c";
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("{} {}", watched(words, &file), quoted(script))]);
            assert_eq!(shell.status().unwrap().code(), Some(ended));
            assert_eq!(std::fs::read_to_string(&file).unwrap(), format!("{ended}\n"));
        }
        std::fs::remove_file(file).unwrap();
    }
}
