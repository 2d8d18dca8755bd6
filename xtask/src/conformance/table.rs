//! What the suite must find: `tests/conformance/scenarios.toml`.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use toml::{Table as Toml, Value};

/// A scenario of the suite, and what must come of it.
pub(super) struct Scenario {
    pub(super) name: String,
    /// The revisions that the suite has it for.
    pub(super) revisions: Vec<String>,
    /// Older ones, which it is played on nonetheless.
    pub(super) forced: Vec<String>,
    /// How often each check has to succeed.
    pub(super) checks: BTreeMap<String, usize>,
    /// How many checks cannot be made.
    pub(super) skipped: usize,
}

/// A fault that is put into what the client sends, and the checks that have to notice.
pub(super) struct Fault {
    pub(super) name: String,
    pub(super) scenario: String,
    pub(super) revision: String,
    pub(super) red: Vec<String>,
    /// What the client ends with, where that is its fault.
    pub(super) status: Option<i32>,
}

pub(super) struct Table {
    pub(super) scenarios: Vec<Scenario>,
    pub(super) faults: Vec<Fault>,
}

impl Table {
    pub(super) fn parse(text: &str) -> Result<Self> {
        let mut all: Toml = text.parse().context("the list of scenarios is no TOML")?;
        let scenarios = each(&mut all, "scenario", Scenario::read)?;
        let faults = each(&mut all, "fault", Fault::read)?;
        rest(&all)?;
        let table = Self { scenarios, faults };
        for fault in &table.faults {
            let scenario = table.scenario(&fault.scenario).with_context(|| fault.name.clone())?;
            if !scenario.revisions.contains(&fault.revision) {
                bail!("{}: {} is not played at {}", fault.name, scenario.name, fault.revision);
            }
            if let Some(id) = fault.red.iter().find(|id| !scenario.checks.contains_key(*id)) {
                bail!("{}: {} has no check {id}", fault.name, scenario.name);
            }
        }
        Ok(table)
    }

    pub(super) fn scenario(&self, name: &str) -> Result<&Scenario> {
        let found = self.scenarios.iter().find(|scenario| scenario.name == name);
        found.with_context(|| format!("no scenario is called {name}"))
    }
}

impl Scenario {
    fn read(mut item: Toml) -> Result<Self> {
        let scenario = Self {
            name: text(&mut item, "name")?,
            revisions: texts(&mut item, "revisions")?,
            forced: item
                .contains_key("forced")
                .then(|| texts(&mut item, "forced"))
                .transpose()?
                .unwrap_or_default(),
            checks: counts(&mut item)?,
            skipped: item.remove("skipped").map_or(Ok(0), |value| count(&value))?,
        };
        rest(&item).with_context(|| scenario.name.clone())?;
        if scenario.checks.is_empty() {
            bail!("{} requires nothing", scenario.name);
        }
        Ok(scenario)
    }
}

impl Fault {
    fn read(mut item: Toml) -> Result<Self> {
        let fault = Self {
            name: text(&mut item, "name")?,
            scenario: text(&mut item, "scenario")?,
            revision: text(&mut item, "revision")?,
            red: texts(&mut item, "red")?,
            status: item
                .remove("status")
                .map(|value| count(&value)?.try_into().context("a status"))
                .transpose()?,
        };
        rest(&item).with_context(|| fault.name.clone())?;
        if fault.red.is_empty() && fault.status.is_none() {
            bail!("{} turns nothing red", fault.name);
        }
        Ok(fault)
    }
}

/// The tables of an array, read one by one.
fn each<T>(all: &mut Toml, name: &str, read: fn(Toml) -> Result<T>) -> Result<Vec<T>> {
    let Some(Value::Array(items)) = all.remove(name) else {
        bail!("`{name}` is no array of tables");
    };
    let item = |value| match value {
        Value::Table(item) => read(item),
        other => bail!("`{name}` holds {other:?}"),
    };
    items.into_iter().map(item).collect()
}

fn text(item: &mut Toml, name: &str) -> Result<String> {
    match item.remove(name) {
        Some(Value::String(text)) => Ok(text),
        _ => bail!("`{name}` is no text"),
    }
}

fn texts(item: &mut Toml, name: &str) -> Result<Vec<String>> {
    let value = item.remove(name).and_then(|value| value.try_into().ok());
    value.with_context(|| format!("`{name}` is no array of texts"))
}

fn counts(item: &mut Toml) -> Result<BTreeMap<String, usize>> {
    match item.remove("checks") {
        Some(Value::Table(checks)) => {
            checks.iter().map(|(id, value)| Ok((id.clone(), count(value)?))).collect()
        }
        _ => bail!("`checks` is no table"),
    }
}

fn count(value: &Value) -> Result<usize> {
    let number = value.as_integer().and_then(|number| usize::try_from(number).ok());
    number.filter(|number| *number > 0).with_context(|| format!("{value:?} is no count"))
}

/// What nobody knows is a slip of the pen.
fn rest(item: &Toml) -> Result<()> {
    match item.keys().next() {
        Some(key) => bail!("`{key}` means nothing"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    const ONE: &str = r#"
        [[scenario]]
        name = "a"
        revisions = ["r"]
        checks = { one = 1 }
    "#;

    fn fault(name: &str, revision: &str, red: &str) -> String {
        format!(
            "{ONE}\n[[fault]]\nname='f'\nscenario='{name}'\nrevision='{revision}'\nred=['{red}']"
        )
    }

    #[test]
    fn a_fault_is_of_a_scenario_that_is_there() {
        assert!(Table::parse(&fault("a", "r", "one")).is_ok());
        assert!(Table::parse(&fault("b", "r", "one")).is_err());
        assert!(Table::parse(&fault("a", "s", "one")).is_err());
        assert!(Table::parse(&fault("a", "r", "two")).is_err());
        let none = fault("a", "r", "one").replace("red=['one']", "red=[]");
        assert!(Table::parse(&none).is_err());
        assert!(Table::parse(&format!("{none}\nstatus=1")).is_ok());
    }

    #[test]
    fn slips_are_found() {
        for (from, to) in
            [("= 1", "= 0"), ("checks", "cheks"), ("{ one = 1 }", "{}"), ("= \"a\"", "= 1")]
        {
            let text = fault("a", "r", "one").replace(from, to);
            assert!(Table::parse(&text).is_err(), "{text}");
        }
    }
}
