//! The table of tests/requirements.md.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};

/// A requirement.
pub(super) struct Row {
    pub(super) id: String,
    pub(super) star: bool,
    pub(super) text: String,
    pub(super) level: String,
}

/// The rows under one heading `## ELI — topic`.
pub(super) struct Group {
    pub(super) code: String,
    pub(super) topic: String,
    pub(super) rows: Vec<Row>,
}

/// All requirements, and the traps, which tests may name too.
pub(super) struct Table {
    pub(super) groups: Vec<Group>,
    known: BTreeSet<String>,
}

impl Table {
    /// Reads the page. What it says about its own size must be true, so that no row is lost here.
    pub(super) fn parse(page: &str) -> Result<Self> {
        let mut groups: Vec<Group> = Vec::new();
        let mut known = BTreeSet::new();
        let mut promised = BTreeMap::new();
        for line in page.lines() {
            if let Some((code, topic)) = heading(line) {
                groups.push(Group { code, topic, rows: Vec::new() });
            }
            let cells = cells(line);
            let Some((first, rest)) = cells.split_first() else { continue };
            let (id, star) = match first.strip_suffix('★') {
                Some(id) => (id.trim_end(), true),
                None => (first.as_str(), false),
            };
            if let ([_, rows, stars], true) = (rest, is_code(id)) {
                promised.insert(id.to_owned(), (number(rows)?, number(stars)?));
            }
            if !is_id(id) {
                continue;
            }
            if !known.insert(id.to_owned()) {
                bail!("requirements.md has two rows {id}");
            }
            let group =
                groups.last_mut().filter(|group| id.starts_with(&format!("{}-", group.code)));
            match (group, rest) {
                (Some(group), [text, level, _revisions, _source]) => group.rows.push(Row {
                    id: id.to_owned(),
                    star,
                    text: text.clone(),
                    level: level.clone(),
                }),
                (None, _) if id.starts_with("T-") => {}
                _ => bail!(
                    "requirements.md: row {id} stands in the wrong place or has a cell too many"
                ),
            }
        }
        for group in &groups {
            let stars = group.rows.iter().filter(|row| row.star).count();
            if promised.get(&group.code) != Some(&(group.rows.len(), stars)) {
                let rows = group.rows.len();
                bail!(
                    "requirements.md: group {} has {rows} rows, {stars} ★, and its intro differs",
                    group.code
                );
            }
        }
        Ok(Self { groups, known })
    }

    /// Whether there is such a row, or such a trap.
    pub(super) fn has(&self, id: &str) -> bool {
        self.known.contains(id)
    }

    /// All requirements.
    pub(super) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.groups.iter().flat_map(|group| &group.rows)
    }
}

/// `ELI-24`, or `T-101` for a trap.
pub(super) fn is_id(word: &str) -> bool {
    word.split_once('-').is_some_and(|(code, number)| {
        (is_code(code) || code == "T")
            && (2..=3).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn is_code(word: &str) -> bool {
    word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn heading(line: &str) -> Option<(String, String)> {
    let (code, topic) = line.strip_prefix("## ")?.split_once(" — ")?;
    is_code(code).then(|| (code.to_owned(), topic.to_owned()))
}

/// The cells of a line of a table; `\|` is a bar within one.
fn cells(line: &str) -> Vec<String> {
    let Some(line) = line.strip_prefix('|').and_then(|line| line.trim_end().strip_suffix('|'))
    else {
        return Vec::new();
    };
    let mut cells = vec![String::new()];
    let mut chars = line.chars().peekable();
    while let Some(char) = chars.next() {
        match (char, cells.last_mut()) {
            ('\\', Some(cell)) if chars.peek() == Some(&'|') => cell.extend(chars.next()),
            ('|', _) => cells.push(String::new()),
            (_, Some(cell)) => cell.push(char),
            (_, None) => {}
        }
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

fn number(cell: &str) -> Result<usize> {
    Ok(cell.parse()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_in_a_cell_does_not_split_it() {
        let table = Table::parse(
            "| AAA | topic | 1 | 0 |\n## AAA — topic\n| AAA-01 | `get\\|list` | MUST | R1 | s |\n",
        )
        .unwrap();
        assert_eq!(table.groups[0].rows[0].text, "`get|list`");
        assert_eq!(table.groups[0].rows[0].level, "MUST");
    }

    #[test]
    fn traps_are_known_but_no_requirements() {
        let table = Table::parse(
            "| AAA | topic | 1 | 0 |\n## AAA — topic\n| AAA-01 | one | MUST | R1 | s |\n\
             ## Traps\n| T-001 | it looks so | here | do that |\n",
        )
        .unwrap();
        assert!(table.has("T-001") && table.has("AAA-01") && !table.has("AAA-02"));
        assert_eq!(table.rows().count(), 1);
    }

    #[test]
    fn a_row_too_few_or_twice_or_misplaced_is_an_error() {
        let head = "| AAA | topic | 2 | 0 |\n## AAA — topic\n| AAA-01 | one | MUST | R1 | s |\n";
        let fails = |more: &str| Table::parse(&format!("{head}{more}")).is_err();
        assert!(!fails("| AAA-02 | two | MUST | R1 | s |\n"));
        assert!(fails(""));
        assert!(fails("| AAA-01 | one | MUST | R1 | s |\n"));
        assert!(fails("| BBB-01 | one | MUST | R1 | s |\n"));
        assert!(fails("| AAA-02 | two | three | MUST | R1 | s |\n"));
    }
}
