//! What a server lists: its tools, resources, templates and prompts, and itself. One item at a time, read out
//! of the JSON that the server sent, which is kept.
//!
//! All of it is the server's word: names, hints and icons are claims (TOL-09, MET-10), made to be shown to
//! whoever decides, and never decided by.

mod arguments;
mod base64;
mod hints;
mod icon;
mod image;
mod item;
mod template;

pub use arguments::{Argument, check_texts};
pub use base64::decode_base64;
pub use hints::Hints;
pub use icon::{Icon, IconFault, Size, Theme, choose_icon};
pub use image::Image;
pub use item::{Item, ItemKind};
