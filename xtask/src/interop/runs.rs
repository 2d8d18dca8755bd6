//! What runs a server.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

use super::install;
use crate::repo::Repo;

const SCOPE: &str = "node_modules/@modelcontextprotocol";

/// A program and its arguments.
pub(super) enum Runs {
    /// A script below node_modules.
    Node(&'static str, &'static [&'static str]),
    /// Our own server on the TypeScript SDK.
    TypeScript(&'static str),
    /// Our own server on the Python SDK.
    Python(&'static [&'static str]),
    /// The same on an earlier version of it.
    OldPython(&'static str, &'static [&'static str]),
    /// Our own server on the Rust SDK.
    Rust(&'static [&'static str]),
    /// A module of the Python SDK's environment.
    Module(&'static str, &'static [&'static str]),
}

impl Runs {
    /// The command line; packages are installed in `out`.
    pub(super) fn argv(&self, repo: &Repo, out: &Path) -> Vec<OsString> {
        // The sources stay free of what Python compiles.
        let python = |program: PathBuf, script: &str| {
            vec![program.into(), "-B".into(), repo.path("tests/interop/python").join(script).into()]
        };
        let (mut words, arguments): (Vec<OsString>, &[_]) = match self {
            Self::Node(script, arguments) => {
                let script = out.join("node").join(SCOPE).join(script);
                (vec!["node".into(), script.into()], arguments)
            }
            Self::TypeScript(script) => {
                (vec!["node".into(), out.join("node").join(script).into()], &[])
            }
            Self::Python(arguments) => {
                (python(out.join("python/bin/python"), "server.py"), arguments)
            }
            Self::OldPython(version, arguments) => {
                let mut path = OsString::from("PYTHONPATH=");
                path.push(install::old_sdk(out, version));
                let mut words = vec!["env".into(), path];
                words.extend(python(install::old_python(out).join("bin/python"), "old.py"));
                (words, arguments)
            }
            Self::Rust(arguments) => (vec![install::rust_server(out).into()], arguments),
            Self::Module(name, arguments) => {
                (vec![out.join("python/bin/python").into(), "-m".into(), name.into()], arguments)
            }
        };
        words.extend(arguments.iter().map(OsString::from));
        words
    }

    /// The same, to be started here.
    pub(super) fn command(&self, repo: &Repo, out: &Path) -> Command {
        let mut words = self.argv(repo, out).into_iter();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        command
    }
}
