//! One target: running it, and reading what it says of itself.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};

use super::build::Build;
use crate::{repo::Repo, run};

/// An input that takes longer is a finding.
const SECONDS_OF_ONE_INPUT: u64 = 25;
/// Memory beyond this is a finding.
const MEGABYTES: u64 = 1_024;

/// One target and its folders.
pub(super) struct Target {
    pub(super) name: String,
    /// Written by hand; never written to.
    pub(super) seeds: PathBuf,
    dictionary: Option<PathBuf>,
    /// What the search has found to be new ways through the code.
    corpus: PathBuf,
    /// Inputs that break a promise.
    found: PathBuf,
    scratch: PathBuf,
}

/// What came of a run without a finding.
pub(super) struct Run {
    pub(super) executions: u64,
    rate: u64,
    /// Edges of the instrumented program that were taken, and all there are.
    edges: u64,
    of: u64,
    /// Inputs worth keeping.
    corpus: u64,
}

impl Target {
    pub(super) fn new(repo: &Repo, name: &str) -> Result<Self> {
        let dictionary = match name {
            "form" => Some("schema.dict"),
            "roots" => Some("paths.dict"),
            "sse" => Some("sse.dict"),
            "words" => Some("words.dict"),
            "json" => None,
            _ => Some("protocol.dict"),
        };
        let target = Self {
            name: name.to_owned(),
            seeds: repo.path("tests/fuzz/seeds").join(name),
            dictionary: dictionary.map(|file| repo.path("tests/fuzz/dictionaries").join(file)),
            corpus: repo.build("fuzz/corpus").join(name),
            found: repo.build("fuzz/found").join(name),
            scratch: repo.build("fuzz/smoke").join(name),
        };
        for folder in [&target.corpus, &target.found, &target.scratch] {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        Ok(target)
    }

    /// Goes on from what earlier searches have found.
    pub(super) fn search(&self, build: &Build, time: Duration) -> Result<Run> {
        self.run(build, &self.corpus, time)
    }

    /// Begins with nothing but the seeds, each time.
    pub(super) fn smoke(&self, build: &Build, time: Duration) -> Result<Run> {
        fs::remove_dir_all(&self.scratch)?;
        fs::create_dir_all(&self.scratch)?;
        self.run(build, &self.scratch, time)
    }

    fn run(&self, build: &Build, corpus: &Path, time: Duration) -> Result<Run> {
        let mut command = self.command(build);
        command.arg(format!("-max_total_time={}", time.as_secs()));
        if let Some(dictionary) = &self.dictionary {
            command.arg(format!("-dict={}", dictionary.display()));
        }
        command.arg(corpus).arg(&self.seeds);
        let said = match run::quiet(&mut command) {
            Ok(said) => said,
            Err(error) => bail!("{}: a finding\n{}", self.name, end(&error.to_string())),
        };
        Run::read(&said).with_context(|| format!("{} ran and said\n{}", self.name, end(&said)))
    }

    /// What happens to one input.
    pub(super) fn replay(&self, build: &Build, input: &Path) -> Result<String> {
        run::quiet(self.command(build).arg(input))
    }

    fn command(&self, build: &Build) -> Command {
        let mut command = Command::new(build.program(self));
        command.arg(format!("-timeout={SECONDS_OF_ONE_INPUT}"));
        command.arg(format!("-rss_limit_mb={MEGABYTES}"));
        command.arg("-print_final_stats=1");
        // The folder's name ends with a slash, or it is the beginning of a file's name.
        command.arg(format!("-artifact_prefix={}/", self.found.display()));
        command
    }
}

impl Run {
    /// Reads libFuzzer's own report.
    fn read(said: &str) -> Option<Self> {
        let number = |text: &str| text.split_whitespace().next()?.parse().ok();
        let statistic = |name: &str| {
            let line = said.lines().find_map(|line| line.strip_prefix(name))?;
            number(line.trim_start_matches([':', ' ']))
        };
        let last = said.lines().rev().find(|line| line.contains(" cov: "))?;
        let of = said.lines().find_map(|line| line.strip_prefix("INFO: Loaded 1 modules "))?;
        Some(Self {
            executions: statistic("stat::number_of_executed_units")?,
            rate: statistic("stat::average_exec_per_sec")?,
            edges: number(last.split_once(" cov: ")?.1)?,
            of: number(of.trim_start_matches([' ', '(']))?,
            corpus: last.split_once(" corp: ")?.1.split('/').next()?.parse().ok()?,
        })
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { executions, rate, edges, of, corpus } = self;
        write!(f, "{executions} inputs, {rate} a second, {edges} of {of} edges, {corpus} kept")
    }
}

/// The end of a long text: where a finding is told.
fn end(text: &str) -> String {
    const LINES: usize = 60;
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "INFO: Running with entropic power schedule (0xFF, 100).\n\
        INFO: Loaded 1 modules   (8126 inline 8-bit counters): 8126 [0x1, 0x2),\n\
        #2\tINITED cov: 75 ft: 76 corp: 1/1b exec/s: 0 rss: 35Mb\n\
        #4096\tpulse  cov: 412 ft: 900 corp: 68/2401b lim: 43 exec/s: 2048 rss: 40Mb\n\
        #5000\tDONE   cov: 413 ft: 901 corp: 69/2420b lim: 43 exec/s: 2500 rss: 40Mb\n\
        Done 5000 runs in 2 second(s)\n\
        stat::number_of_executed_units: 5000\n\
        stat::average_exec_per_sec:     2500\n";

    #[test]
    fn the_report_is_read() {
        let run = Run::read(SAID).unwrap();
        let shown = "5000 inputs, 2500 a second, 413 of 8126 edges, 69 kept";
        assert_eq!(run.to_string(), shown);
        assert!(Run::read("nothing of the kind").is_none());
    }

    #[test]
    fn of_a_long_text_the_end_is_shown() {
        let text: Vec<_> = (0..100).map(|line| line.to_string()).collect();
        assert!(end(&text.join("\n")).starts_with("40\n41\n"));
        assert_eq!(end("short"), "short");
    }
}
