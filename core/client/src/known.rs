//! What the server listed last: for checking what goes out and what comes back.

use crate::output::{Output, Violation};
use crate::sync::{Arc, Mutex};
use mcpclient_engine::catalog::{Item, ItemKind};
use mcpclient_engine::json::{Json, Kind, Value};
use mcpclient_engine::session::{Listing, Request, Session, Success};
#[cfg(feature = "output")]
use mcpclient_output::{Schema, Verdict};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The last of each list that was read to its end, and how often it had changed until then.
#[derive(Default)]
pub(crate) struct Known([Option<(u32, Arc<Listed>)>; 4]);

impl Known {
    pub(crate) fn keep(&mut self, listing: Listing, success: &Success) {
        let listed = Arc::new(Listed::new(listing, success.result.clone()));
        self.0[listing as usize] = Some((success.as_of, listed));
    }

    /// The list, if it has not changed since. What the session counted decides, not what the host was told:
    /// it may be behind, or not have asked to be told.
    pub(crate) fn get(&mut self, listing: Listing, session: &Session) -> Option<&Arc<Listed>> {
        let kept = &mut self.0[listing as usize];
        if kept.as_ref().is_some_and(|(as_of, _)| *as_of != session.changes_of(listing)) {
            *kept = None;
        }
        kept.as_ref().map(|(_, listed)| listed)
    }

    /// What the output of a call will be checked by; nothing where no tool has a schema for it.
    pub(crate) fn tool_of(&mut self, request: &Request, session: &Session) -> Option<Asked> {
        if request.method != "tools/call" {
            return None;
        }
        let tools = self.get(Listing::Tools, session).filter(|tools| tools.has_outputs())?;
        let name = request.params.as_ref()?.value().get("name")?.text()?.into_owned();
        Some(Asked { tools: Arc::clone(tools), name })
    }
}

/// One list.
pub(crate) struct Listed {
    listing: Listing,
    list: Json,
    has_outputs: OnceLock<bool>,
    /// The schemas that outputs were checked by, compiled.
    #[cfg(feature = "output")]
    schemas: Mutex<HashMap<String, Arc<Result<Schema, &'static str>>>>,
}

impl Listed {
    fn new(listing: Listing, list: Json) -> Self {
        Self {
            listing,
            list,
            has_outputs: OnceLock::new(),
            #[cfg(feature = "output")]
            schemas: Mutex::default(),
        }
    }

    /// Asked for each call of a tool, so not by looking through the list.
    fn has_outputs(&self) -> bool {
        *self.has_outputs.get_or_init(|| self.list.as_str().contains("outputSchema"))
    }

    fn find(&self, matches: impl Fn(Value<'_>) -> bool) -> Option<Value<'_>> {
        self.list.value().get(self.listing.member())?.items().find(|item| matches(*item))
    }

    /// The item of that name.
    pub(crate) fn item(&self, kind: ItemKind, name: &str) -> Option<Item> {
        let named = |item: Value<'_>, by: &str| {
            item.get(by).and_then(Value::text).is_some_and(|its| its == name)
        };
        let by = match kind {
            ItemKind::Resource => "uri",
            ItemKind::ResourceTemplate => "uriTemplate",
            _ => "name",
        };
        Item::read(kind, Json::from(self.find(|item| named(item, by))?)).ok()
    }

    #[cfg(feature = "output")]
    fn schema(&self, tool: &str) -> Option<Arc<Result<Schema, &'static str>>> {
        let ready = crate::driver::lock(&self.schemas).get(tool).cloned();
        if ready.is_some() {
            return ready;
        }
        // Without the lock: it takes its time, and others ask for other tools.
        let item = self.item(ItemKind::Tool, tool)?;
        let schema = Arc::new(Schema::new(item.output_schema()?));
        let mut schemas = crate::driver::lock(&self.schemas);
        Some(Arc::clone(schemas.entry(tool.to_owned()).or_insert(schema)))
    }
}

/// A tool that was called, as it was listed at that time.
pub(crate) struct Asked {
    tools: Arc<Listed>,
    name: String,
}

impl Asked {
    /// Looks at a result.
    #[cfg(feature = "output")]
    pub(crate) fn check(&self, result: &Json, only_objects: bool) -> Output {
        let result = result.value();
        let Some(schema) = self.tools.schema(&self.name) else { return Output::None };
        let Some(output) = result.get("structuredContent") else {
            // Of a tool that failed there is nothing to expect (TOL-13).
            if result.get("isError").and_then(Value::boolean) == Some(true) {
                return Output::None;
            }
            return Output::Violates(Violation { at: String::new(), keyword: "required".into() });
        };
        if only_objects && output.kind() != Kind::Object {
            return Output::Violates(Violation { at: String::new(), keyword: "type".into() });
        }
        match &*schema {
            Err(why) => Output::Unchecked(why),
            Ok(schema) => match schema.check(output) {
                Verdict::Fits => Output::Fits,
                Verdict::Breaks(breach) => {
                    Output::Violates(Violation { at: breach.at, keyword: breach.keyword })
                }
                Verdict::Unchecked(why) => Output::Unchecked(why),
            },
        }
    }

    /// Without the feature nobody can tell.
    #[cfg(not(feature = "output"))]
    pub(crate) fn check(&self, _result: &Json, _only_objects: bool) -> Output {
        Output::Unchecked("this build checks no output")
    }
}
