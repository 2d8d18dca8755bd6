//! How the server and its client talk: lines of JSON-RPC, revisions, and who waits for what.

mod catalog;
mod lines;
mod live;
mod message;
mod offered;
mod peer;
mod revision;
mod rounds;
mod server;
mod session;
mod stateless;

pub use peer::Peer;
pub use server::Server;
