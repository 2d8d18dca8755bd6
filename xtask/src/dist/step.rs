//! The gate's step `install`: programs of all kinds over an installed library, in a folder that was moved
//! after it was installed.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};

use super::lay_debug;
use crate::{
    c::library,
    gate::{Context, Done},
    repo::Repo,
    run,
};

/// A guard against hangs alone.
const LIMIT: Duration = Duration::from_secs(300);

pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    let repo = context.repo;
    let out = repo.build("install");
    let (made, prefix) = (out.join("made"), out.join("moved"));
    lay_debug(repo, &made)?;
    if prefix.exists() {
        fs::remove_dir_all(&prefix)?;
    }
    fs::rename(&made, &prefix)?;
    let stage = Stage { repo, prefix, out, puppet: library::puppet(repo)? };
    let programs = [stage.pkg_config()?, stage.cmake()?, stage.beside()?].concat();
    for program in &programs {
        stage.runs(program, &[])?;
    }
    stage.plugin()?;
    Ok(Done::Passed(format!("{} programs, and one that loads it", programs.len())))
}

struct Stage<'a> {
    repo: &'a Repo,
    prefix: PathBuf,
    out: PathBuf,
    puppet: PathBuf,
}

impl Stage<'_> {
    fn source(&self, name: &str) -> PathBuf {
        self.repo.path("tests/install").join(name)
    }

    /// By pkg-config: shared, and static down to the C library.
    fn pkg_config(&self) -> Result<Vec<PathBuf>> {
        let shared = self.flags(&["--cflags", "--libs"])?;
        let whole = self.flags(&["--static", "--cflags", "--libs"])?;
        let c = self.compile("cc", "main.c", "shared", &[], &shared)?;
        let cpp = self.compile("c++", "main.cpp", "shared-cpp", &["-std=c++17"], &shared)?;
        let soname = super::soname(&self.prefix.join("lib/libmcpclient.so"))?;
        for program in [&c, &cpp] {
            if !needed(program)?.contains(&soname) {
                bail!("{} does not need {soname}", program.display());
            }
        }
        let standing = self.compile("cc", "main.c", "static", &["-static"], &whole)?;
        if !needed(&standing)?.is_empty() {
            bail!("{} is not static", standing.display());
        }
        Ok(vec![c, cpp, standing])
    }

    fn flags(&self, flags: &[&str]) -> Result<Vec<String>> {
        let mut command = Command::new("pkg-config");
        command.args(flags).arg("mcpclient >= 0.1");
        command.env("PKG_CONFIG_PATH", self.prefix.join("lib/pkgconfig"));
        Ok(run::stdout(&mut command)?.split_whitespace().map(str::to_owned).collect())
    }

    fn compile(
        &self,
        compiler: &str,
        source: &str,
        name: &str,
        before: &[&str],
        flags: &[String],
    ) -> Result<PathBuf> {
        let program = self.out.join(name);
        let mut compile = Command::new(compiler);
        compile.args(["-Wall", "-Wextra", "-Werror"]).args(before).arg(self.source(source));
        run::quiet(compile.args(flags).arg("-o").arg(&program))?;
        Ok(program)
    }

    /// By CMake: both targets in both languages, and the recipe of the example.
    fn cmake(&self) -> Result<Vec<PathBuf>> {
        let consumers = self.configured(&self.repo.path("tests/install"), "consumers")?;
        let names = ["shared-c", "static-c", "shared-cpp", "static-cpp"];
        let programs: Vec<_> = names.iter().map(|name| consumers.join(name)).collect();
        for (program, shared) in programs.iter().zip([true, false, true, false]) {
            if needed(program)?.iter().any(|name| name.starts_with("libmcpclient")) != shared {
                bail!("{} is linked in the other way", program.display());
            }
        }
        self.configured(&self.repo.path("examples/cpp"), "example")?;
        Ok(programs)
    }

    fn configured(&self, source: &Path, name: &str) -> Result<PathBuf> {
        let build = self.out.join(name);
        if build.exists() {
            fs::remove_dir_all(&build)?;
        }
        let mut configure = Command::new("cmake");
        configure.arg("-S").arg(source).arg("-B").arg(&build);
        configure.arg(format!("-DCMAKE_PREFIX_PATH={}", self.prefix.display()));
        run::quiet(&mut configure)?;
        run::quiet(Command::new("cmake").arg("--build").arg(&build))?;
        Ok(build)
    }

    /// Beside another static library in Rust, in either order.
    fn beside(&self) -> Result<Vec<PathBuf>> {
        let manifest = self.source("beside/Cargo.toml");
        let target = self.out.join("beside");
        let mut build = self.repo.cargo("build");
        build.arg("--manifest-path").arg(manifest).arg("--target-dir").arg(&target);
        run::quiet(&mut build)?;
        let other = target.join("debug/libbeside.a");
        let ours = self.prefix.join("lib/libmcpclient.a");
        let include = format!("-I{}", self.prefix.join("include").display());
        let private = ["-lpthread", "-ldl", "-lm", "-lrt", "-lutil"];
        let orders = [("ours-first", [&ours, &other]), ("ours-last", [&other, &ours])];
        let link = |(name, order): (&str, [&PathBuf; 2])| {
            let files = order.iter().map(|path| path.display().to_string());
            let flags: Vec<_> = files.chain(private.map(str::to_owned)).collect();
            self.compile("cc", "both.c", name, &[&include], &flags)
        };
        orders.into_iter().map(link).collect()
    }

    /// A program that loads the library while it runs.
    fn plugin(&self) -> Result<()> {
        let shared = self.prefix.join("lib/libmcpclient.so");
        let include = format!("-I{}", self.prefix.join("include").display());
        let program =
            self.compile("cc", "plugin.c", "plugin", &["-std=c99", &include], &["-ldl".into()])?;
        self.runs(&program, &[&shared])
    }

    /// Runs it, once to its end and once with everything alive.
    fn runs(&self, program: &Path, before: &[&Path]) -> Result<()> {
        for leave in [&[][..], &["--leave"]] {
            let mut command = Command::new(program);
            command.args(before).arg(&self.puppet).args(leave);
            command.env("LD_LIBRARY_PATH", self.prefix.join("lib"));
            run::limited(&mut command, &program.with_extension("log"), LIMIT)
                .with_context(|| format!("{} {}", program.display(), leave.concat()))?;
        }
        Ok(())
    }
}

/// The shared libraries that a program names.
fn needed(program: &Path) -> Result<Vec<String>> {
    let dynamic = run::stdout(Command::new("readelf").args(["-d", "-W"]).arg(program))?;
    let lines = dynamic.lines().filter(|line| line.contains("(NEEDED)"));
    Ok(lines.filter_map(|line| Some(line.split(['[', ']']).nth(1)?.to_owned())).collect())
}
