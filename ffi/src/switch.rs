//! What is on, off, or as the library has it.

use client::{Code, Error};

/// For settings that are on or off.
pub type mcpclient_switch = i32;

/// As the library has it.
pub const MCPCLIENT_DEFAULT: mcpclient_switch = 0;
/// On.
pub const MCPCLIENT_ON: mcpclient_switch = 1;
/// Off.
pub const MCPCLIENT_OFF: mcpclient_switch = 2;

/// What a switch says, if it says anything.
pub(crate) fn read(switch: mcpclient_switch, what: &str) -> Result<Option<bool>, Error> {
    match switch {
        MCPCLIENT_DEFAULT => Ok(None),
        MCPCLIENT_ON => Ok(Some(true)),
        MCPCLIENT_OFF => Ok(Some(false)),
        _ => Err(Error::new(Code::InvalidArg, format!("{what} is neither on nor off"))),
    }
}
