//! What the C header offers, the C++ headers offer too.

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use crate::{files, header, repo::Repo};

/// Functions that C++ has no use for: lambdas, std::string_view and mcp::name() do what they do.
const NEEDLESS: [&str; 5] = [
    "mcpclient_call_userdata",
    "mcpclient_error_name",
    "mcpclient_str_copy",
    "mcpclient_str_equal",
    "mcpclient_str_from",
];

/// Every function of C is called somewhere in include/mcpclient.
pub(super) fn check(repo: &Repo) -> Result<()> {
    let mut used = BTreeSet::new();
    for header in files::directly(&repo.path("include/mcpclient"), "hpp")? {
        let text = files::read(&header)?;
        used.extend(text.split(|char: char| !is_word(char)).map(str::to_owned));
    }
    let declared = header::declared(repo)?;
    let lacking = lacking(&declared, &used);
    if lacking.is_empty() {
        return Ok(());
    }
    bail!("the C++ headers do not offer {}", lacking.join(", "))
}

fn lacking<'a>(declared: &'a BTreeSet<String>, used: &BTreeSet<String>) -> Vec<&'a str> {
    let needed = declared.iter().map(String::as_str).filter(|name| !NEEDLESS.contains(name));
    needed.filter(|name| !used.contains(*name)).collect()
}

fn is_word(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_called_is_lacking() {
        let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect();
        let declared = names(&["mcpclient_a", "mcpclient_ab", "mcpclient_str_copy"]);
        assert_eq!(lacking(&declared, &names(&["mcpclient_ab"])), ["mcpclient_a"]);
    }
}
