//! What a person may type, as lines from a pipe: the host must take each of them, and stop at the end.

use std::{fs, path::Path, process::Command};

use anyhow::{Result, bail};

use super::{LIMIT, Scene, record};
use crate::run;

/// Lines, how the host ends after them, and what it must have said.
struct Session {
    name: &'static str,
    lines: &'static str,
    ends_well: bool,
    says: &'static [&'static str],
}

const SESSIONS: &[Session] = &[
    Session { name: "nothing", lines: "", ends_well: false, says: &["The input has ended"] },
    Session {
        name: "two-lines",
        lines: "yes\nyes\n",
        ends_well: false,
        says: &["1. confirmBooking", "The input has ended"],
    },
    Session {
        name: "second-thoughts",
        lines: "change\nUser preferences: evening\nyes\nchange\nTake BA470\nyes\n\
                maybe\nyes\nWINDOW\n//stop\n1\n\n/help\n4\nyes\n2\n2\nyes\n\
                Ada\nada\nada@example.org\n\n2026-02-30\n2026-06-14\n3\nyes\n",
        ends_well: true,
        says: &[
            "  | User preferences: evening\n",
            "  | Take BA470\n",
            "confirmBooking: must be yes or no",
            "roomType: must be one of the choices",
            "email: must be a mail address",
            "departureDate: must be a date",
            "/clear     empties a field",
            "\"seatPreference\":\"aisle\",\"roomType\":\"sea view\",\"travelInsurance\":true}",
            "Your reference is BCN-BA470-3.",
        ],
    },
    Session {
        name: "cleared",
        lines: "yes\nyes\nyes\n3\n\n/clear\n1\n/clear\nno\nyes\n",
        ends_well: true,
        says: &[
            "confirmBooking: an answer is needed",
            "{\"confirmBooking\":false,\"seatPreference\":\"no preference\"}",
            "the booking was not confirmed",
        ],
    },
    Session {
        name: "declined",
        lines: "yes\nyes\n/decline\n",
        ends_well: true,
        says: &["Nothing was booked, because you declined."],
    },
    Session {
        name: "cancelled",
        lines: "yes\nyes\nyes\n/cancel\n",
        ends_well: true,
        says: &["Nothing was booked, because the form was closed."],
    },
    Session {
        name: "refused",
        lines: "yes\n/decline\n",
        ends_well: false,
        says: &["The tool failed", "The client refused a model's opinion"],
    },
    Session {
        name: "stopped",
        lines: "yes\nyes\nyes\n/stop\n",
        ends_well: true,
        says: &["Stopped."],
    },
    Session { name: "no-end", lines: "yes\nyes\n/decline", ends_well: true, says: &["declined"] },
];

/// Plays all sessions; returns how many there are.
pub(super) fn all(scene: &Scene<'_>, out: &Path) -> Result<usize> {
    for session in SESSIONS {
        play(scene, session, out)?;
    }
    Ok(SESSIONS.len())
}

fn play(scene: &Scene<'_>, session: &Session, out: &Path) -> Result<()> {
    let host = scene.host(&[], false);
    let mut shell = Command::new("sh");
    let script = "printf %s \"$0\" | \"$@\"; echo \"ends with $?\"";
    shell.args(["-c", script, session.lines]).arg(host.get_program()).args(host.get_args());
    let log = out.join(session.name).with_extension("log");
    let said = run::limited(&mut shell, &log, LIMIT)?;
    let ending = format!("ends with {}\n", i32::from(!session.ends_well));
    for words in session.says.iter().copied().chain([ending.as_str()]) {
        if !said.contains(words) {
            bail!("{said}\nsession {}: nothing says {words:?}", session.name);
        }
    }
    let records = record::compare(&scene.host_record(), &scene.server_record());
    if let Err(fault) = records {
        bail!("{}\nsession {}: {fault:#}", fs::read_to_string(log)?, session.name);
    }
    Ok(())
}
