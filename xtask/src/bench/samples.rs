//! Running everything, and keeping what came of it.

use std::{
    collections::BTreeMap,
    io::{self, IsTerminal as _},
    process::Command,
    time::Duration,
};

use anyhow::{Context as _, Result};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};

use super::{
    build,
    cell::{Cell, Over},
    contender::Contender,
    figure::{Figure, Metrics},
    pin::Processors,
    report::median,
    server::HttpServer,
};
use crate::{repo::Repo, run};

/// Against hangs alone.
const LIMIT: Duration = Duration::from_secs(120);

/// What one round of one cell gave for one contender.
pub(crate) enum Sample {
    Got(Metrics),
    Failed(String),
}

/// One contender's rounds of one cell.
pub(crate) struct Row {
    pub(crate) cell: Cell,
    pub(crate) contender: &'static Contender,
    pub(crate) rounds: Vec<Sample>,
}

impl Row {
    /// A figure's value in each round.
    pub(crate) fn values(&self, figure: &Figure) -> Vec<Option<f64>> {
        let value = |sample: &Sample| match sample {
            Sample::Got(metrics) => figure.value(metrics),
            Sample::Failed(_) => None,
        };
        self.rounds.iter().map(value).collect()
    }
}

/// The whole run.
pub(crate) struct Samples {
    pub(crate) cells: Vec<Cell>,
    pub(crate) contenders: Vec<&'static Contender>,
    rows: BTreeMap<(usize, usize), Row>,
    pub(crate) rounds: usize,
}

impl Samples {
    /// What this contender did in this cell; both are counted in their lists.
    pub(crate) fn row(&self, cell: usize, contender: usize) -> Option<&Row> {
        self.rows.get(&(cell, contender))
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.values()
    }

    /// Everything, for other programs.
    pub(crate) fn to_json(&self) -> Value {
        let sample = |sample: &Sample| match sample {
            Sample::Got(metrics) => json!(metrics),
            Sample::Failed(why) => json!({ "failed": why }),
        };
        let row = |row: &Row| {
            let [over, era] = row.cell.words();
            json!({
                "workload": row.cell.workload.name, "transport": over, "era": era,
                "contender": row.contender.name,
                "rounds": row.rounds.iter().map(sample).collect::<Vec<_>>(),
            })
        };
        self.rows().map(row).collect()
    }
}

/// What it takes to run contenders.
pub(crate) struct Runner<'a> {
    repo: &'a Repo,
    scale: f64,
    processors: Processors,
}

impl<'a> Runner<'a> {
    pub(super) fn new(repo: &'a Repo, scale: f64) -> Result<Self> {
        Ok(Self { repo, scale, processors: Processors::new()? })
    }

    /// In each round each cell runs all contenders back to back, in an order that turns: a slow minute
    /// of the machine strikes all alike.
    pub(super) fn rounds(
        &self,
        rounds: usize,
        cells: &[Cell],
        contenders: &[&'static Contender],
    ) -> Result<Samples> {
        let http = cells.iter().any(|cell| cell.over != Over::Stdio);
        let server = build::server(self.repo);
        let mut http = if http { Some(HttpServer::start(&server)?) } else { None };
        let terminal = io::stderr().is_terminal();
        let mut rows = BTreeMap::new();
        for round in 0..rounds {
            for (at, &cell) in cells.iter().enumerate() {
                if cell.workload.once && round > 0 {
                    continue;
                }
                if terminal {
                    eprint!("\rround {} of {rounds}, {:<40}", round + 1, cell.to_string());
                }
                for turn in 0..contenders.len() {
                    let who = (turn + at + round * 3) % contenders.len();
                    let contender = contenders[who];
                    if contender.runs(&cell) {
                        let sample = self.sample(contender, &cell, http.as_mut())?;
                        let row = rows.entry((at, who)).or_insert_with(|| Row {
                            cell,
                            contender,
                            rounds: Vec::new(),
                        });
                        row.rounds.push(sample);
                    }
                }
            }
        }
        if terminal {
            eprintln!();
        }
        Ok(Samples { cells: cells.to_vec(), contenders: contenders.to_vec(), rows, rounds })
    }

    fn sample(
        &self,
        contender: &Contender,
        cell: &Cell,
        http: Option<&mut HttpServer>,
    ) -> Result<Sample> {
        let mut http = http.filter(|_| cell.over != Over::Stdio);
        let target = match &http {
            Some(server) => {
                self.processors.set(Some(server.thread()), cell.workload.pinned)?;
                server.url(cell.over)
            }
            None => format!("{} stdio", build::server(self.repo).display()),
        };
        let before = http.as_mut().map_or(Ok(0), |server| server.connections())?;
        let mut tries = Vec::new();
        for _ in 0..cell.workload.tries {
            let one = || self.process(contender, cell, &target);
            match self.processors.with(cell.workload.pinned, || Ok(one())) {
                Ok(Ok(metrics)) => tries.push(metrics),
                Ok(Err(error)) => return Ok(Sample::Failed(format!("{error:#}"))),
                Err(error) => return Err(error),
            }
        }
        let mut metrics = median_of(&tries);
        if let Some(server) = http {
            let made = server.connections()? - before;
            metrics.insert("connections".to_owned(), made as f64 / tries.len() as f64);
        }
        Ok(Sample::Got(metrics))
    }

    fn process(&self, contender: &Contender, cell: &Cell, target: &str) -> Result<Metrics> {
        let (program, words) = contender.command(self.repo);
        let count = cell.count(contender.speed as usize, self.scale);
        let mut command = Command::new(program);
        command.args(words).arg(cell.workload.name).args(cell.words());
        command.arg(target).arg(count.to_string());
        let now = clock_gettime(ClockId::Monotonic);
        command.env("BENCH_T0_NS", format!("{}{:09}", now.tv_sec, now.tv_nsec));
        let said = run::limited(&mut command, &self.repo.build("bench/log"), LIMIT)?;
        let line = said.lines().rev().find(|line| line.starts_with('{'));
        let line = line.with_context(|| format!("no metrics in: {said}"))?;
        serde_json::from_str(line).with_context(|| format!("no metrics: {line}"))
    }
}

/// Of each metric the median.
fn median_of(tries: &[Metrics]) -> Metrics {
    let Some(first) = tries.first() else { return Metrics::new() };
    let middle =
        |name: &String| median(tries.iter().filter_map(|metrics| metrics.get(name).copied()));
    first.keys().filter_map(|name| Some((name.clone(), middle(name)?))).collect()
}
