//! A request of the client's, and whether it is the expected one.

use crate::captures::Captures;
use crate::http::step::{Header, Wanted};

/// A request, complete.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Request {
    /// `GET`, `POST` or `DELETE`.
    pub method: String,
    /// Where to: a path.
    pub path: String,
    /// Names, in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// What it carries.
    pub body: Option<String>,
}

impl Request {
    fn header(&self, name: &str) -> Option<&str> {
        if name == "path" {
            return Some(&self.path);
        }
        let found = self.headers.iter().find(|(header, _)| header == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Compares; captures are made only if all of it matches.
    ///
    /// # Errors
    /// The first difference.
    pub fn matches(&self, wanted: &Wanted, captures: &mut Captures) -> Result<(), String> {
        for (name, want) in &wanted.headers {
            match (want, self.header(name)) {
                (Header::Absent, None) | (Header::There, Some(_)) => {}
                (Header::Is(value), Some(found)) if captures.fill(value) == *found => {}
                (_, Some(found)) => return Err(format!("{name} is `{found}`")),
                (_, None) => return Err(format!("there is no {name}")),
            }
        }
        match (&wanted.body, &self.body) {
            (None, None) => Ok(()),
            (None, Some(body)) => Err(format!("there is a body: {body}")),
            (Some(_), None) => Err("there is no body".to_owned()),
            (Some(pattern), Some(body)) => {
                pattern.matches_text(body, captures).map_err(|why| why.to_string())
            }
        }
    }
}
