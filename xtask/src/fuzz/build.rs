//! Building the targets: what cargo-fuzz does, with the pinned compiler and without the tool.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use anyhow::{Context as _, Result};

use super::target::Target;
use crate::{repo::Repo, run};

/// Counters on every edge, and what is compared with what: how the search finds its way.
const COVERAGE: [&str; 5] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// The packages that are searched. Counters in others, which are a hundred times as many, would be looked
/// at after every input and tell nothing.
const SEARCHED: [&str; 2] = ["mcpclient-engine", "mcpclient-fuzz"];

/// Tells this program that cargo has started it in the compiler's place.
const STAND_IN: &str = "XTASK_FUZZ_COMPILER";

/// Runs the compiler, with counters if its package is searched. `None` if this was started as usual.
pub(crate) fn stand_in() -> Option<ExitCode> {
    env::var_os(STAND_IN)?;
    let mut words = env::args_os().skip(1);
    let mut compiler = Command::new(words.next()?);
    compiler.args(words);
    if env::var("CARGO_PKG_NAME").is_ok_and(|name| SEARCHED.contains(&name.as_str())) {
        compiler.args(COVERAGE);
    }
    let done = compiler.status().is_ok_and(|status| status.success());
    Some(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Targets that are ready to run.
pub(super) struct Build {
    programs: PathBuf,
}

impl Build {
    /// Builds what is out of date.
    pub(super) fn make(repo: &Repo, targets: &[Target], asan: bool) -> Result<Self> {
        let version = run::stdout(repo.cargo("version").arg("-v"))?;
        let host = version.lines().find_map(|line| line.strip_prefix("host: "));
        let host = host.context("cargo does not name its host")?;
        let folder = repo.build(if asan { "fuzz/asan" } else { "fuzz/plain" });
        let mut build = repo.cargo("build");
        build.args(["--locked", "--release", "--manifest-path", "tests/fuzz/Cargo.toml"]);
        // With a target named, the flags are not for build scripts.
        build.args(["--target", host, "--target-dir"]).arg(&folder);
        for target in targets {
            build.args(["--bin", &target.name]);
        }
        build.env_remove("CARGO_ENCODED_RUSTFLAGS");
        build.env("RUSTC_WRAPPER", env::current_exe()?).env(STAND_IN, "1");
        if asan {
            // Sanitizers are not stable; this makes the pinned compiler take the flag.
            build.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "--cfg fuzzing -Zsanitizer=address");
        } else {
            build.env("RUSTFLAGS", "--cfg fuzzing");
        }
        run::quiet(&mut build)?;
        Ok(Self { programs: folder.join(host).join("release") })
    }

    pub(super) fn program(&self, target: &Target) -> PathBuf {
        let program: &Path = target.name.as_ref();
        self.programs.join(program)
    }
}
