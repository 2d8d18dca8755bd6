//! Building the targets: what cargo-fuzz does, with the pinned compiler and without the tool.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::target::Target;
use crate::{repo::Repo, run};

/// Counters on every edge, and what is compared with what: how the search finds its way.
const COVERAGE: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    --cfg fuzzing";

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
        if asan {
            // Sanitizers are not stable; this makes the pinned compiler take the flag.
            build.env("RUSTC_BOOTSTRAP", "1");
            build.env("RUSTFLAGS", format!("{COVERAGE} -Zsanitizer=address"));
        } else {
            build.env("RUSTFLAGS", COVERAGE);
        }
        run::quiet(&mut build)?;
        Ok(Self { programs: folder.join(host).join("release") })
    }

    pub(super) fn program(&self, target: &Target) -> PathBuf {
        let program: &Path = target.name.as_ref();
        self.programs.join(program)
    }
}
