//! The files of tests/vectors, vector by vector.

use std::path::PathBuf;

use mcpclient_engine::era::Revision;
use mcpclient_engine::json::quote;
use serde_json::Value;

/// The folder of the vectors.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors")
}

/// One file.
pub struct File {
    /// Its name, without the ending.
    pub name: String,
    content: Value,
}

/// One case in one revision.
#[derive(Clone, Copy)]
pub struct Vector<'a> {
    pub kind: &'a str,
    file: &'a str,
    pub group: &'a Value,
    pub case: &'a Value,
    number: usize,
    pub revision: Option<Revision>,
}

/// Every file that holds vectors, by name.
pub fn load() -> Vec<File> {
    let entries = std::fs::read_dir(folder()).expect("the vectors are part of the project");
    let mut files: Vec<File> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a readable file");
            let content = serde_json::from_str(&text).expect("a file of JSON");
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            File { name, content }
        })
        .filter(|file| file.content.get("groups").is_some())
        .collect();
    files.sort_by(|left, right| left.name.cmp(&right.name));
    files
}

impl File {
    /// What the vectors are about: it names the runner.
    pub fn kind(&self) -> &str {
        self.content["kind"].as_str().expect("a kind")
    }

    pub fn groups(&self) -> &[Value] {
        list(&self.content["groups"])
    }

    pub fn vectors(&self) -> impl Iterator<Item = Vector<'_>> {
        self.groups().iter().flat_map(move |group| {
            list(&group["cases"]).iter().enumerate().flat_map(move |(index, case)| {
                revisions(group).into_iter().map(move |revision| Vector {
                    kind: self.kind(),
                    file: &self.name,
                    group,
                    case,
                    number: index + 1,
                    revision,
                })
            })
        })
    }
}

/// The revisions that a group speaks of; none alone where they make no difference.
pub fn revisions(group: &Value) -> Vec<Option<Revision>> {
    let Some(names) = group.get("revisions") else { return vec![None] };
    let known = |name: &Value| Revision::from_wire(name.as_str()?);
    list(names).iter().map(|name| Some(known(name).expect("a known revision"))).collect()
}

/// The elements of an array; none if it is absent.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The text of a member that has to be there.
pub fn text<'a>(object: &'a Value, name: &str) -> &'a str {
    object[name].as_str().unwrap_or_else(|| panic!("{name} is no text in {object}"))
}

impl Vector<'_> {
    /// The case, whatever its revision: `content/integer/3`.
    pub fn case_id(&self) -> String {
        format!("{}/{}/{}", self.file, text(self.group, "name"), self.number)
    }

    /// `content/integer/3@2025-06-18`.
    pub fn id(&self) -> String {
        let revision = self.revision.map(|revision| format!("@{}", revision.wire()));
        self.case_id() + &revision.unwrap_or_default()
    }

    /// The schema, spelled out: the case's own, or the group's.
    pub fn schema(&self) -> String {
        let own = ["schema", "property"].iter().any(|name| self.case.get(*name).is_some());
        schema(if own { self.case } else { self.group })
    }

    /// The answer that holds this text in the field `p`.
    pub fn answer_of_text(&self) -> String {
        format!("{{\"p\":{}}}", quote(text(self.case, "text")))
    }
}

fn schema(from: &Value) -> String {
    if let Some(schema) = from.get("schema") {
        return schema.as_str().expect("schema is text").to_owned();
    }
    let required = if from["required"] == true { ",\"required\":[\"p\"]" } else { "" };
    format!(r#"{{"type":"object","properties":{{"p":{}}}{required}}}"#, text(from, "property"))
}
