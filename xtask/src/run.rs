//! Running other programs and keeping what they say.

use std::{
    fs::{self, File},
    io::Read as _,
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};

/// Runs to the end; the error holds all that the program said, in the order it said it.
pub(crate) fn quiet(command: &mut Command) -> Result<String> {
    let (status, text) = merged(command)?;
    if !status.success() {
        bail!("{}\n{status}: {}", text.trim_end(), shown(command));
    }
    Ok(text)
}

/// Runs to the end and returns standard output alone; the error holds both streams.
pub(crate) fn stdout(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output().with_context(|| shown(command))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("{text}{}\n{}: {}", errors.trim_end(), output.status, shown(command));
    }
    Ok(text)
}

/// Runs to the end and returns all that the program said, whether or not it failed.
pub(crate) fn said(command: &mut Command) -> Result<String> {
    Ok(merged(command)?.1)
}

/// Runs with both streams in one pipe.
fn merged(command: &mut Command) -> Result<(ExitStatus, String)> {
    let (mut reader, writer) = std::io::pipe()?;
    command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn().with_context(|| shown(command))?;
    // The command still holds the pipe's writing end; without this the read never ends.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    Ok((child.wait()?, String::from_utf8_lossy(&bytes).into_owned()))
}

/// Runs at most `limit`, in a process group of its own that is killed when the time is over. Output
/// goes by way of the file `log`, so that a descendant that keeps it open cannot hold us up.
pub(crate) fn limited(command: &mut Command, log: &Path, limit: Duration) -> Result<String> {
    let file = File::create(log).with_context(|| log.display().to_string())?;
    command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file).process_group(0);
    let mut child = command.spawn().with_context(|| shown(command))?;
    let end = Instant::now() + limit;
    let verdict = loop {
        if let Some(status) = child.try_wait()? {
            if status.success() {
                return Ok(logged(log)?);
            }
            break status.to_string();
        }
        if Instant::now() >= end {
            // Not reaped yet, so the group's id is still its own.
            let group = format!("-{}", child.id());
            quiet(Command::new("kill").args(["-KILL", "--", &group]))?;
            child.wait()?;
            break format!("still running after {limit:?}");
        }
        thread::sleep(Duration::from_millis(10));
    };
    bail!("{}\n{verdict}: {}", logged(log)?.trim_end(), shown(command));
}

fn logged(log: &Path) -> std::io::Result<String> {
    Ok(String::from_utf8_lossy(&fs::read(log)?).into_owned())
}

/// The command line, for people.
fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_failure_says_everything_in_order() {
        let error = quiet(&mut shell("echo one; echo two >&2; echo three; exit 7")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "one\ntwo\nthree\nexit status: 7: sh -c echo one; echo two >&2; echo three; exit 7"
        );
        assert_eq!(stdout(&mut shell("echo one; echo two >&2")).unwrap(), "one\n");
    }

    #[test]
    fn a_program_that_hangs_is_ended_with_its_children() {
        let dir = std::env::temp_dir().join(format!("xtask-limited-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let (log, held) = (dir.join("log"), dir.join("held"));
        quiet(Command::new("mkfifo").arg(&held)).unwrap();
        // The shell and its child hold the pipe: reading it ends when both are gone.
        let reader = thread::spawn({
            let held = held.clone();
            move || fs::read(held)
        });
        let script = format!("exec 3>{}; sleep 600; echo never", held.display());
        let error = limited(&mut shell(&script), &log, Duration::from_secs(1)).unwrap_err();
        assert!(error.to_string().contains("still running after 1s"), "{error}");
        assert_eq!(reader.join().unwrap().unwrap(), b"");
        limited(&mut shell("exit 0"), &log, Duration::from_secs(60)).unwrap();
        fs::remove_dir_all(dir).unwrap();
    }
}
