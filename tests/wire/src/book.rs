//! The schemas, one of each revision, and validators for their definitions.

use jsonschema::Validator;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::rc::Rc;
use std::{fs, io};

/// All revisions that there is a schema of.
pub struct Library(BTreeMap<String, Book>);

impl Library {
    /// Reads `DATE/schema.json` of every date below a folder.
    ///
    /// # Errors
    /// When a file cannot be read, or is no JSON.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut books = BTreeMap::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path().join("schema.json");
            if let (true, Some(date)) = (path.is_file(), path.parent().and_then(Path::file_name)) {
                let schema = serde_json::from_str(&fs::read_to_string(&path)?)?;
                books.insert(date.to_string_lossy().into_owned(), Book::new(schema));
            }
        }
        Ok(Self(books))
    }

    /// The dates.
    pub fn revisions(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub(crate) fn book(&self, revision: &str) -> Option<&Book> {
        self.0.get(revision)
    }
}

/// The schema of one revision.
pub(crate) struct Book {
    schema: Value,
    /// Where the definitions are: the dialects differ.
    place: &'static str,
    validators: RefCell<HashMap<String, Rc<Validator>>>,
}

impl Book {
    fn new(schema: Value) -> Self {
        let place = if schema["$defs"].is_object() { "$defs" } else { "definitions" };
        Self { schema, place, validators: RefCell::default() }
    }

    fn definition(&self, name: &str) -> Option<&Value> {
        self.schema[self.place].get(name)
    }

    /// The first of these names that the schema knows.
    pub(crate) fn known<'a>(&self, names: &[&'a str]) -> Option<&'a str> {
        names.iter().copied().find(|name| self.definition(name).is_some())
    }

    /// The definition of a message with that method, among those that `union` lists.
    pub(crate) fn of_method(&self, union: &str, method: &str) -> Option<&str> {
        let listed = self.definition(union)?;
        // A union of one is no union.
        let single = std::slice::from_ref(listed);
        let members = listed["anyOf"].as_array().map_or(single, Vec::as_slice);
        members.iter().find_map(|member| {
            let name = member["$ref"].as_str()?.rsplit('/').next()?;
            let about = &self.definition(name)?["properties"]["method"];
            (about["const"] == method).then_some(name)
        })
    }

    /// What does not fit: where, and why.
    pub(crate) fn faults(&self, definition: &str, value: &Value) -> Vec<(String, String)> {
        let validator = self.validator(definition);
        let faults = validator.iter_errors(value);
        faults.map(|fault| (fault.instance_path().to_string(), fault.to_string())).collect()
    }

    fn validator(&self, definition: &str) -> Rc<Validator> {
        let mut validators = self.validators.borrow_mut();
        if let Some(known) = validators.get(definition) {
            return Rc::clone(known);
        }
        let schema = json!({
            "$schema": self.schema["$schema"],
            "allOf": [{ "$ref": format!("#/{}/{definition}", self.place) }],
            self.place: self.schema[self.place],
        });
        let options =
            jsonschema::options().should_validate_formats(true).should_ignore_unknown_formats(true);
        let made = Rc::new(options.build(&schema).expect("the protocol's own schema"));
        validators.insert(definition.to_owned(), Rc::clone(&made));
        made
    }
}
