//! Programs that a step needs and a machine may lack.

use std::{
    env,
    path::{Path, PathBuf},
};

use crate::swift;

/// A program, and how to get it.
pub(crate) struct Tool {
    pub(crate) program: &'static str,
    pub(crate) get: &'static str,
}

pub(crate) const CMAKE: Tool = Tool { program: "cmake", get: "apt-get install cmake" };
pub(crate) const PKG_CONFIG: Tool =
    Tool { program: "pkg-config", get: "apt-get install pkg-config" };
pub(crate) const LD: Tool = Tool { program: "ld", get: "apt-get install binutils" };
pub(crate) const OBJCOPY: Tool = Tool { program: "objcopy", get: "apt-get install binutils" };
pub(crate) const CC: Tool = Tool { program: "cc", get: "apt-get install gcc" };
pub(crate) const GCC: Tool = Tool { program: "gcc", get: "apt-get install gcc" };
pub(crate) const GXX: Tool = Tool { program: "g++", get: "apt-get install g++" };
pub(crate) const NM: Tool = Tool { program: "nm", get: "apt-get install binutils" };
pub(crate) const READELF: Tool = Tool { program: "readelf", get: "apt-get install binutils" };
pub(crate) const VALGRIND: Tool = Tool { program: "valgrind", get: "apt-get install valgrind" };
pub(crate) const NODE: Tool = Tool { program: "node", get: "apt-get install nodejs" };
pub(crate) const NPM: Tool = Tool { program: "npm", get: "apt-get install npm" };
pub(crate) const PYTHON: Tool =
    Tool { program: "python3", get: "apt-get install python3 python3-venv" };
pub(crate) const JAVAC: Tool =
    Tool { program: "javac", get: "apt-get install default-jdk-headless" };
pub(crate) const MAVEN: Tool = Tool { program: "mvn", get: "apt-get install maven" };
pub(crate) const NGINX: Tool = Tool { program: "nginx", get: "apt-get install nginx" };
pub(crate) const OPENSSL: Tool = Tool { program: "openssl", get: "apt-get install openssl" };
pub(crate) const CLIPPY: Tool =
    Tool { program: "cargo-clippy", get: "rustup component add clippy" };
pub(crate) const RUSTFMT: Tool = Tool { program: "rustfmt", get: "rustup component add rustfmt" };

/// Not a program of the machine's, but in a folder of ours.
pub(crate) const SWIFT: Tool =
    Tool { program: "swift", get: "cargo xtask swift-toolchain, as root on Debian" };

impl Tool {
    /// Whether the machine has it.
    pub(crate) fn found(&self) -> bool {
        if self.program == SWIFT.program {
            return swift::is_there();
        }
        find(self.program).is_some()
    }
}

/// What the machine lacks of these, and how to get it.
pub(crate) fn lacking(tools: &[Tool]) -> Option<String> {
    let lacks = tools.iter().filter(|tool| !tool.found());
    let lacks: Vec<_> = lacks.map(|tool| format!("no {}: {}", tool.program, tool.get)).collect();
    (!lacks.is_empty()).then(|| lacks.join("; "))
}

/// The program that `PATH` leads to, or that is where Debian keeps what serves, which is not in everybody's.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders = env::split_paths(&path).chain(["/usr/sbin".into()]);
    folders.map(|dir| dir.join(program)).find(|file| is_program(file))
}

fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}
