//! What a run of the suite is worth.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::table::Scenario;

/// One check of the suite's, as it wrote it down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Check {
    pub(super) id: String,
    pub(super) status: String,
    pub(super) why: String,
}

/// Reads `checks.json`.
pub(super) fn checks(text: &str) -> Option<Vec<Check>> {
    let checks: Vec<Value> = serde_json::from_str(text).ok()?;
    let text = |check: &Value, name: &str| check[name].as_str().unwrap_or_default().to_owned();
    let read = |check| Check {
        id: text(check, "id"),
        status: text(check, "status"),
        why: text(check, "errorMessage"),
    };
    Some(checks.iter().map(read).collect())
}

/// How many checks succeeded, or all that is not as it has to be.
pub(super) fn judge(scenario: &Scenario, checks: &[Check]) -> Result<usize, Vec<String>> {
    let mut faults = Vec::new();
    let (mut found, mut told) = (BTreeMap::new(), BTreeSet::new());
    let mut skipped = 0;
    for check in checks {
        match check.status.as_str() {
            "SUCCESS" => *found.entry(check.id.as_str()).or_insert(0) += 1,
            // What the suite tells of a run; no check.
            "INFO" => {}
            "SKIPPED" if skipped < scenario.skipped => skipped += 1,
            status => {
                told.insert(check.id.as_str());
                faults.push(format!("{} {status}: {}", check.id, check.why));
            }
        }
    }
    for (id, count) in &scenario.checks {
        let found = found.remove(id.as_str()).unwrap_or(0);
        if found != *count && !told.contains(id.as_str()) {
            faults.push(format!("{id} succeeded {found} times, not {count}"));
        }
    }
    faults.extend(found.keys().map(|id| format!("{id} is not in the list of scenarios")));
    if faults.is_empty() { Ok(scenario.checks.values().sum()) } else { Err(faults) }
}

/// The checks of this scenario that are not green.
pub(super) fn red<'a>(scenario: &'a Scenario, checks: &[Check]) -> BTreeSet<&'a str> {
    let good = |check: &&Check| check.status == "SUCCESS";
    let ids = scenario.checks.iter().filter(|(id, count)| {
        let (good, bad): (Vec<_>, Vec<_>) =
            checks.iter().filter(|check| check.id == **id).partition(good);
        good.len() != **count || bad.len() > scenario.skipped
    });
    ids.map(|(id, _)| id.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(skipped: usize) -> Scenario {
        Scenario {
            name: "a".to_owned(),
            revisions: Vec::new(),
            forced: Vec::new(),
            checks: [("one".to_owned(), 1), ("two".to_owned(), 2)].into(),
            skipped,
        }
    }

    fn run(checks: &[(&str, &str)]) -> Vec<Check> {
        let check = |&(id, status): &(&str, &str)| Check {
            id: id.to_owned(),
            status: status.to_owned(),
            why: String::new(),
        };
        checks.iter().map(check).collect()
    }

    const GOOD: [(&str, &str); 4] =
        [("one", "SUCCESS"), ("two", "SUCCESS"), ("noise", "INFO"), ("two", "SUCCESS")];

    #[test]
    fn every_check_has_to_succeed_as_often_as_it_says() {
        assert_eq!(judge(&scenario(0), &run(&GOOD)), Ok(3));
        for (less, (id, _)) in GOOD.iter().enumerate() {
            let mut checks = run(&GOOD);
            checks.remove(less);
            assert_eq!(judge(&scenario(0), &checks).is_ok(), *id == "noise");
        }
        assert!(judge(&scenario(0), &[]).is_err());
    }

    #[test]
    fn what_is_no_success_fails() {
        for status in ["WARNING", "FAILURE", "SKIPPED", "NEW"] {
            let mut checks = run(&GOOD);
            checks.extend(run(&[("one", status)]));
            assert!(judge(&scenario(0), &checks).is_err(), "{status}");
            checks.pop();
            checks.extend(run(&[("three", status)]));
            assert!(judge(&scenario(0), &checks).is_err(), "{status}");
        }
        let mut checks = run(&GOOD);
        checks.extend(run(&[("three", "SUCCESS")]));
        assert!(judge(&scenario(0), &checks).is_err());
    }

    #[test]
    fn no_more_is_skipped_than_has_to_be() {
        let mut checks = run(&GOOD);
        for skipped in 1..4 {
            checks.extend(run(&[("two", "SKIPPED")]));
            assert_eq!(judge(&scenario(2), &checks).is_ok(), skipped <= 2);
        }
    }

    #[test]
    fn red_is_what_fails_and_what_is_not_there() {
        let red_of = |checks: &[(&str, &str)]| -> Vec<String> {
            red(&scenario(0), &run(checks)).into_iter().map(str::to_owned).collect()
        };
        assert_eq!(red_of(&GOOD), [""; 0]);
        assert_eq!(red_of(&GOOD[1..]), ["one"]);
        assert_eq!(red_of(&[GOOD[0], GOOD[1], ("two", "WARNING")]), ["two"]);
    }

    #[test]
    fn what_the_suite_writes_is_read() {
        let text = r#"[{"id":"one","name":"x","status":"FAILURE","errorMessage":"why"},{"id":"two","status":"INFO"}]"#;
        let read = checks(text).unwrap();
        assert_eq!((read[0].why.as_str(), read[1].status.as_str()), ("why", "INFO"));
        assert_eq!(checks("{"), None);
    }
}
