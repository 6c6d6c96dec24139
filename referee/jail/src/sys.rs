//! System calls that no safe interface has, and nothing else: every function checks what it is given
//! and stands for one call.

#![allow(
    unsafe_code,
    reason = "fork, signal dispositions, signalfd, mount attributes, usage of children, CPU clocks of \
              other processes and broadcast signals have no safe interface in rustix"
)]

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

use rustix::process::Pid;
use rustix::thread::{UnshareFlags, unshare_unsafe};

/// Splits this process in two; the child gets nothing.
///
/// Only for a process of a single thread: in the child all that others held would stay locked.
pub fn fork() -> io::Result<Option<Pid>> {
    // SAFETY: the helper has one thread, so the child may go on as an ordinary program does.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        pid => Ok(Pid::from_raw(pid)),
    }
}

/// Leaves namespaces behind for new ones.
pub fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: no table of descriptors is unshared, which alone could surprise other threads.
    unsafe { unshare_unsafe(flags.difference(UnshareFlags::FILES)) }?;
    Ok(())
}

/// Gives every signal its default effect and blocks none: what a fresh program expects.
pub fn reset_signals() {
    for signal in 1..=64 {
        // SAFETY: SIG_DFL is a valid disposition; numbers that can't be set give an error.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // SAFETY: the set is initialised by sigemptyset before it is used.
    unsafe {
        let mut none = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
    }
}

/// A descriptor that can be read when a child has changed; the signal itself is blocked.
pub fn child_signals() -> io::Result<OwnedFd> {
    // SAFETY: the set is initialised before it is used, and the descriptor is a new one of ours.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        libc::sigprocmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
        match libc::signalfd(-1, &raw const set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK) {
            -1 => Err(io::Error::last_os_error()),
            fd => Ok(OwnedFd::from_raw_fd(fd)),
        }
    }
}

/// Sends a signal to every process of this namespace but its first and this one.
pub fn signal_all(signal: i32) {
    // SAFETY: no memory is touched; that there is nobody is no error that matters.
    unsafe { libc::kill(-1, signal) };
}

/// CPU time in nanoseconds, and the largest resident size in bytes, of all children that were
/// waited for, and of theirs.
pub fn usage_of_children() -> (u64, u64) {
    // SAFETY: the structure is filled by the call, and zero before.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage);
        usage
    };
    let ns = |time: libc::timeval| time.tv_sec * 1_000_000_000 + time.tv_usec * 1000;
    let cpu = ns(usage.ru_utime) + ns(usage.ru_stime);
    let whole = |n: i64| u64::try_from(n).unwrap_or(0);
    (whole(cpu), whole(usage.ru_maxrss) * 1024)
}

/// CPU time in nanoseconds of a process and all of its threads, those that have ended included.
pub fn cpu_of_process(pid: u32) -> Option<u64> {
    let pid = i32::try_from(pid).ok()?;
    let mut clock = 0;
    // SAFETY: the clock's number is written to a variable of its type.
    if unsafe { libc::clock_getcpuclockid(pid, &raw mut clock) } != 0 {
        return None;
    }
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the time is written to a structure of its type.
    if unsafe { libc::clock_gettime(clock, &raw mut time) } != 0 {
        return None;
    }
    let (seconds, rest) = (
        u64::try_from(time.tv_sec).ok()?,
        u64::try_from(time.tv_nsec).ok()?,
    );
    Some(seconds * 1_000_000_000 + rest)
}

/// Makes an opened mount and all below it unable to do what the flags (`MOUNT_ATTR_…`) say.
pub fn restrict_mounts(mount: BorrowedFd<'_>, flags: u64) -> io::Result<()> {
    let attr = libc::mount_attr {
        attr_set: flags,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    };
    // SAFETY: descriptor and structure outlive the call, and the size is the structure's own.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            mount.as_raw_fd(),
            c"".as_ptr(),
            libc::AT_RECURSIVE | libc::AT_EMPTY_PATH,
            &raw const attr,
            size_of::<libc::mount_attr>(),
        )
    };
    if done == -1 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Closes every descriptor from this number on, when another program is started.
pub fn seal_from(first: u32) {
    // SAFETY: descriptors are only marked; none is used by number afterwards.
    unsafe {
        libc::syscall(
            libc::SYS_close_range,
            first,
            u32::MAX,
            libc::CLOSE_RANGE_CLOEXEC,
        )
    };
}

/// A descriptor that this program was started with, by its number; to be taken once.
pub fn inherited(number: i32) -> OwnedFd {
    // SAFETY: the helper takes its stdin so, once, and nothing else uses it.
    unsafe { OwnedFd::from_raw_fd(number) }
}
