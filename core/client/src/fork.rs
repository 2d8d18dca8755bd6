//! A forked child shares our descriptors but none of our threads: in it, nothing works any more.

use mcpclient_engine::{Code, Error};

/// The process that a runtime was made in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    process: u32,
    /// Set here and not in forked children: a look at it costs less than asking the system.
    #[cfg(target_os = "linux")]
    mark: Option<&'static std::sync::atomic::AtomicU32>,
}

impl Origin {
    pub(crate) fn here() -> Self {
        Self {
            process: std::process::id(),
            #[cfg(target_os = "linux")]
            mark: crate::io::sys::fork_mark().filter(|mark| is_set(mark)),
        }
    }

    /// False in a forked child. There, no lock may be taken and nothing may be closed in order:
    /// another thread of the parent may have held the lock, and the pipes are the parent's.
    pub(crate) fn is_here(self) -> bool {
        #[cfg(target_os = "linux")]
        if let Some(mark) = self.mark {
            return is_set(mark);
        }
        self.process == std::process::id()
    }

    pub(crate) fn check(self) -> Result<(), Error> {
        if self.is_here() {
            return Ok(());
        }
        Err(Error::new(Code::Forked, "the process was forked; only the parent can use this"))
    }
}

#[cfg(target_os = "linux")]
fn is_set(mark: &std::sync::atomic::AtomicU32) -> bool {
    mark.load(std::sync::atomic::Ordering::Relaxed) != 0
}
