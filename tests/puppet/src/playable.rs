//! Which scripts a runner can play, and where they are.

use std::path::{Path, PathBuf};
use std::{fs, io, mem};

use crate::line::Kind;
use crate::script::Script;

impl Script {
    /// Whether a runner with a real process can play it. `in_step`: everything of the client happens
    /// on the runner's own thread, and it can move the clock. Without, time passes by itself, which is
    /// enough for scripts that say so.
    ///
    /// The puppet does not wait for the host. What it writes after the host has done something, and
    /// without having been written to since, may come too early for some scripts; those are the
    /// engine's alone. And only in step is it known when a message was read that causes no event, or
    /// when the clock may move.
    #[must_use]
    pub fn is_playable(&self, in_step: bool) -> bool {
        let clock = in_step || self.session().patient;
        let (mut host_acted, mut server_spoke) = (false, false);
        // The first message goes by itself, and so says nothing about what the host did before.
        let mut greets = !self.session().ready;
        for line in self.lines() {
            match line.kind {
                Kind::Host(_) => {
                    if !in_step && server_spoke {
                        return false;
                    }
                    host_acted = true;
                }
                Kind::Advance(_) if !clock => return false,
                Kind::Advance(_) => host_acted = true,
                Kind::Send(_) | Kind::SendRaw(_) | Kind::WireClosed => {
                    if host_acted {
                        return false;
                    }
                    server_spoke = true;
                }
                Kind::Expect(_) => {
                    server_spoke = false;
                    host_acted &= mem::take(&mut greets);
                }
                Kind::Event(_) => server_spoke = false,
                // The next one is greeted as the first was.
                Kind::WireRestarts => {
                    if host_acted {
                        return false;
                    }
                    (greets, server_spoke) = (true, true);
                }
                Kind::Puppet(_) => {}
            }
        }
        true
    }
}

/// Every transcript below a folder, sorted.
///
/// # Errors
/// When a folder cannot be read.
pub fn scripts(folder: impl AsRef<Path>) -> io::Result<Vec<PathBuf>> {
    let (mut scripts, mut folders) = (Vec::new(), vec![folder.as_ref().to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "mcpt") {
                scripts.push(path);
            }
        }
    }
    scripts.sort();
    Ok(scripts)
}
