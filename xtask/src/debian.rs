//! Debian 13 in a folder: for compilers that the machine does not have, or has in other versions.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};

use crate::{run, tool};

const RELEASE: &str = "trixie";

/// What a folder is made of beside the smallest system.
pub(crate) struct Contents {
    pub(crate) packages: &'static [&'static str],
    /// Files of these packages that nobody needs, as patterns of dpkg's.
    pub(crate) without: &'static [&'static str],
}

/// The folder.
pub(crate) struct Debian {
    root: PathBuf,
}

impl Debian {
    pub(crate) fn at(root: PathBuf) -> Self {
        Self { root }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// What the machine lacks to make one, and how to get it.
    pub(crate) fn lacks() -> Result<Option<String>> {
        let user = run::stdout(Command::new("id").arg("-u"))?;
        let needed = ["apt-get", "chroot", "unshare", "debootstrap"];
        Ok(match needed.into_iter().find(|program| tool::find(program).is_none()) {
            Some("debootstrap") => Some("apt-get install debootstrap".to_owned()),
            Some(program) => Some(format!("a Debian machine, which has {program}")),
            None if user.trim() != "0" => Some("run this as root, for chroot".to_owned()),
            None => None,
        })
    }

    /// Whether it was made to the end, of these contents.
    pub(crate) fn is_ready(&self, contents: &Contents) -> bool {
        fs::read_to_string(self.marker()).is_ok_and(|text| text == contents.listed())
    }

    /// Makes it: half a minute, and a gigabyte or so.
    pub(crate) fn make(&self, contents: &Contents) -> Result<()> {
        if self.root.exists() {
            fs::remove_dir_all(&self.root)?;
        }
        fs::create_dir_all(&self.root)?;
        let mut debootstrap = Command::new("debootstrap");
        debootstrap.args(["--variant=minbase", RELEASE]).arg(&self.root).arg(mirror()?);
        run::quiet(&mut debootstrap)?;
        let excludes: String =
            contents.without.iter().map(|pattern| format!("path-exclude={pattern}\n")).collect();
        let settings = self.root.join("etc/dpkg/dpkg.cfg.d");
        fs::create_dir_all(&settings)?;
        fs::write(settings.join("without"), excludes)?;
        let mut install = self.inside("apt-get");
        install.args(["install", "-y", "--no-install-recommends"]).args(contents.packages);
        run::quiet(install.env("DEBIAN_FRONTEND", "noninteractive"))?;
        run::quiet(self.inside("apt-get").arg("clean"))?;
        Ok(fs::write(self.marker(), contents.listed())?)
    }

    /// A command in the folder, without anything of our environment.
    pub(crate) fn inside(&self, program: &str) -> Command {
        let mut command = Command::new("chroot");
        command.arg(&self.root).arg(program);
        clean(&mut command);
        command
    }

    /// As `inside`, for programs that want to know of processes, and with these folders of the machine's
    /// at the same places. The mounts are the command's own, and end with it.
    pub(crate) fn inside_with(&self, folders: &[&Path], program: &str) -> Result<Command> {
        let mut script = String::from("set -e\nmount -t proc proc \"$0/proc\"\n");
        let mut command = Command::new("unshare");
        command.args(["--mount", "--propagation", "private", "sh", "-c"]);
        for (at, folder) in folders.iter().enumerate() {
            fs::create_dir_all(self.root.join(folder.strip_prefix("/")?))?;
            script += &format!("mount --rbind \"${{{0}}}\" \"$0${{{0}}}\"\n", at + 1);
        }
        script += &format!("shift {}\nexec chroot \"$0\" \"$@\"\n", folders.len());
        command.arg(script).arg(&self.root).args(folders).arg(program);
        clean(&mut command);
        Ok(command)
    }

    fn marker(&self) -> PathBuf {
        self.root.join("made-by-xtask")
    }
}

impl Contents {
    fn listed(&self) -> String {
        format!(
            "{}\n",
            self.packages.iter().chain(self.without).copied().collect::<Vec<_>>().join("\n")
        )
    }
}

fn clean(command: &mut Command) {
    command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("HOME", "/");
    command.current_dir("/");
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
