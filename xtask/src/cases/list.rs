//! The list, read and checked for itself.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use toml::{Table, Value};

/// How binding a case is: by a rule of the protocol, by its advice, or by our own choice.
const LEVELS: [&str; 3] = ["must", "should", "judgement"];

/// All cases in the order of their names.
pub(super) struct List {
    /// What cases wait for, in words.
    pub(super) waits: BTreeMap<String, String>,
    pub(super) cases: Vec<Case>,
}

/// One case.
pub(super) struct Case {
    pub(super) id: String,
    pub(super) level: String,
    pub(super) about: String,
    pub(super) proof: Vec<String>,
    pub(super) waits: Option<String>,
    pub(super) decided: Option<String>,
}

impl List {
    pub(super) fn parse(text: &str) -> Result<Self> {
        let mut table: Table = text.parse().context("the list of cases is no TOML")?;
        let count = table.remove("cases").and_then(|count| count.as_integer());
        let waits = table.remove("waits").and_then(|waits| waits.try_into().ok());
        let waits: BTreeMap<String, String> = waits.context("`waits` is no table of texts")?;
        let mut cases = Vec::new();
        for (id, value) in table {
            cases.push(Case::read(&id, value).with_context(|| id.clone())?);
        }
        if count != Some(cases.len() as i64) {
            bail!("`cases` says {count:?}, and there are {}", cases.len());
        }
        for case in &cases {
            let unknown = case.waits.as_ref().filter(|word| !waits.contains_key(*word));
            if let Some(word) = unknown {
                bail!("{} waits for {word}, which `waits` does not explain", case.id);
            }
        }
        for word in waits.keys() {
            if !cases.iter().any(|case| case.waits.as_ref() == Some(word)) {
                bail!("nothing waits for {word} any more");
            }
        }
        Ok(Self { waits, cases })
    }
}

impl Case {
    fn read(id: &str, value: Value) -> Result<Self> {
        if !is_id(id) {
            bail!("a case is called like ES-01");
        }
        let Value::Table(mut table) = value else { bail!("no table") };
        let mut text = |name: &str| match table.remove(name) {
            None => Ok(None),
            Some(Value::String(text)) if !text.is_empty() => Ok(Some(text)),
            Some(_) => bail!("`{name}` is no text"),
        };
        let (level, about) = (text("level")?, text("about")?);
        let (waits, decided) = (text("waits")?, text("decided")?);
        let proof = match table.remove("proof") {
            None => Vec::new(),
            Some(list) => list.try_into().context("`proof` is no list of texts")?,
        };
        if let Some(name) = table.keys().next() {
            bail!("`{name}` means nothing");
        }
        let level = level.filter(|level| LEVELS.contains(&level.as_str()));
        let case = Self {
            id: id.to_owned(),
            level: level.context("`level` is none of must, should, judgement")?,
            about: about.context("`about` is missing")?,
            proof,
            waits,
            decided,
        };
        if case.proof.is_empty() && case.waits.is_none() {
            bail!("neither a proof nor anything to wait for");
        }
        if case.level == "judgement" && !case.proof.is_empty() && case.decided.is_none() {
            bail!("a judgement that is proved says what was `decided`");
        }
        Ok(case)
    }
}

fn is_id(text: &str) -> bool {
    text.split_once('-').is_some_and(|(area, number)| {
        !area.is_empty()
            && area.bytes().all(|byte| byte.is_ascii_uppercase())
            && number.len() == 2
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(case: &str) -> String {
        let text =
            format!("cases = 1\n[waits]\nx = 'X'\n[A-01]\nlevel = 'must'\nabout = 'a'\n{case}");
        match List::parse(&text) {
            Ok(_) => String::new(),
            Err(error) => format!("{error:#}"),
        }
    }

    #[test]
    fn a_case_that_says_too_little_or_too_much_is_told() {
        assert_eq!(fault("waits = 'x'\n"), "");
        assert_eq!(fault("proof = ['p']\nwaits = 'x'\n"), "");
        assert!(fault("").contains("A-01: neither a proof nor"));
        assert!(fault("waits = 'y'\n").contains("waits for y"));
        assert!(fault("proof = ['p']\n").contains("nothing waits for x any more"));
        assert!(fault("waits = 'x'\nproofs = []\n").contains("`proofs` means nothing"));
        assert!(fault("waits = 'x'\nproof = 'p'\n").contains("`proof` is no list"));
        assert!(fault("waits = 'x'\n[A-02]\n").contains("`level` is none"));
        assert!(fault("waits = 'x'\n[a]\n").contains("a case is called like"));
    }

    #[test]
    fn judgements_say_what_was_decided_and_none_goes_missing() {
        let text = "cases = 1\n[waits]\n[A-01]\nlevel = 'judgement'\nabout = 'a'\nproof = ['p']\n";
        let error = List::parse(text).err().map(|error| format!("{error:#}")).unwrap_or_default();
        assert!(error.contains("says what was `decided`"), "{error}");
        assert!(List::parse(&format!("{text}decided = 'so'\n")).is_ok());
        let more = text.replace("cases = 1", "cases = 2");
        assert!(List::parse(&format!("{more}decided = 'so'\n")).is_err());
    }
}
