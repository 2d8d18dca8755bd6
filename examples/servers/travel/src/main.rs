//! The booking server.
fn main() {}
