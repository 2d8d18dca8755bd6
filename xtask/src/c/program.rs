//! Compiling test programs, and doing something with each of them.

use std::{
    fs,
    num::NonZero,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use anyhow::{Context as _, Result, bail};

use crate::{files, repo::Repo, run};

/// Programs in one language: every file of `folder` is one.
pub(crate) struct Language {
    pub(crate) folder: &'static str,
    pub(crate) extension: &'static str,
    pub(crate) compiler: &'static str,
    pub(crate) flags: &'static [&'static str],
}

pub(crate) const C: Language = Language {
    folder: "tests/c",
    extension: "c",
    compiler: "gcc",
    // Threads, pipes and clocks of the system, which plain C99 hides.
    flags: &["-std=c99", "-D_POSIX_C_SOURCE=200809L"],
};

pub(crate) const CPP: Language = Language {
    folder: "tests/cpp",
    extension: "cpp",
    compiler: "g++",
    flags: &["-Wshadow", "-Wconversion"],
};

const STRICT: [&str; 5] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g"];

/// How a source begins that wants flags of its own.
const OWN_FLAGS: &str = "// flags: ";

/// A test program that was compiled.
pub(super) struct Program {
    pub(super) path: PathBuf,
    /// Relative to the root.
    source: PathBuf,
}

/// Compiles every program of a language with all that its folder `support` holds into
/// build/tests/LANGUAGE/`flavour`.
pub(super) fn compile(
    repo: &Repo,
    language: &Language,
    flavour: &str,
    library: &Path,
    flags: &[&str],
) -> Result<Vec<Program>> {
    let folder = repo.path(language.folder);
    let sources = files::directly(&folder, language.extension)?;
    let support = files::directly(&folder.join("support"), language.extension)?;
    if sources.is_empty() {
        bail!("{} holds no programs", language.folder);
    }
    let out = repo.build(language.folder).join(flavour);
    let lib = stage(library, &out.join("lib"))?;
    let named = |source: PathBuf| {
        let path = out.join(source.file_stem()?);
        Some(Program { path, source: source.strip_prefix(repo.root()).ok()?.to_owned() })
    };
    let programs: Vec<_> = sources.into_iter().filter_map(named).collect();
    let faults = each(&programs, |program| {
        let mut compile = Command::new(language.compiler);
        compile.current_dir(repo.root()).args(language.flags).args(STRICT).args(flags);
        compile.args(own_flags(&repo.root().join(&program.source))?);
        compile.arg("-o").arg(&program.path).arg("-I").arg(repo.path("include"));
        compile.arg("-I").arg(folder.join("support"));
        compile.arg(&program.source).args(&support).arg("-L").arg(&lib);
        compile.arg(format!("-Wl,-rpath,{}", lib.display())).args(["-lmcpclient", "-pthread"]);
        run::quiet(&mut compile).map(drop)
    });
    if !faults.is_empty() {
        bail!("{}", faults.join("\n\n"));
    }
    Ok(programs)
}

fn own_flags(source: &Path) -> Result<Vec<String>> {
    let text = files::read(source)?;
    let flags = text.lines().next().and_then(|line| line.strip_prefix(OWN_FLAGS));
    Ok(flags.unwrap_or_default().split_whitespace().map(str::to_owned).collect())
}

/// Lays out a folder as an installation would: the library's own name for the linker, and its
/// SONAME for the loader.
pub(crate) fn stage(library: &Path, dir: &Path) -> Result<PathBuf> {
    if dir.exists() {
        fs::remove_dir_all(dir)?;
    }
    fs::create_dir_all(dir)?;
    let dynamic = run::stdout(Command::new("readelf").args(["-d", "-W"]).arg(library))?;
    let soname = dynamic.lines().find(|line| line.contains("(SONAME)"));
    let soname = soname.and_then(|line| line.split(['[', ']']).nth(1));
    let name = library.file_name().and_then(|name| name.to_str());
    let name = name.context("the library has no name")?;
    symlink(library, dir.join(name))?;
    if let Some(soname) = soname.filter(|soname| *soname != name) {
        symlink(library, dir.join(soname))?;
    }
    Ok(dir.to_owned())
}

/// Does it for each program, as many at a time as there are processors; returns what went wrong.
pub(super) fn each(
    programs: &[Program],
    work: impl Fn(&Program) -> Result<()> + Sync,
) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let faults = Mutex::new(Vec::new());
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(fault) = work(program) {
                        let fault = format!("{}: {fault:#}", program.source.display());
                        faults.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
                    }
                }
            });
        }
    });
    let mut faults = faults.into_inner().unwrap_or_else(PoisonError::into_inner);
    faults.sort();
    faults
}
