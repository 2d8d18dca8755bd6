//! Calls to the operating system that have no safe wrapper: the only unsafe code of this crate.

#[cfg(unix)]
pub(crate) use unix::{
    plain_signals, read_more, register, send_quietly, with_signals_blocked, write_quietly,
};

#[cfg(target_vendor = "apple")]
pub(crate) use apple::never_sigpipe;

#[cfg(target_os = "linux")]
pub(crate) use linux::{fork_mark, signal_group_of};

/// There are no signals here.
#[cfg(not(unix))]
pub(crate) fn with_signals_blocked<R>(act: impl FnOnce() -> R) -> R {
    act()
}

#[cfg(unix)]
mod unix {
    use rustix::io::Errno;
    use std::io;
    use std::mem::MaybeUninit;
    use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
    use std::os::unix::process::CommandExt;
    use std::process::Command;
    use tokio::io::Interest;
    use tokio::io::unix::AsyncFd;

    /// What owns a descriptor, alone or with others.
    ///
    /// # Safety
    /// For as long as it lives, the descriptor is open and stays the same one.
    pub(crate) unsafe trait Owns: AsRawFd {}

    // SAFETY: the descriptor is closed by the drop alone.
    unsafe impl Owns for OwnedFd {}

    // SAFETY: as above, for its last share.
    unsafe impl Owns for super::super::pipe::Source {}

    /// Lets the reactor watch a descriptor. To be called inside the reactor.
    pub(crate) fn register<F: Owns>(fd: F, interest: Interest) -> io::Result<AsyncFd<F>> {
        // SAFETY: the descriptor is open and stays the same one until the AsyncFd drops what owns it.
        unsafe { AsyncFd::register_with_interest(fd, interest) }.map_err(io::Error::from)
    }

    /// Reads up to `most` bytes behind what `into` holds, within its capacity.
    pub(crate) fn read_more(
        fd: BorrowedFd<'_>,
        into: &mut Vec<u8>,
        most: usize,
    ) -> io::Result<usize> {
        let room = into.spare_capacity_mut();
        let most = most.min(room.len());
        let (read, _) = rustix::io::read(fd, &mut room[..most])?;
        let count = read.len();
        // SAFETY: the system has written so many bytes, and they are within the capacity.
        unsafe { into.set_len(into.len() + count) };
        Ok(count)
    }

    /// Restores the signal mask of the current thread when dropped.
    struct Mask(libc::sigset_t);

    impl Mask {
        /// Blocks `signals` in the current thread.
        fn block(signals: &libc::sigset_t) -> Self {
            let mut before = MaybeUninit::<libc::sigset_t>::uninit();
            // SAFETY: both pointers are valid for the call; with SIG_BLOCK and a valid set it cannot
            // fail, and then it has written the old mask.
            unsafe {
                libc::pthread_sigmask(libc::SIG_BLOCK, signals, before.as_mut_ptr());
                Self(before.assume_init())
            }
        }
    }

    impl Drop for Mask {
        fn drop(&mut self) {
            // SAFETY: the set was written by the system; the old mask is not asked for.
            unsafe {
                libc::pthread_sigmask(libc::SIG_SETMASK, &self.0, std::ptr::null_mut());
            }
        }
    }

    /// Runs `act` with all signals blocked in this thread: a thread that it makes never handles one.
    pub(crate) fn with_signals_blocked<R>(act: impl FnOnce() -> R) -> R {
        let mut all = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: sigfillset writes the whole set.
        let all = unsafe {
            libc::sigfillset(all.as_mut_ptr());
            all.assume_init()
        };
        let _mask = Mask::block(&all);
        act()
    }

    /// Lets `command` begin with no signal blocked and SIGCHLD not ignored, as programs expect, whatever
    /// this thread and this process do. SIGPIPE is the standard library's business.
    pub(crate) fn plain_signals(command: &mut Command) {
        if is_plain() {
            // The usual case keeps the fast way of starting a process.
            return;
        }
        // SAFETY: between fork and exec only functions are called that are safe in a signal handler.
        unsafe {
            command.pre_exec(|| {
                let mut none = MaybeUninit::<libc::sigset_t>::uninit();
                libc::sigemptyset(none.as_mut_ptr());
                libc::pthread_sigmask(libc::SIG_SETMASK, none.as_ptr(), std::ptr::null_mut());
                libc::signal(libc::SIGCHLD, libc::SIG_DFL);
                Ok(())
            });
        }
    }

    fn is_plain() -> bool {
        let mut blocked = MaybeUninit::<libc::sigset_t>::uninit();
        let mut child = MaybeUninit::<libc::sigaction>::uninit();
        // SAFETY: nothing is changed, and both are written whole: a null set and a null action ask for
        // what is, and neither call can fail for these arguments. The union's first member is read only
        // to be compared.
        unsafe {
            libc::pthread_sigmask(libc::SIG_SETMASK, std::ptr::null(), blocked.as_mut_ptr());
            libc::sigaction(libc::SIGCHLD, std::ptr::null(), child.as_mut_ptr());
            let blocked = blocked.assume_init();
            child.assume_init().sa_sigaction != libc::SIG_IGN
                && (1..32).all(|signal| libc::sigismember(&raw const blocked, signal) != 1)
        }
    }

    /// Writes without raising SIGPIPE, whatever the host does with that signal.
    pub(crate) fn write_quietly(fd: BorrowedFd<'_>, bytes: &[u8]) -> Result<usize, Errno> {
        // Our threads block it, and pending there it disturbs nobody. Apple's pipes are told once.
        if cfg!(target_vendor = "apple") || crate::driver::own_thread() {
            return rustix::io::write(fd, bytes);
        }
        #[cfg(target_os = "linux")]
        if let Some(result) = super::linux::write_nosignal(fd, bytes) {
            return result;
        }
        write_masked(fd, bytes)
    }

    /// The same for a socket. Apple's are told once.
    pub(crate) fn send_quietly(fd: BorrowedFd<'_>, bytes: &[u8]) -> Result<usize, Errno> {
        #[cfg(not(target_vendor = "apple"))]
        return rustix::net::send(fd, bytes, rustix::net::SendFlags::NOSIGNAL);
        #[cfg(target_vendor = "apple")]
        return write_quietly(fd, bytes);
    }

    /// Blocks SIGPIPE for the length of the write, and takes back the one that it may have caused.
    pub(super) fn write_masked(fd: BorrowedFd<'_>, bytes: &[u8]) -> Result<usize, Errno> {
        let mut pipe = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: sigemptyset writes the whole set; SIGPIPE is a valid signal.
        let pipe = unsafe {
            libc::sigemptyset(pipe.as_mut_ptr());
            libc::sigaddset(pipe.as_mut_ptr(), libc::SIGPIPE);
            pipe.assume_init()
        };
        let _mask = Mask::block(&pipe);
        let before = is_pending();
        let result = rustix::io::write(fd, bytes);
        if result == Err(Errno::PIPE) && !before && is_pending() {
            let mut signal = 0;
            // SAFETY: both pointers are valid. It does not block: the signal is pending, and it was
            // raised for this thread, so no other can take it.
            unsafe {
                libc::sigwait(&raw const pipe, &raw mut signal);
            }
        }
        result
    }

    /// Whether a SIGPIPE waits for this thread; one from before is the host's.
    fn is_pending() -> bool {
        let mut set = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: sigpending writes the whole set, unless it fails, which is looked at first.
        unsafe {
            libc::sigpending(set.as_mut_ptr()) == 0
                && libc::sigismember(set.as_ptr(), libc::SIGPIPE) == 1
        }
    }
}

#[cfg(target_vendor = "apple")]
mod apple {
    use std::os::fd::{AsRawFd, BorrowedFd};

    /// Writing to this pipe never raises SIGPIPE.
    pub(crate) fn never_sigpipe(fd: BorrowedFd<'_>) {
        // SAFETY: the descriptor is open for the call, and the command takes an integer.
        unsafe {
            libc::fcntl(fd.as_raw_fd(), libc::F_SETNOSIGPIPE, 1);
        }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::io::Errno;
    use std::os::fd::{AsRawFd, BorrowedFd};
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    /// `RWF_NOSIGNAL`, since Linux 6.18; as wide as an argument of `syscall`, which hands on whole registers.
    const NOSIGNAL: libc::c_long = 0x100;

    /// Writes without SIGPIPE in one call; `None` on a kernel that cannot.
    pub(super) fn write_nosignal(fd: BorrowedFd<'_>, bytes: &[u8]) -> Option<Result<usize, Errno>> {
        static ABSENT: AtomicBool = AtomicBool::new(false);
        if ABSENT.load(Ordering::Relaxed) {
            return None;
        }
        let piece =
            libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
        let here: libc::c_long = -1;
        // SAFETY: the vector and the bytes outlive the call, which only reads them.
        let count = unsafe {
            libc::syscall(
                libc::SYS_pwritev2,
                fd.as_raw_fd(),
                &raw const piece,
                1 as libc::c_long,
                here,
                here,
                NOSIGNAL,
            )
        };
        match usize::try_from(count) {
            Ok(count) => Some(Ok(count)),
            Err(_) => match errno() {
                Errno::OPNOTSUPP | Errno::INVAL | Errno::NOSYS | Errno::PERM => {
                    ABSENT.store(true, Ordering::Relaxed);
                    None
                }
                other => Some(Err(other)),
            },
        }
    }

    /// `PIDFD_SIGNAL_PROCESS_GROUP`, since Linux 6.9.
    const PROCESS_GROUP: libc::c_uint = 1 << 2;

    /// Signals the group that the process behind `pidfd` leads or led. Unlike a number, the descriptor
    /// never means another group, even after the process was reaped.
    pub(crate) fn signal_group_of(pidfd: BorrowedFd<'_>, signal: libc::c_int) -> Result<(), Errno> {
        // SAFETY: the descriptor is open for the call, and no siginfo is passed.
        let result = unsafe {
            libc::syscall(
                libc::SYS_pidfd_send_signal,
                pidfd.as_raw_fd(),
                signal,
                std::ptr::null::<libc::siginfo_t>(),
                PROCESS_GROUP,
            )
        };
        if result == 0 { Ok(()) } else { Err(errno()) }
    }

    /// A word that is 1 in the process that first asked for it, and 0 in its forked children.
    pub(crate) fn fork_mark() -> Option<&'static AtomicU32> {
        static MARK: OnceLock<Option<&'static AtomicU32>> = OnceLock::new();
        *MARK.get_or_init(|| {
            const PAGE: usize = 4096;
            // SAFETY: a fresh private mapping, never unmapped: zeroed, aligned to a page, and reached
            // through the atomic alone. The kernel wipes it in a forked child, which is the point.
            unsafe {
                let page = libc::mmap(
                    std::ptr::null_mut(),
                    PAGE,
                    libc::PROT_READ | libc::PROT_WRITE,
                    libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                    -1,
                    0,
                );
                if page == libc::MAP_FAILED {
                    return None;
                }
                if libc::madvise(page, PAGE, libc::MADV_WIPEONFORK) != 0 {
                    libc::munmap(page, PAGE);
                    return None;
                }
                let mark: &'static AtomicU32 = &*page.cast();
                mark.store(1, Ordering::Relaxed);
                Some(mark)
            }
        })
    }

    fn errno() -> Errno {
        let number = std::io::Error::last_os_error().raw_os_error();
        number.map_or(Errno::IO, Errno::from_raw_os_error)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::io::Errno;
    use std::os::fd::AsFd;

    /// Ends the test's process if it were ever raised: the default action.
    fn with_default_sigpipe(act: impl FnOnce()) {
        // SAFETY: no handler is installed, and the disposition is put back.
        let before = unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
        act();
        // SAFETY: as above.
        unsafe { libc::signal(libc::SIGPIPE, before) };
    }

    // proves: STD-04
    #[test]
    fn no_way_of_writing_to_a_broken_pipe_raises_sigpipe() {
        let (read, write) = rustix::pipe::pipe().unwrap();
        drop(read);
        with_default_sigpipe(|| {
            assert_eq!(write_quietly(write.as_fd(), b"x"), Err(Errno::PIPE));
            assert_eq!(unix::write_masked(write.as_fd(), b"x"), Err(Errno::PIPE));
            // Nor is one left for later.
            assert_eq!(unix::write_masked(write.as_fd(), b"x"), Err(Errno::PIPE));
        });
    }

    #[test]
    fn the_fork_mark_is_set_here() {
        let mark = fork_mark().expect("this kernel wipes on fork");
        assert_eq!(mark.load(std::sync::atomic::Ordering::Relaxed), 1);
    }
}
