//! Which folder somebody works in, going by one that they opened.

use super::place;
use mcpclient_engine::{Code, Error};
use std::path::{Path, PathBuf};

/// What the top folder of a working copy holds: a folder, or a file that points to one.
const MARKS: [&str; 4] = [".git", ".hg", ".svn", ".jj"];

/// The workspace around a folder or file that the user opened (ROO-18): the nearest folder upwards that
/// version control keeps, or else the folder itself, or the one that the file is in. Links are followed.
///
/// The user's home folder, and the top of the file system, are no workspace unless they were opened
/// themselves: who keeps their settings under version control there does not want to offer everything.
///
/// # Errors
/// [`Code::Root`]: the path is not absolute, or nothing is there.
pub fn workspace(opened: &Path) -> Result<PathBuf, Error> {
    let nothing = || Error::new(Code::Root, "a path that is not absolute, or leads nowhere");
    let opened = place::real(opened).filter(|place| place.exists()).ok_or_else(nothing)?;
    let folder =
        if opened.is_dir() { opened.as_path() } else { opened.parent().unwrap_or(&opened) };
    let home = home();
    for (height, candidate) in folder.ancestors().enumerate() {
        let too_much = candidate.parent().is_none() || home.as_deref() == Some(candidate);
        if height > 0 && too_much {
            break;
        }
        if MARKS.iter().any(|mark| candidate.join(mark).exists()) {
            return Ok(candidate.to_owned());
        }
    }
    Ok(folder.to_owned())
}

fn home() -> Option<PathBuf> {
    let name = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
    place::real(Path::new(&std::env::var_os(name)?))
}
