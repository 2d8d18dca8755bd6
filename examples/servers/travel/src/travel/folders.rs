//! `listTravelFolders`: what lies in the folders that the client names, read and never written.
//!
//! Nothing outside the roots is looked at: links are not followed.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::file_uri;
use super::{Done, Tool};
use crate::asking::{Capability, Client, Question, Stop};

/// The tool.
pub const TOOL: Tool = Tool { name: "listTravelFolders", describe, run };

/// Bounds of one run: folders told by the client, and per folder the levels, entries and files.
const MOST_FOLDERS: usize = 50;
const DEEPEST: usize = 4;
const MOST_ENTRIES: usize = 5_000;
const MOST_FILES: usize = 50;

/// Words by which a file is taken for a travel plan.
const WORDS: [&str; 11] = [
    "travel",
    "trip",
    "itinerary",
    "flight",
    "hotel",
    "booking",
    "vacation",
    "holiday",
    "passport",
    "calendar",
    "barcelona",
];

fn describe() -> Value {
    json!({
        "name": TOOL.name,
        "title": "List travel folders",
        "description": "Lists the files that look like travel plans in the folders that the \
                        client shares",
        "inputSchema": { "type": "object", "properties": {} },
        "outputSchema": {
            "type": "object",
            "properties": { "folders": { "type": "array", "items": {
                "type": "object",
                "properties": {
                    "uri": { "type": "string" },
                    "name": { "type": "string" },
                    "files": {
                        "type": "array",
                        "items": { "type": "string" },
                        "description": "Paths relative to the folder",
                    },
                    "note": { "type": "string", "description": "What kept the list short" },
                },
                "required": ["uri", "files"],
            }}},
            "required": ["folders"],
        },
        "annotations": {
            "title": "List travel folders",
            "readOnlyHint": true,
            "openWorldHint": false,
        },
    })
}

fn run(client: &dyn Client, _arguments: &Value) -> Result<Done, Stop> {
    client.require(&[Capability::Roots])?;
    let folders = ask(client)?;
    let total = u32::try_from(folders.len()).unwrap_or(u32::MAX).saturating_add(1);
    client.progress(1, total, "Folders known");
    client.log("reading the folders that the client shares");

    let mut words = String::new();
    let mut listed = Vec::new();
    for (folder, done) in folders.iter().zip(2..) {
        let found = look(folder);
        words += &format!("{}: {}\n", folder.label(), found.in_words());
        listed.push(found.data(folder));
        client.progress(done, total, "Folder read");
    }
    if folders.is_empty() {
        words = "The client shares no folders.".into();
    }
    Ok(Done { words: words.trim_end().into(), data: json!({ "folders": listed }) })
}

/// A root as the client told it.
pub struct Folder {
    uri: String,
    name: Option<String>,
}

impl Folder {
    /// What to call it before the user.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.uri)
    }
}

/// Asks the client for its folders.
pub fn ask(client: &dyn Client) -> Result<Vec<Folder>, Stop> {
    let result = client.ask(&Question::Roots)?;
    let folder = |root: &Value| {
        let uri = root["uri"].as_str()?.into();
        Some(Folder { uri, name: root["name"].as_str().map(Into::into) })
    };
    result["roots"]
        .as_array()
        .and_then(|roots| roots.iter().take(MOST_FOLDERS).map(folder).collect())
        .ok_or_else(|| Stop::Because("The client's list of folders cannot be read.".into()))
}

/// What was found in one folder.
#[derive(Default)]
struct Found {
    files: Vec<String>,
    note: Option<&'static str>,
}

impl Found {
    fn in_words(&self) -> String {
        let mut words = if self.files.is_empty() {
            "nothing that looks like a travel plan".into()
        } else {
            self.files.join(", ")
        };
        if let Some(note) = self.note {
            words += &format!(" ({note})");
        }
        words
    }

    fn data(self, folder: &Folder) -> Value {
        let mut data = json!({ "uri": folder.uri, "files": self.files });
        if let Some(name) = &folder.name {
            data["name"] = name.as_str().into();
        }
        if let Some(note) = self.note {
            data["note"] = note.into();
        }
        data
    }
}

fn look(folder: &Folder) -> Found {
    let mut found = Found::default();
    match file_uri::to_path(&folder.uri) {
        None => found.note = Some("not a folder on this machine"),
        Some(root) if root.is_file() => {
            let name = root.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.files.extend(Some(name).filter(|name| looks_like_a_plan(name)));
        }
        Some(root) => walk(&root, &mut found),
    }
    found.files.sort();
    found
}

/// Level by level, so that a bound cuts off the deepest files first.
fn walk(root: &Path, found: &mut Found) {
    let mut entries_left = MOST_ENTRIES;
    let mut waiting = VecDeque::from([(root.to_path_buf(), 0)]);
    while let Some((folder, depth)) = waiting.pop_front() {
        let Ok(entries) = fs::read_dir(&folder) else {
            found.note.get_or_insert("some of it cannot be read");
            continue;
        };
        for entry in entries.flatten() {
            if entries_left == 0 || found.files.len() == MOST_FILES {
                found.note = Some("there is more");
                return;
            }
            entries_left -= 1;
            let name = entry.file_name().to_string_lossy().into_owned();
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() && !name.starts_with('.') && depth < DEEPEST {
                waiting.push_back((entry.path(), depth + 1));
            } else if kind.is_file() && looks_like_a_plan(&name) {
                found.files.push(relative(&entry.path(), root));
            }
        }
    }
}

fn looks_like_a_plan(name: &str) -> bool {
    let name = name.to_lowercase();
    name.ends_with(".ics") || WORDS.iter().any(|word| name.contains(word))
}

fn relative(path: &Path, root: &Path) -> String {
    let path: PathBuf = path.strip_prefix(root).unwrap_or(path).into();
    path.to_string_lossy().into_owned()
}
