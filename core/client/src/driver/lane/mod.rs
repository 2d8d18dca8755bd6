//! Servers at the end of one ordered pipe of lines: a child process, a socket, or whatever the host makes of it.

pub(in crate::driver) mod hosted;
pub(in crate::driver) mod inlet;
pub(in crate::driver) mod mouth;
pub(in crate::driver) mod reader;
pub(in crate::driver) mod socket;
pub(in crate::driver) mod wait;
pub(in crate::driver) mod writer;
