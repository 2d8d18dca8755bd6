//! Roots: the folders and files that servers should work with.
//!
//! They coordinate, and protect nothing: a server is asked to stay inside, and nothing here makes it
//! (ROO-20). What must be protected is protected by the permissions of the system, or a sandbox. With
//! servers that mean well they set the scope of the work, and keep accidents small (ROO-21).
//!
//! The nouns are the engine's; [`LiveRoots`] adds what needs the file system.

mod live;
mod look;
mod place;
mod workspace;

pub use live::LiveRoots;
pub use mcpclient_engine::roots::*;
pub use workspace::workspace;
