//! What the fuzz targets share: with each other, and with the engine's own tests.

#[path = "../../../core/engine/tests/oracle/agrees.rs"]
pub mod agrees;
#[path = "../../../core/engine/tests/promises/books.rs"]
pub mod books;
#[path = "../../../core/engine/tests/promises/host.rs"]
pub mod host;
#[path = "../../../core/engine/tests/support/ready.rs"]
pub mod ready;
#[path = "../../../core/engine/tests/promises/server.rs"]
pub mod server;
#[path = "../../../core/engine/tests/promises/step.rs"]
pub mod step;
#[path = "../../../core/engine/tests/promises/web_step.rs"]
pub mod web_step;
#[path = "../../../core/engine/tests/promises/web_witness.rs"]
pub mod web_witness;
#[path = "../../../core/engine/tests/promises/witness.rs"]
pub mod witness;

pub mod script;
pub mod stream;
pub mod tree;
pub mod web_script;
