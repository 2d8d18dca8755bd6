//! Where a path really leads: through links, and not past what cannot be known.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The place that an absolute path names, with every link followed. What does not exist yet is named in
/// the folder that does. `None` if that cannot be told: a path that is not absolute, `..` behind
/// something that does not exist, a link that leads nowhere, a folder that may not be entered.
pub(super) fn real(path: &Path) -> Option<PathBuf> {
    if !path.is_absolute() {
        return None;
    }
    let mut existing = path;
    let mut missing = Vec::new();
    loop {
        match fs::canonicalize(existing) {
            Ok(mut place) => {
                place.extend(missing.iter().rev());
                return Some(place);
            }
            // A link that leads nowhere is there, and what is written to it goes who knows where.
            Err(error)
                if error.kind() == ErrorKind::NotFound
                    && fs::symlink_metadata(existing).is_err() =>
            {
                // None for `..`.
                missing.push(existing.file_name()?);
                existing = existing.parent()?;
            }
            Err(_) => return None,
        }
    }
}
