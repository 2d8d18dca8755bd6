//! Debian 13 in a folder: its compiler is the oldest that we promise to build with. No mounts and no
//! network after it is made, so that it works in a container too.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context as _, Result};

use crate::{files, repo::Repo, run, tool};

const RELEASE: &str = "trixie";

/// The folder.
pub(super) struct Debian {
    root: PathBuf,
}

impl Debian {
    pub(super) fn at(root: PathBuf) -> Self {
        Self { root }
    }

    /// What the machine lacks to make one, and how to get it.
    pub(super) fn lacks() -> Result<Option<String>> {
        let user = run::stdout(Command::new("id").arg("-u"))?;
        let needed = ["apt-get", "chroot", "debootstrap"];
        Ok(match needed.into_iter().find(|program| tool::find(program).is_none()) {
            Some("debootstrap") => Some("apt-get install debootstrap".to_owned()),
            Some(program) => Some(format!("a Debian machine, which has {program}")),
            None if user.trim() != "0" => Some("run this as root, for chroot".to_owned()),
            None => None,
        })
    }

    /// Whether it was made to the end.
    pub(super) fn is_ready(&self) -> bool {
        self.marker().is_file()
    }

    /// Makes it: half a minute, one gigabyte.
    pub(super) fn make(&self) -> Result<()> {
        if self.root.exists() {
            fs::remove_dir_all(&self.root)?;
        }
        fs::create_dir_all(&self.root)?;
        let mut debootstrap = Command::new("debootstrap");
        debootstrap.args(["--variant=minbase", RELEASE]).arg(&self.root).arg(mirror()?);
        run::quiet(&mut debootstrap)?;
        let mut install = self.inside("apt-get");
        install.args(["install", "-y", "--no-install-recommends", "cargo", "rustc"]);
        run::quiet(install.env("DEBIAN_FRONTEND", "noninteractive"))?;
        run::quiet(self.inside("apt-get").arg("clean"))?;
        Ok(fs::write(self.marker(), "")?)
    }

    /// Runs a cargo command on a copy of the checkout and its dependencies; returns what the
    /// compiler calls itself.
    pub(super) fn cargo(&self, repo: &Repo, args: &[&str]) -> Result<String> {
        let source = self.root.join("source");
        if source.exists() {
            fs::remove_dir_all(&source)?;
        }
        for file in files::below(repo.root())? {
            let to = source.join(file.strip_prefix(repo.root())?);
            fs::create_dir_all(to.parent().context("a file has a folder")?)?;
            fs::copy(&file, &to).with_context(|| file.display().to_string())?;
        }
        let mut vendor = repo.cargo("vendor");
        vendor.args(["--locked", "--versioned-dirs"]).arg(self.root.join("vendor"));
        run::quiet(&mut vendor)?;
        let mut cargo = self.inside("cargo");
        cargo.args(args).args(["--offline", "--manifest-path", "/source/Cargo.toml"]);
        cargo.args(["--config", "source.crates-io.replace-with='vendored'"]);
        cargo.args(["--config", "source.vendored.directory='/vendor'"]);
        run::quiet(cargo.env("CARGO_TARGET_DIR", "/target"))?;
        run::stdout(self.inside("rustc").arg("-V"))
    }

    /// A command in the folder, without anything of our environment.
    fn inside(&self, program: &str) -> Command {
        let mut command = Command::new("chroot");
        command.arg(&self.root).arg(program).env_clear();
        command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("HOME", "/").current_dir("/");
        command
    }

    fn marker(&self) -> PathBuf {
        self.root.join("made-by-xtask")
    }
}

/// The mirror that apt's own sources name. Whose it is stands in apt's lists, which a fresh machine
/// has yet to fetch.
fn mirror() -> Result<String> {
    let format = "$(CREATED_BY)|$(ORIGIN)|$(LABEL)|$(REPO_URI)";
    let targets =
        || run::stdout(Command::new("apt-get").args(["indextargets", "--format", format]));
    if let Some(mirror) = mirror_of(&targets()?) {
        return Ok(mirror);
    }
    run::quiet(Command::new("apt-get").arg("update"))?;
    mirror_of(&targets()?).context("the sources of apt name no mirror of Debian's")
}

fn mirror_of(targets: &str) -> Option<String> {
    let mut mirrors =
        targets.lines().filter_map(|line| line.strip_prefix("Packages|Debian|Debian|"));
    mirrors.next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::mirror_of;

    #[test]
    fn the_mirror_is_the_one_of_debian_s_own_archive() {
        let targets = "Packages|||https://other.example/\n\
            Packages|Debian|Debian-Security|http://mirror.example/security/\n\
            Packages|Debian|Debian|http://mirror.example/debian/\n";
        assert_eq!(mirror_of(targets).as_deref(), Some("http://mirror.example/debian/"));
        assert_eq!(mirror_of("Packages|Ubuntu|Ubuntu|http://mirror.example/ubuntu/\n"), None);
    }
}
