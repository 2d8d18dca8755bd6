//! `cargo xtask requirements`: which rows of the table a test names, and which none does.

mod marks;
mod table;

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, bail};

use crate::{
    files,
    gate::{Context, Done},
    repo::Repo,
};
use table::{Group, Row, Table};

/// What the command takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Writes out the rows of one group that no test names
    #[arg(long, value_name = "GROUP")]
    missing: Option<String>,
}

/// The table, and the rows that tests name.
struct Survey {
    table: Table,
    proved: BTreeSet<String>,
    marks: usize,
}

/// Prints the rows without a test, then the sums.
pub(crate) fn run(repo: &Repo, args: &Args) -> Result<()> {
    let survey = survey(repo)?;
    if let Some(code) = &args.missing {
        let group = survey.table.groups.iter().find(|group| group.code == code.to_uppercase());
        let group = group.with_context(|| format!("no group is called {code}"))?;
        println!("{}: {}\n", group.code, group.topic);
        for row in survey.unproved(group) {
            println!("{}{} [{}] {}", row.id, star(row), row.level, row.text);
        }
    } else {
        for group in &survey.table.groups {
            survey.print(group);
        }
    }
    println!("\n{}", survey.sums());
    Ok(())
}

/// Fails on a mark that names no row.
pub(crate) fn step(context: &Context<'_>) -> Result<Done> {
    let survey = survey(context.repo)?;
    Ok(Done::Passed(format!("{} marks; {}", survey.marks, survey.sums())))
}

fn survey(repo: &Repo) -> Result<Survey> {
    let table = Table::parse(&files::read(&repo.path("tests/requirements.md"))?)?;
    let (mut proved, mut wrong, mut count) = (BTreeSet::new(), Vec::new(), 0);
    for path in files::below(repo.root())? {
        let relative = path.strip_prefix(repo.root()).unwrap_or(&path);
        if !marks::may_hold(relative) {
            continue;
        }
        let text = files::read(&path)?;
        for mark in marks::find(relative, &text) {
            let place = format!("{}:{}", relative.display(), mark.line);
            match mark.ids {
                Err(what) => wrong.push(format!("{place}: {what}")),
                Ok(ids) => {
                    count += 1;
                    let unknown = ids.iter().filter(|id| !table.has(id));
                    wrong.extend(unknown.map(|id| format!("{place}: the table has no row {id}")));
                    proved.extend(ids);
                }
            }
        }
    }
    if !wrong.is_empty() {
        bail!("{}", wrong.join("\n"));
    }
    Ok(Survey { table, proved, marks: count })
}

impl Survey {
    fn unproved<'a>(&self, group: &'a Group) -> Vec<&'a Row> {
        group.rows.iter().filter(|row| !self.proved.contains(&row.id)).collect()
    }

    fn print(&self, group: &Group) {
        let missing = self.unproved(group);
        let all = group.rows.len();
        println!("{} {}/{all}: {}", group.code, all - missing.len(), group.topic);
        for line in missing.chunks(10) {
            let line: Vec<_> = line.iter().map(|row| format!("{}{}", row.id, star(row))).collect();
            println!("    {}", line.join(" "));
        }
    }

    /// `star a/b, MUST c/d, SHOULD e/f`: proved of all. A row of two levels counts in both.
    fn sums(&self) -> String {
        let sum = |what: &dyn Fn(&Row) -> bool| {
            let rows: Vec<_> = self.table.rows().filter(|row| what(row)).collect();
            let proved = rows.iter().filter(|row| self.proved.contains(&row.id)).count();
            format!("{proved}/{}", rows.len())
        };
        let star = sum(&|row| row.star);
        let must = sum(&|row| row.level.contains("MUST"));
        let should = sum(&|row| row.level.contains("SHOULD"));
        format!("star {star}, MUST {must}, SHOULD {should}")
    }
}

fn star(row: &Row) -> &'static str {
    if row.star { "★" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_project_s_own_table_is_sound() {
        let path = Repo::find().unwrap().path("tests/requirements.md");
        let table = Table::parse(&files::read(&path).unwrap()).unwrap();
        assert_eq!((table.groups.len(), table.rows().count()), (29, 579));
        assert!(table.has("T-102"));
    }

    #[test]
    fn sums_count_stars_and_both_levels_of_a_row() {
        let table = Table::parse(
            "| AAA | topic | 3 | 1 |\n## AAA — topic\n\
             | AAA-01 ★ | one | MUST / SHOULD | R1 | s |\n\
             | AAA-02 | two | MUST NOT° | R1 | s |\n\
             | AAA-03 | three | MAY | R1 | s |\n",
        )
        .unwrap();
        let proved = BTreeSet::from(["AAA-01".to_owned()]);
        let survey = Survey { table, proved, marks: 1 };
        assert_eq!(survey.sums(), "star 1/1, MUST 1/2, SHOULD 1/1");
        let missing = survey.unproved(&survey.table.groups[0]);
        assert_eq!(missing.iter().map(|row| &*row.id).collect::<Vec<_>>(), ["AAA-02", "AAA-03"]);
    }
}
