//! Between paths and `file:` URIs (ROO-04), by the rules of either family of systems on any.

use super::uri::{self, Problem};
use crate::error::{Code, Error};

/// Whose rules for paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Slashes; names are bytes.
    Posix,
    /// Drives, shares and either slash; names are text without regard to case.
    Windows,
}

impl Style {
    /// Those of the system this runs on.
    #[must_use]
    pub const fn native() -> Self {
        if cfg!(windows) { Self::Windows } else { Self::Posix }
    }
}

/// An absolute place, without dot segments.
#[derive(Debug, Default)]
struct Place {
    /// The server of a share.
    host: Option<String>,
    drive: Option<char>,
    names: Vec<Vec<u8>>,
}

/// The canonical URI of an absolute path: three slashes or a host, percent-encoded where needed,
/// no trailing slash, no repeated ones. Letter case and Unicode form stay as they are.
///
/// # Errors
/// [`Code::Root`]: the path is relative, holds `..` (which only the file system can resolve), or
/// names a device or something else that no URI can say.
pub fn from_path(path: impl AsRef<[u8]>, style: Style) -> Result<String, Error> {
    let place = match style {
        Style::Posix => posix_path(path.as_ref()),
        Style::Windows => windows_path(path.as_ref()),
    };
    Ok(to_uri(&place.map_err(problem)?))
}

/// The path that a `file:` URI names. Dot segments are resolved as in any URI: as text.
///
/// # Errors
/// [`Code::Root`]: not a `file:` URI, a host where this style has none, encoded separators, names
/// that this style does not have, or bytes that are not UTF-8.
pub fn to_path(uri: &str, style: Style) -> Result<String, Error> {
    String::from_utf8(to_path_bytes(uri, style)?)
        .map_err(|_| Error::new(Code::Root, "a path that is not UTF-8"))
}

/// As [`to_path`], for systems whose paths are bytes.
///
/// # Errors
/// As for [`to_path`], but any bytes will do on POSIX systems.
pub fn to_path_bytes(uri: &str, style: Style) -> Result<Vec<u8>, Error> {
    let place = from_uri(uri, style).map_err(problem)?;
    let mut path = Vec::with_capacity(uri.len());
    let separator = match style {
        Style::Posix => b'/',
        Style::Windows => b'\\',
    };
    if let Some(host) = &place.host {
        path.extend([b"\\\\", host.as_bytes()].concat());
    }
    if let Some(drive) = place.drive {
        path.extend([drive as u8, b':']);
    }
    for name in &place.names {
        path.push(separator);
        path.extend(name);
    }
    if place.names.is_empty() {
        path.push(separator);
    }
    Ok(path)
}

/// Whether a place lies inside a root, or is it, going by the text alone: links are not followed.
/// The candidate is a `file:` URI, in which dot segments are resolved, or a path without `..`.
/// What is neither is nowhere.
#[must_use]
pub fn contains(root: &str, candidate: &str, style: Style) -> bool {
    let place = match (candidate.starts_with(['/', '\\']), style) {
        (_, Style::Windows) if candidate.get(1..2) == Some(":") => {
            windows_path(candidate.as_bytes())
        }
        (true, Style::Windows) => windows_path(candidate.as_bytes()),
        (true, Style::Posix) => posix_path(candidate.as_bytes()),
        (false, _) => from_uri(candidate, style),
    };
    let (Ok(root), Ok(place)) = (from_uri(root, style), place) else { return false };
    let host = |place: &Place| place.host.as_deref().map(str::to_lowercase);
    let drive = |place: &Place| place.drive.map(|drive| drive.to_ascii_uppercase());
    let same = |left: &Vec<u8>, right: &Vec<u8>| match style {
        Style::Posix => left == right,
        Style::Windows => folded(left) == folded(right),
    };
    host(&root) == host(&place)
        && drive(&root) == drive(&place)
        && place.names.len() >= root.names.len()
        && root.names.iter().zip(&place.names).all(|(left, right)| same(left, right))
}

fn folded(name: &[u8]) -> String {
    String::from_utf8_lossy(name).to_lowercase()
}

fn problem(problem: Problem) -> Error {
    Error::new(Code::Root, problem)
}

fn to_uri(place: &Place) -> String {
    let mut uri = String::from("file://");
    match place.host.as_deref() {
        // In its usual place this host would mean no host.
        Some(host) if host.eq_ignore_ascii_case("localhost") => uri.extend(["//", host]),
        Some(host) => {
            let mut text = String::new();
            uri::encode(&mut text, host.as_bytes());
            // Before a host it would end a user's name.
            uri.push_str(&text.replace('@', "%40"));
        }
        None => {}
    }
    if let Some(drive) = place.drive {
        uri.extend(['/', drive, ':']);
    }
    for name in &place.names {
        uri.push('/');
        uri::encode(&mut uri, name);
    }
    if place.names.is_empty() {
        uri.push('/');
    }
    uri
}

fn posix_path(path: &[u8]) -> Result<Place, Problem> {
    if !path.starts_with(b"/") {
        return Err("a path that is not absolute");
    }
    if path.contains(&0) {
        return Err("a NUL character");
    }
    let names = path.split(|byte| *byte == b'/').filter(|name| !matches!(*name, b"" | b"."));
    let names: Vec<Vec<u8>> = names.map(<[u8]>::to_vec).collect();
    if names.iter().any(|name| name == b"..") {
        return Err("a path with `..`, which must be resolved first");
    }
    Ok(Place { names, ..Place::default() })
}

fn windows_path(path: &[u8]) -> Result<Place, Problem> {
    let path = std::str::from_utf8(path).map_err(|_| "a path that is not UTF-8")?;
    let is_separator = |c: char| matches!(c, '/' | '\\');
    if let Some(verbatim) = path.strip_prefix(r"\\?\") {
        if verbatim.contains('/') {
            return Err("a verbatim path with forward slashes");
        }
        return match verbatim.split_at_checked(4) {
            Some((unc, share)) if unc.eq_ignore_ascii_case(r"UNC\") => share_path(share),
            _ => drive_path(verbatim),
        };
    }
    let plain = path.trim_start_matches(is_separator);
    match path.len() - plain.len() {
        0 => drive_path(path),
        2 => share_path(plain),
        _ => Err("a path that is neither on a drive nor a share"),
    }
}

fn drive_path(path: &str) -> Result<Place, Problem> {
    let mut chars = path.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some(drive), Some(':'), Some('\\' | '/')) if drive.is_ascii_alphabetic() => {
            let names = windows_names(chars.as_str())?;
            Ok(Place { host: None, drive: Some(drive), names })
        }
        _ => Err("a path that is not absolute"),
    }
}

/// What follows the two backslashes: server, share, and the rest.
fn share_path(path: &str) -> Result<Place, Problem> {
    let (host, rest) = path.split_once(['\\', '/']).ok_or("a share without a server or a name")?;
    share(host.to_owned(), windows_names(rest)?)
}

fn share(host: String, names: Vec<Vec<u8>>) -> Result<Place, Problem> {
    windows_name(&host)?;
    if host.is_empty() || names.is_empty() {
        return Err("a share without a server or a name");
    }
    Ok(Place { host: Some(host), drive: None, names })
}

fn windows_names(path: &str) -> Result<Vec<Vec<u8>>, Problem> {
    let names = path.split(['\\', '/']).filter(|name| !matches!(*name, "" | "."));
    names
        .map(|name| match name {
            ".." => Err("a path with `..`, which must be resolved first"),
            name => windows_name(name).map(|()| name.as_bytes().to_vec()),
        })
        .collect()
}

/// Names that Windows has. It drops blanks and points at the end, so that `.. ` would mean `..`.
fn windows_name(name: &str) -> Result<(), Problem> {
    let forbidden =
        |c: char| c < ' ' || matches!(c, '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*');
    if name.contains(forbidden) || name.ends_with(['.', ' ']) {
        return Err("a name that Windows does not have");
    }
    Ok(())
}

fn from_uri(uri: &str, style: Style) -> Result<Place, Problem> {
    let parts = uri::split(uri)?;
    match style {
        Style::Posix if !parts.host.is_empty() => Err("a file: URI of another machine"),
        Style::Posix => {
            let names = resolve(parts.path.split('/'), 0)?;
            Ok(Place { names, ..Place::default() })
        }
        Style::Windows => windows_uri(parts),
    }
}

fn windows_uri(parts: uri::FileUri<'_>) -> Result<Place, Problem> {
    let decode =
        |text: &str| String::from_utf8(uri::decode(text)?).map_err(|_| "a path that is not UTF-8");
    let is_separator = |c: char| matches!(c, '/' | '\\');
    let plain = parts.path.trim_start_matches(is_separator);
    let (first, rest) = plain.split_at(plain.find(is_separator).unwrap_or(plain.len()));
    let place = if !parts.host.is_empty() {
        let names = resolve(plain.split(is_separator), 1)?;
        share(decode(parts.host)?, names)?
    } else if parts.path.len() - plain.len() > 1 {
        // More than one slash in front: the host is part of the path.
        share(decode(first)?, resolve(rest.split(is_separator), 1)?)?
    } else {
        let drive = decode(first)?;
        let mut chars = drive.chars();
        let (Some(drive), Some(':' | '|'), None) = (chars.next(), chars.next(), chars.next())
        else {
            return Err("a file: URI without a drive");
        };
        if !drive.is_ascii_alphabetic() {
            return Err("a file: URI without a drive");
        }
        Place { host: None, drive: Some(drive), names: resolve(rest.split(is_separator), 0)? }
    };
    for name in &place.names {
        windows_name(std::str::from_utf8(name).map_err(|_| "a path that is not UTF-8")?)?;
    }
    Ok(place)
}

/// Decodes names, and only then resolves dot segments, keeping at least the first `keep` names.
fn resolve<'a>(
    segments: impl Iterator<Item = &'a str>,
    keep: usize,
) -> Result<Vec<Vec<u8>>, Problem> {
    let mut names: Vec<Vec<u8>> = Vec::new();
    for segment in segments {
        let name = uri::decode(segment)?;
        match name.as_slice() {
            b"" | b"." => {}
            b".." if names.len() > keep => drop(names.pop()),
            b".." => {}
            _ => names.push(name),
        }
    }
    Ok(names)
}
