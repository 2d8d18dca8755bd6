//! Which scripts a runner can play, and where they are.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io, mem};

use crate::expect::Want;
use crate::http::{HttpKind, HttpStep, Part};
use crate::line::{Event, Kind};
use crate::script::Script;
use crate::setup::{Era, Transport};

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
        if !in_step && self.races() {
            return false;
        }
        let clock = in_step || self.session().patient;
        let (mut host_acted, mut server_spoke) = (false, false);
        // The first message goes by itself, and so says nothing about what the host did before.
        let mut greets = !self.session().ready;
        for line in self.lines() {
            match &line.kind {
                Kind::Host(_) => {
                    if !in_step && server_spoke {
                        return false;
                    }
                    host_acted = true;
                }
                Kind::Advance(_) if !clock => return false,
                Kind::Advance(_) => host_acted = true,
                Kind::Send(_)
                | Kind::SendRaw(_)
                | Kind::WireClosed
                | Kind::Http(HttpStep { what: HttpKind::Answered(_), .. }) => {
                    if host_acted {
                        return false;
                    }
                    server_spoke = true;
                }
                Kind::Expect(_) | Kind::Http(_) => {
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

impl Script {
    /// Whether a conversation on a lane can be had over this transport as well. What is about the lane itself cannot, nor what
    /// has no place there: answers that nobody waits for, and the end of one side. Which era a server speaks is found
    /// out in another way, and where there is no handshake, so is a call taken back.
    #[must_use]
    pub fn fits(&self, over: Transport) -> bool {
        let setup = self.session();
        let both = setup.era == Era::Handshake && setup.revision.as_deref() == Some(STATELESS);
        // The older transport is of the first revision alone.
        let old = setup.revision.as_deref() == Some(FIRST);
        if setup.transport != Transport::Lane
            || setup.alone
            || both
            || (over == Transport::Sse && !old)
        {
            return false;
        }
        let mut taken_back = false;
        self.lines().iter().all(|line| match &line.kind {
            Kind::SendRaw(_) | Kind::WireClosed | Kind::WireRestarts | Kind::Puppet(_) => false,
            Kind::Event(Event::Warning(kind)) => kind == "deprecated",
            Kind::Expect(expect) => expect.wants().iter().all(|want| {
                let text = want.pattern.to_string();
                let takes_back = text.contains("notifications/cancelled");
                taken_back |= takes_back;
                let elsewhere = takes_back && setup.era == Era::Stateless;
                !elsewhere && !text.starts_with('[')
            }),
            Kind::Send(send) => !taken_back && !send.template().starts_with('['),
            _ => true,
        })
    }
}

impl Script {
    /// Whether the server says several things in a row on different exchanges. Which of them comes first is up to
    /// the network.
    #[must_use]
    pub fn races(&self) -> bool {
        if self.session().transport != Transport::Http {
            return false;
        }
        let (mut waiting, mut places) = (0_usize, BTreeSet::new());
        self.lines().iter().any(|line| {
            let place = match &line.kind {
                Kind::Expect(expect) => {
                    let asks = |want: &&Want| {
                        let text = want.pattern.to_string();
                        text.contains("\"id\"") && text.contains("\"method\"")
                    };
                    waiting += expect.wants().iter().filter(asks).count();
                    places.clear();
                    return false;
                }
                // What says nothing to the host cannot come too early.
                Kind::Http(HttpStep { what: HttpKind::Answered(parts), .. })
                    if parts.iter().all(|part| matches!(part, Part::Head { .. } | Part::End)) =>
                {
                    return false;
                }
                Kind::Http(HttpStep { what: HttpKind::Answered(_), exchange }) => exchange.clone(),
                Kind::Http(_) => {
                    places.clear();
                    return false;
                }
                Kind::Send(send) => {
                    let (place, before) = (place(send.template()), waiting);
                    waiting = waiting.saturating_sub(usize::from(place == Place::Answer));
                    match place {
                        Place::Unasked => "listen".to_owned(),
                        // Where one call waits, it is that one's.
                        _ if before <= 1 => "call".to_owned(),
                        _ => format!("one of the calls, by line {}", line.number),
                    }
                }
                _ => return false,
            };
            places.insert(place);
            places.len() > 1
        })
    }
}

/// Where a plain message of the server's goes.
#[derive(PartialEq, Eq)]
enum Place {
    Answer,
    /// To a call's stream.
    Call,
    Unasked,
}

fn place(message: &str) -> Place {
    const OF_A_CALL: [&str; 6] = [
        "\"elicitation/create\"",
        "\"sampling/createMessage\"",
        "\"roots/list\"",
        "\"notifications/message\"",
        "\"notifications/progress\"",
        "/subscriptionId\"",
    ];
    match () {
        () if !message.contains("\"method\"") || message.contains("inputRequests") => Place::Answer,
        () if OF_A_CALL.iter().any(|method| message.contains(method)) => Place::Call,
        () => Place::Unasked,
    }
}

/// The revision whose servers have no handshake, and the first of all.
const STATELESS: &str = "2026-07-28";
const FIRST: &str = "2024-11-05";

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
