//! Roots: the folders and files a host offers to servers as the scope of their work.
//!
//! They coordinate, they do not protect: a server is asked to stay inside and nothing here makes
//! it (ROO-20). Everything is about text; what needs the file system is the driver's.

mod check;
mod list;
mod path;
mod set;
mod uri;

pub use check::check_result;
pub use list::{Root, RootList};
pub use path::{Style, contains, from_path, to_path, to_path_bytes};
pub use set::RootSet;
