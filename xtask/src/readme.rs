//! README.md keeps its word: its links lead somewhere, its examples compile, its output was really seen.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context as _, Result, bail};

use crate::{
    c::alone,
    files,
    gate::{Context, Done},
    repo::Repo,
    run,
};

/// Stands for what an excerpt leaves out.
const LEFT_OUT: &str = "…";

/// The links and the example.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    let repo = context.repo;
    let text = text(repo)?;
    let links = links(&text);
    let dead: Vec<_> = links.iter().filter(|link| !repo.path(link).exists()).copied().collect();
    if !dead.is_empty() {
        bail!("README.md: nothing is at {}", dead.join(", "));
    }
    example(repo)?;
    more_in_c(repo, &text)?;
    as_told(repo, &text)?;
    example_cpp(repo, &text)?;
    shown(repo, &text, "swift", "examples/swift/travel/Ask/main.swift")?;
    shown(repo, &text, "kotlin", "examples/kotlin/src/main/kotlin/Ask.kt")?;
    Ok(Done::Passed(format!("{} links, four examples", links.len())))
}

/// Compiles the example in C; returns the program.
pub(crate) fn example(repo: &Repo) -> Result<PathBuf> {
    let text = text(repo)?;
    let out = repo.build("readme");
    fs::create_dir_all(&out)?;
    let source = out.join("ask.c");
    fs::write(&source, block(&text, "c").context("README.md has no example in C")?)?;
    alone::compile(repo, &out.join("ask"), &[source], &alone::SANITIZE)
}

/// What else stands there in C: functions without a program.
fn more_in_c(repo: &Repo, text: &str) -> Result<()> {
    let source = repo.build("readme").join("more.c");
    fs::write(&source, blocks(text, "c").skip(1).collect::<String>())?;
    let out = repo.build("readme").join("more");
    alone::compile(repo, &out, &[source], &["-shared", "-fPIC"]).map(drop)
}

fn example_cpp(repo: &Repo, text: &str) -> Result<()> {
    let source = repo.build("readme").join("ask.cpp");
    fs::write(&source, block(text, "cpp").context("README.md has no example in C++")?)?;
    let program = repo.build("readme").join("ask-cpp");
    alone::compile_cpp(repo, &program, &[source], &alone::SANITIZE).map(drop)
}

/// An example that is a file, which the step of its language compiles.
fn shown(repo: &Repo, text: &str, language: &str, file: &str) -> Result<()> {
    let example = block(text, language);
    if example != Some(files::read(&repo.path(file))?.as_str()) {
        bail!("README.md: the example in {language} is not {file}");
    }
    Ok(())
}

/// Builds the example with the very command that README.md gives.
fn as_told(repo: &Repo, text: &str) -> Result<()> {
    let told = text.split('`').find(|code| code.starts_with("cc ask.c "));
    let told = told.context("README.md does not say how to build the example")?;
    let target = repo.target()?;
    let fill = |word: &str| match word.strip_prefix("target/") {
        Some(file) => target.join(file),
        None if word.starts_with("ask") => repo.build("readme").join(word),
        None => word.into(),
    };
    let mut words = told.split(' ').map(fill);
    let mut compile = Command::new(words.next().unwrap_or_default());
    run::quiet(compile.args(words).current_dir(repo.root())).map(drop)
}

/// Whether the excerpt of the demo was really printed: its lines occur in `said`, in their order.
pub(crate) fn shows(repo: &Repo, said: &str) -> Result<()> {
    let text = text(repo)?;
    let excerpt = block(&text, "text").context("README.md has no excerpt")?;
    match first_unseen(excerpt, said) {
        None => Ok(()),
        Some(line) => bail!("README.md shows a line that the demo does not print there: {line}"),
    }
}

fn text(repo: &Repo) -> Result<String> {
    files::read(&repo.path("README.md"))
}

/// The example in Python.
pub(crate) fn example_python(repo: &Repo) -> Result<PathBuf> {
    let source = repo.build("readme").join("ask.py");
    fs::create_dir_all(repo.build("readme"))?;
    let text = text(repo)?;
    fs::write(&source, block(&text, "python").context("README.md has no example in Python")?)?;
    Ok(source)
}

/// What stands in the first block of code in that language.
fn block<'a>(text: &'a str, language: &str) -> Option<&'a str> {
    blocks(text, language).next()
}

/// What stands in each of them.
fn blocks<'a>(text: &'a str, language: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let begin = format!("```{language}\n");
    let mut rest = text;
    std::iter::from_fn(move || {
        let (_, after) = rest.split_once(&begin)?;
        let (block, after) = after.split_once("```\n")?;
        rest = after;
        Some(block)
    })
}

/// The links to files.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://")).collect()
}

fn first_unseen<'a>(excerpt: &'a str, said: &str) -> Option<&'a str> {
    let mut said = said.lines();
    excerpt.lines().find(|line| *line != LEFT_OUT && !said.any(|other| other == *line))
}

#[cfg(test)]
mod tests {
    use super::{block, blocks, first_unseen, links};

    #[test]
    fn blocks_and_links_are_found() {
        let text = "[a](b/c) and [d](https://e.example)\n```sh\nno\n```\n```c\nyes;\n```\n";
        assert_eq!(block(text, "c"), Some("yes;\n"));
        assert_eq!(block(text, "text"), None);
        assert_eq!(blocks(&text.repeat(2), "c").collect::<Vec<_>>(), ["yes;\n", "yes;\n"]);
        assert_eq!(links(text), ["b/c"]);
    }

    #[test]
    fn an_excerpt_has_to_be_in_order() {
        assert_eq!(first_unseen("a\n…\nc\n", "a\nb\nc\n"), None);
        assert_eq!(first_unseen("c\na\n", "a\nb\nc\n"), Some("a"));
        assert_eq!(first_unseen("ab\n", "a\nb\n"), Some("ab"));
    }
}
