//! What a server is, as it says itself.

use crate::era::Revision;
use crate::json::Json;

/// What the server said of itself in the handshake.
#[derive(Clone, Debug)]
pub struct ServerFacts {
    /// The revision agreed on.
    pub revision: Revision,
    /// The whole `initialize` result, verbatim (VER-02).
    pub result: Json,
    /// Its declared capabilities: a JSON object.
    pub capabilities: Json,
    /// `serverInfo`, verbatim. For display only (VER-27).
    pub server_info: Option<Json>,
    /// A hint for the host's model (VER-16).
    pub instructions: Option<String>,
}
