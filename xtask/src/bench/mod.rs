//! `cargo xtask bench`: what the library costs beside the bare pipe and other clients, in one run.
//! tests/bench/README.md says what is measured, and how to read it.

mod aims;
mod build;
mod cell;
mod contender;
mod figure;
mod pin;
mod report;
mod samples;
mod server;
mod tables;
mod workload;

use std::{fs, time::Instant};

use anyhow::{Result, ensure};

use crate::repo::Repo;
use cell::{Cell, Over};
use contender::{CONTENDERS, Contender};
use samples::{Runner, Samples};

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Also builds and runs other clients, and writes tables to build/bench
    #[arg(long)]
    peers: bool,
    /// Runs these contenders alone
    #[arg(long, value_delimiter = ',', value_name = "NAME,..")]
    contenders: Vec<String>,
    /// Runs these workloads alone
    #[arg(long, value_delimiter = ',', value_name = "WORKLOAD,..")]
    only: Vec<String>,
    /// Leaves HTTP out
    #[arg(long)]
    stdio: bool,
    /// How often everything is run
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Multiplies how much is done; 0.02 tries a new contender out
    #[arg(long, default_value_t = 1.0)]
    scale: f64,
}

/// Builds what is needed, runs it, and says how it went.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<()> {
    let chosen = choose(args)?;
    let contenders = build::contenders(repo, &chosen)?;
    let cells = cells(args, &contenders);
    ensure!(!cells.is_empty(), "no contender has such a workload");
    let runner = Runner::new(repo, args.scale)?;
    let start = Instant::now();
    let samples = runner.rounds(args.rounds, &cells, &contenders)?;
    eprintln!("measured for {} s", start.elapsed().as_secs());
    let failed = report::failures(&samples);
    if args.peers {
        write_tables(repo, &samples)?;
    } else {
        report::lines(&samples);
        print!("{}", aims::table(&samples));
    }
    ensure!(failed == 0, "this library failed {failed} times");
    Ok(())
}

fn choose(args: &Args) -> Result<Vec<&'static Contender>> {
    for name in &args.contenders {
        ensure!(CONTENDERS.iter().any(|known| known.name == name), "no contender is called {name}");
    }
    for name in &args.only {
        ensure!(workload::WORKLOADS.iter().any(|w| w.name == name), "no workload is called {name}");
    }
    let named = |contender: &&Contender| match args.contenders.as_slice() {
        [] => args.peers || contender.always(),
        names => names.iter().any(|name| name == contender.name),
    };
    Ok(CONTENDERS.iter().filter(named).collect())
}

fn cells(args: &Args, contenders: &[&'static Contender]) -> Vec<Cell> {
    let wanted = |cell: &Cell| {
        let named = args.only.is_empty() || args.only.iter().any(|name| name == cell.workload.name);
        let over = !args.stdio || cell.over == Over::Stdio;
        named && over && contenders.iter().any(|contender| contender.runs(cell))
    };
    Cell::all().into_iter().filter(wanted).collect()
}

fn write_tables(repo: &Repo, samples: &Samples) -> Result<()> {
    let (tables, raw) = (repo.build("bench/tables.md"), repo.build("bench/samples.json"));
    let text = tables::markdown(samples) + &aims::table(samples);
    fs::write(&tables, &text)?;
    fs::write(&raw, samples.to_json().to_string())?;
    println!("{text}");
    eprintln!("written to {} and {}", tables.display(), raw.display());
    Ok(())
}
