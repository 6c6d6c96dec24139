//! System calls that have no safe interface, and nothing else: every function checks its arguments and makes
//! one kind of call.

#![allow(
    unsafe_code,
    reason = "fork, clone, exec, signal dispositions, signalfd, mount attributes, usage of children, CPU clocks of \
              other processes and broadcast signals have no safe interface in rustix"
)]

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

use rustix::process::Pid;
use rustix::thread::{UnshareFlags, unshare_unsafe};

/// Forks this process; returns the child's id in the parent, and `None` in the child.
///
/// Only for a process with a single thread: in the child, locks of other threads would stay locked.
pub fn fork() -> io::Result<Option<Pid>> {
    // SAFETY: the helper has one thread, so the child may continue as an ordinary program.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        pid => Ok(Pid::from_raw(pid)),
    }
}

/// Forks this process like [`fork`], but the child is a child of this process's parent, and the first process of these new
/// namespaces. Only for a process with a single thread.
pub fn fork_sibling(namespaces: UnshareFlags) -> io::Result<Option<Pid>> {
    let namespaces = libc::c_long::from(namespaces.bits().cast_signed());
    let flags = libc::c_long::from(libc::CLONE_PARENT | libc::SIGCHLD) | namespaces;
    // SAFETY: without a stack of its own and without shared memory this is a fork, and the process has one thread. What the
    // C library remembers of the parent's thread id is used by no call that a helper makes.
    match unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) } {
        -1 => Err(io::Error::last_os_error()),
        pid => Ok(i32::try_from(pid).ok().and_then(Pid::from_raw)),
    }
}

/// Moves this process into new namespaces.
pub fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: the descriptor table is not unshared, which is the only part that could surprise other threads.
    unsafe { unshare_unsafe(flags.difference(UnshareFlags::FILES)) }?;
    Ok(())
}

/// Runs a function in a new process, on a stack of its own but in the memory of this one, and waits until it has started
/// another program or returned; returns the process id. Nothing is copied, which takes longest about a fork.
///
/// Only for a process with a single thread. What the function leaves allocated stays so.
pub fn spawn(mut child: impl FnMut()) -> io::Result<Pid> {
    extern "C" fn enter(child: *mut libc::c_void) -> libc::c_int {
        // SAFETY: the address is that of the reference below, which lives until this process is done with it.
        let child = unsafe { &mut *child.cast::<&mut dyn FnMut()>() };
        child();
        1
    }
    const STACK: usize = 1 << 20;
    let mut stack: Vec<u128> = Vec::with_capacity(STACK / size_of::<u128>());
    let top = stack.spare_capacity_mut().as_mut_ptr_range().end;
    let mut child: &mut dyn FnMut() = &mut child;
    // SAFETY: the stack is aligned, and grows down from its end. With CLONE_VFORK this process stands still while the other
    // one uses its memory.
    let pid = unsafe {
        libc::clone(
            enter,
            top.cast(),
            libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD,
            (&raw mut child).cast(),
        )
    };
    Pid::from_raw(pid.max(0)).ok_or_else(io::Error::last_os_error)
}

/// Starts another program in place of this one, with these arguments and this environment; returns only on failure. A script
/// that doesn't say by what it is run is run by the shell.
pub fn exec(path: &CStr, args: &[CString], env: &[CString]) -> io::Error {
    let pointers = |texts: &[CString]| -> Vec<*const libc::c_char> {
        let texts = texts.iter().map(|text| text.as_ptr());
        texts.chain([std::ptr::null()]).collect()
    };
    let (args, env) = (pointers(args), pointers(env));
    // SAFETY: both lists end with a null pointer, and they and their texts outlive the call.
    unsafe { libc::execvpe(path.as_ptr(), args.as_ptr(), env.as_ptr()) };
    io::Error::last_os_error()
}

/// Resets every signal to its default effect and unblocks all, as a fresh program expects.
pub fn reset_signals() {
    for signal in 1..=64 {
        // SAFETY: SIG_DFL is a valid disposition; signals whose disposition cannot be set return an error.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // SAFETY: the set is initialised by sigemptyset before it is used.
    unsafe {
        let mut none = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
    }
}

/// Opens a descriptor that becomes readable when the state of a child changes; blocks the signal itself.
pub fn child_signals() -> io::Result<OwnedFd> {
    // SAFETY: the set is initialised before it is used, and this function owns the new descriptor.
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

/// Sends a signal to every process of this PID namespace except its init and the caller.
pub fn signal_all(signal: i32) {
    // SAFETY: no memory is touched; an error means that there is no process to signal.
    unsafe { libc::kill(-1, signal) };
}

/// Returns the CPU time in nanoseconds, and the largest resident size in bytes, of all children that were
/// waited for, and of their descendants.
pub fn usage_of_children() -> (u64, u64) {
    // SAFETY: the structure is zeroed, and then filled by the call.
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

/// Returns the CPU time in nanoseconds of a process and all of its threads, ended ones included; `None` if
/// there is no such process.
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

/// Sets attributes (`MOUNT_ATTR_…`) that restrict an open mount and all mounts below it.
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

/// Marks every descriptor from this number on to be closed when another program is started.
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

/// Takes over a descriptor that this program was started with; call it once for each number.
pub fn inherited(number: i32) -> OwnedFd {
    // SAFETY: the helper takes over its stdin in this way, once, and nothing else uses it.
    unsafe { OwnedFd::from_raw_fd(number) }
}
