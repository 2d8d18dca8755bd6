//! The Python package: its wheel, its tests, and what type checkers say of it.

mod environment;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Result, bail};

use crate::{
    c::library,
    gate::{Context, Done},
    readme,
    repo::Repo,
    run,
};
pub(crate) use environment::{installed, ready};

/// A guard against hangs alone.
const LIMIT: Duration = Duration::from_secs(1200);

/// What `wheel` takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Builds quickly, for this machine alone
    #[arg(long)]
    debug: bool,
}

/// Builds the wheel and says where it is.
pub(crate) fn wheel(repo: &Repo, args: &Args) -> Result<()> {
    environment::fill(repo)?;
    let wheel = environment::wheel(repo, if args.debug { "dev" } else { "release" })?;
    println!("pip install {}", wheel.display());
    Ok(())
}

/// The wheel as it ships.
pub(crate) fn release(repo: &Repo) -> Result<PathBuf> {
    environment::fill(repo)?;
    environment::wheel(repo, "release")
}

/// The wheel as anybody would install it, under pytest and three type checkers.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    let repo = context.repo;
    if let Err(lacks) = ready(repo) {
        return Ok(Done::Skipped(lacks));
    }
    let python = installed(repo)?;
    let checked = types(repo, &python)?;
    let puppet = library::puppet(repo)?;
    example(repo, &python, &puppet)?;
    let mut pytest = Command::new(&python);
    pytest.args(["-X", "dev", "-m", "pytest", "--quiet", "--tb=short"]);
    pytest.arg(repo.path("bindings/python/tests")).current_dir(repo.path("bindings/python"));
    pytest.env("PUPPET", puppet).env("SCRIPTS", repo.path("tests/transcripts"));
    let said = run::limited(&mut pytest, &repo.build("python-tests.log"), LIMIT)?;
    Ok(Done::Passed(format!("{} tests; {checked}", passed(&said))))
}

/// mypy, stubtest, and pyright, the last also on how complete the public types are.
fn types(repo: &Repo, python: &Path) -> Result<&'static str> {
    let here = repo.path("bindings/python");
    let cache = repo.build("mypy");
    let tool = |module: &str| {
        let mut command = Command::new(python);
        command.args(["-m", module]).current_dir(&here).env("MYPY_CACHE_DIR", &cache);
        // What it runs it gets from npm, once.
        command.env("PYRIGHT_PYTHON_CACHE_DIR", repo.build("pyright"));
        command.env("PYRIGHT_PYTHON_IGNORE_WARNINGS", "1");
        command
    };
    let mut site = Command::new(python);
    let site =
        run::stdout(site.args(["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]))?;
    let pyright = || {
        let mut command = tool("pyright");
        // It follows the interpreter's link out of the environment, and would look there.
        command.env("PYTHONPATH", site.trim());
        command
    };
    run::quiet(tool("mypy").arg("python/mcpclient"))?;
    run::quiet(tool("mypy").arg("--strict").arg(readme::example_python(repo)?))?;
    run::quiet(tool("mypy.stubtest").arg("mcpclient"))?;
    run::quiet(pyright().args(["--project", "."]))?;
    let complete = ["--verifytypes", "mcpclient", "--ignoreexternal"];
    // Away from the sources, or it looks at those.
    run::quiet(pyright().args(complete).current_dir(repo.build("mypy")))?;
    Ok("mypy, stubtest, pyright")
}

/// README.md's example, typed at as by a person.
fn example(repo: &Repo, python: &Path, puppet: &Path) -> Result<()> {
    let source = readme::example_python(repo)?;
    // The server's form has nine fields, in the order of their names.
    let typed = repo.build("readme").join("typed");
    fs::write(&typed, "first\n\n\n\n\nAda\nno\n2\n\n\n")?;
    let mut ask = Command::new("sh");
    ask.args(["-c", "exec \"$@\" < \"$0\""]).arg(&typed).arg(python).arg(source);
    ask.arg("form").arg(puppet).arg("--serve");
    let said = run::limited(&mut ask, &repo.build("readme").join("ask-py.log"), LIMIT)?;
    for words in ["seats: must be a number", "\"action\":\"accept\"", "\"seats\":2"] {
        if !said.contains(words) {
            bail!("{said}\nREADME.md's example in Python does not say {words}");
        }
    }
    Ok(())
}

/// The number in pytest's last line, `54 passed in 9.61s`.
fn passed(said: &str) -> &str {
    let line = said.lines().rfind(|line| line.contains(" passed"));
    line.and_then(|line| line.split(' ').next()).unwrap_or("no")
}

/// A program of the package's tests, to be run with the installed package.
pub(crate) fn program(repo: &Repo, name: &str) -> Result<Command> {
    let mut command = Command::new(installed(repo)?);
    command.arg(repo.path("bindings/python/tests").join(name));
    Ok(command)
}

/// The interpreter of the environment under build/.
fn interpreter(repo: &Repo) -> PathBuf {
    repo.build("python").join("bin").join("python")
}

#[cfg(test)]
mod tests {
    use super::passed;

    #[test]
    fn the_last_line_says_how_many() {
        assert_eq!(passed("..  [100%]\n54 passed in 9.61s\n"), "54");
        assert_eq!(passed("nothing\n"), "no");
    }
}
