//! What the server knows about travelling, and its three tools.

mod arguments;
mod best_flight;
mod booking;
mod file_uri;
mod flights;
mod folders;
mod forms;
pub mod guide;

use serde_json::Value;

use crate::asking::{Client, Stop};

/// A tool of this server.
pub struct Tool {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its entry in the tool list.
    pub describe: fn() -> Value,
    /// Runs it: the client to ask, and the arguments it was called with.
    pub run: fn(&dyn Client, &Value) -> Result<Done, Stop>,
}

/// Everything a model can call.
pub static TOOLS: [Tool; 3] = [best_flight::TOOL, booking::TOOL, folders::TOOL];

/// What a tool has to say.
pub struct Done {
    /// For people and models.
    pub words: String,
    /// The same for programs, as the tool's output schema promises.
    pub data: Value,
}
