//! Whether a root can be reached.

use mcpclient_engine::roots::{Root, Style, to_path_bytes};
use std::fs;
use std::path::{Path, PathBuf};

/// The path of a root on this system, if it has one.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let bytes = to_path_bytes(uri, Style::native()).ok()?;
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;
        Some(PathBuf::from(std::ffi::OsString::from_vec(bytes)))
    }
    #[cfg(not(unix))]
    {
        Some(PathBuf::from(String::from_utf8(bytes).ok()?))
    }
}

/// Whether it is there, is a folder or a file, and may be read (ROO-11, ROO-17).
pub(super) fn is_reachable(root: &Root) -> bool {
    let Some(path) = path_of(root.uri()) else { return false };
    match fs::metadata(&path) {
        Ok(found) if found.is_dir() => may_read(&path, true),
        Ok(found) if found.is_file() => may_read(&path, false),
        _ => false,
    }
}

/// Asks without opening anything, which might wait.
#[cfg(unix)]
fn may_read(path: &Path, folder: bool) -> bool {
    use rustix::fs::{Access, access};
    let enter = if folder { Access::EXEC_OK } else { Access::empty() };
    access(path, Access::READ_OK | enter).is_ok()
}

#[cfg(not(unix))]
fn may_read(path: &Path, folder: bool) -> bool {
    if folder { fs::read_dir(path).is_ok() } else { fs::File::open(path).is_ok() }
}
