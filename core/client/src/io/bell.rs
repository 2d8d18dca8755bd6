//! A descriptor that is readable while there is something to do.

use mcpclient_engine::{Code, Error};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

#[cfg(target_os = "linux")]
pub(crate) struct Bell(OwnedFd);

#[cfg(target_os = "linux")]
impl Bell {
    pub(crate) fn new() -> Result<Self, Error> {
        use rustix::event::{EventfdFlags, eventfd};
        eventfd(0, EventfdFlags::NONBLOCK | EventfdFlags::CLOEXEC).map(Self).map_err(no_room)
    }

    pub(crate) fn fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }

    pub(crate) fn ring(&self) {
        // It can only be full, and then it is readable.
        let _ = rustix::io::write(&self.0, &1_u64.to_ne_bytes());
    }

    pub(crate) fn silence(&self) {
        let _ = rustix::io::read(&self.0, &mut [0_u8; 8]);
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) struct Bell {
    read: OwnedFd,
    write: OwnedFd,
}

#[cfg(not(target_os = "linux"))]
impl Bell {
    pub(crate) fn new() -> Result<Self, Error> {
        use rustix::io::{FdFlags, fcntl_setfd, ioctl_fionbio};
        let (read, write) = rustix::pipe::pipe().map_err(no_room)?;
        for fd in [&read, &write] {
            fcntl_setfd(fd, FdFlags::CLOEXEC).map_err(no_room)?;
            ioctl_fionbio(fd, true).map_err(no_room)?;
        }
        Ok(Self { read, write })
    }

    pub(crate) fn fd(&self) -> RawFd {
        self.read.as_raw_fd()
    }

    pub(crate) fn ring(&self) {
        // It can only be full, and then it is readable.
        let _ = rustix::io::write(&self.write, &[1]);
    }

    pub(crate) fn silence(&self) {
        while rustix::io::read(&self.read, &mut [0_u8; 64]).is_ok_and(|count| count == 64) {}
    }
}

fn no_room(error: rustix::io::Errno) -> Error {
    Error::new(Code::Start, format!("no descriptor for the wakeup: {error}"))
}
