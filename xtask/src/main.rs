//! Every developer command of the project: `cargo xtask help` lists them.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "commands talk to a person")]

mod bench;
mod bindings;
mod c;
mod cases;
mod conformance;
mod debian;
mod demo;
mod deny;
mod dist;
mod files;
mod fuzz;
mod gate;
mod header;
mod interop;
mod kotlin;
mod msrv;
mod mutants;
mod python;
mod readme;
mod repo;
mod requirements;
mod run;
mod rust;
mod swift;
mod symbols;
mod tool;
mod transcripts;
mod vectors;
mod walls;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Every developer command of the project")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs the gate: every check that a change has to pass
    Test(gate::Args),
    /// Shows the booking demo: interactive at a terminal
    Demo(demo::Args),
    /// Installs the library: headers, shared and static, for pkg-config and CMake
    Install(dist::InstallArgs),
    /// Packs what `install` would install
    Dist(dist::DistArgs),
    /// Writes include/mcpclient.h from the ffi crate
    Header(header::Args),
    /// Lists new exported symbols in ffi/symbols.txt
    Symbols(symbols::Args),
    /// Tries servers of other people's: the reference servers, and one on the Python SDK
    Interop(interop::Args),
    /// Checks what ships with the oldest compiler it promises to build with
    Msrv,
    /// Holds each language against the official conformance suite
    Conformance(conformance::Args),
    /// Says which rows of tests/requirements.md no test names
    Requirements(requirements::Args),
    /// Runs the vectors in every language that has them, beside two independent validators
    Vectors(vectors::Args),
    /// Plays the transcripts in every language, against a real server process
    Transcripts(transcripts::Args),
    /// Writes the generated sources of the Kotlin and Swift bindings
    Bindings(bindings::Args),
    /// Unpacks a Swift toolchain of Debian's into a folder of its own
    SwiftToolchain,
    /// Puts small faults into the checking code, and says which no test notices
    Mutants(mutants::Args),
    /// Measures the library beside the bare pipe and, with --peers, other clients
    Bench(bench::Args),
    /// Says which faults of others a test shows not to be ours
    Cases(cases::Args),
    /// Builds the wheel of the Python package
    Wheel(python::Args),
    /// Searches for inputs that break a promise of the engine
    Fuzz(fuzz::Args),
}

fn main() -> ExitCode {
    if let Some(code) = fuzz::stand_in() {
        return code;
    }
    let result = repo::Repo::find().and_then(|repo| match Cli::parse().command {
        Command::Test(args) => gate::run(&repo, &args),
        Command::Demo(args) => demo::run(&repo, &args),
        Command::Install(args) => dist::install(&repo, &args).map(done),
        Command::Dist(args) => dist::dist(&repo, &args).map(done),
        Command::Header(args) => header::run(&repo, &args).map(done),
        Command::Symbols(args) => symbols::run(&repo, &args).map(done),
        Command::Interop(args) => interop::run(&repo, &args),
        Command::Conformance(args) => conformance::run(&repo, &args),
        Command::Msrv => msrv::run(&repo).map(done),
        Command::Requirements(args) => requirements::run(&repo, &args).map(done),
        Command::Vectors(args) => vectors::run(&repo, &args).map(done),
        Command::Transcripts(args) => transcripts::run(&repo, &args),
        Command::Bindings(args) => bindings::run(&repo, &args).map(done),
        Command::SwiftToolchain => swift::set_up(&repo).map(done),
        Command::Mutants(args) => mutants::run(&repo, &args).map(done),
        Command::Bench(args) => bench::run(&repo, &args).map(done),
        Command::Cases(args) => cases::run(&repo, &args).map(done),
        Command::Wheel(args) => python::wheel(&repo, &args).map(done),
        Command::Fuzz(args) => fuzz::run(&repo, &args).map(done),
    });
    result.unwrap_or_else(|error| {
        eprintln!("{error:#}");
        ExitCode::FAILURE
    })
}

fn done((): ()) -> ExitCode {
    ExitCode::SUCCESS
}
