//! System calls that probes attempt and that have no safe interface: every function checks its arguments and
//! makes one kind of call.

#![allow(
    unsafe_code,
    reason = "these calls have no safe interface in rustix, or none in the features that are used"
)]

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::AsRawFd;
use std::path::PathBuf;

fn done(result: libc::c_long) -> io::Result<libc::c_long> {
    match result {
        -1 => Err(io::Error::last_os_error()),
        value => Ok(value),
    }
}

/// Asks the kernel for a socket, and closes it at once.
pub fn socket(family: i32, kind: i32) -> io::Result<()> {
    // SAFETY: no memory is touched, and the new descriptor is closed at once.
    let socket = done(unsafe { libc::syscall(libc::SYS_socket, family, kind, 0) })?;
    // SAFETY: the descriptor is ours, and nothing else uses it.
    done(unsafe { libc::syscall(libc::SYS_close, socket) })?;
    Ok(())
}

/// Tries to trace a process, without stopping it.
pub fn seize(pid: i32) -> io::Result<()> {
    // SAFETY: neither address nor data are used.
    done(unsafe { libc::ptrace(libc::PTRACE_SEIZE, pid, 0usize, 0usize) })?;
    Ok(())
}

/// Tries to read a byte of another process's memory; returns true if the kernel allowed the access.
pub fn reads_memory(pid: i32) -> bool {
    let mut byte = [0u8; 1];
    let local = libc::iovec {
        iov_base: byte.as_mut_ptr().cast(),
        iov_len: 1,
    };
    let remote = libc::iovec {
        iov_base: std::ptr::null_mut(),
        iov_len: 1,
    };
    // SAFETY: the local buffer is as long as it says; the other address is of another process.
    let read =
        done(
            unsafe { libc::process_vm_readv(pid, &raw const local, 1, &raw const remote, 1, 0) }
                as _,
        );
    // No memory is mapped there; the kernel answers `EFAULT` only if the caller may read the process.
    read.is_ok() || read.is_err_and(|error| error.raw_os_error() == Some(libc::EFAULT))
}

/// Moves this process into new namespaces.
pub fn unshare(flags: i32) -> io::Result<()> {
    // SAFETY: called in a child that ends right after it.
    done(unsafe { libc::unshare(flags) }.into())?;
    Ok(())
}

/// Tries a mount that cannot succeed; returns true if it fails as invalid instead of forbidden.
pub fn may_mount() -> bool {
    // SAFETY: the path is a string; a null type is rejected after the right to mount is checked.
    let made = unsafe {
        libc::mount(
            c"none".as_ptr(),
            c"/".as_ptr(),
            std::ptr::null(),
            0,
            std::ptr::null(),
        )
    };
    done(made.into()).is_err_and(|error| error.raw_os_error() == Some(libc::EINVAL))
}

/// Switches to another user.
pub fn become_user(uid: u32) -> io::Result<()> {
    // SAFETY: no memory is touched; called in a child that ends right after it.
    done(unsafe { libc::syscall(libc::SYS_setresuid, uid, uid, uid) })?;
    Ok(())
}

/// Tries to set up an `io_uring`, whose system calls no filter sees.
pub fn io_uring() -> io::Result<()> {
    // Larger than the structure that the kernel fills, and zeroed.
    let mut parameters = [0u64; 64];
    // SAFETY: the kernel writes 120 bytes, for which there is room.
    done(unsafe { libc::syscall(libc::SYS_io_uring_setup, 1, parameters.as_mut_ptr()) })?;
    Ok(())
}

/// Tries to open a performance counter of the kernel, of a type that counts nothing.
pub fn perf() -> io::Result<()> {
    let mut attributes = [0u32; 32];
    attributes[0] = 1; // PERF_TYPE_SOFTWARE
    attributes[1] = 128; // bytes of the structure
    attributes[2] = 9; // PERF_COUNT_SW_DUMMY
    // SAFETY: the structure is as long as it says.
    done(unsafe { libc::syscall(libc::SYS_perf_event_open, attributes.as_ptr(), 0, -1, -1, 0) })?;
    Ok(())
}

/// Tries to handle its own page faults with `userfaultfd`.
pub fn userfaultfd() -> io::Result<()> {
    // SAFETY: no memory is touched. The flag 1 asks for faults in user mode only.
    done(unsafe { libc::syscall(libc::SYS_userfaultfd, 1) })?;
    Ok(())
}

/// Tries to attach a filter to a socket, which lets everything pass.
pub fn filter(socket: &impl AsRawFd) -> io::Result<()> {
    let mut pass = libc::sock_filter {
        code: 6, // BPF_RET | BPF_K
        jt: 0,
        jf: 0,
        k: u32::MAX,
    };
    let program = libc::sock_fprog {
        len: 1,
        filter: &raw mut pass,
    };
    let (level, option) = (libc::SOL_SOCKET, libc::SO_ATTACH_FILTER);
    let fd = socket.as_raw_fd();
    let size = libc::socklen_t::try_from(size_of_val(&program)).map_err(io::Error::other)?;
    // SAFETY: the program and its one instruction outlive the call, and the size is the program's.
    done(unsafe { libc::setsockopt(fd, level, option, (&raw const program).cast(), size) }.into())?;
    Ok(())
}

/// Tries to set a policy for a page of shared memory; returns true if the kernel keeps it.
pub fn keeps_policy() -> bool {
    const PAGE: usize = 4096;
    const BIND: i32 = 2;
    const OF_ADDRESS: i32 = 2;
    let (node, mut mode) = (1u64, -1i32);
    // SAFETY: the page is mapped here and used by nobody else; the kernel reads 64 bits of nodes, and writes a
    // number.
    unsafe {
        let none = std::ptr::null_mut();
        let (rights, kind) = (libc::PROT_READ, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        let page = libc::mmap(none, PAGE, rights, kind, -1, 0);
        if page == libc::MAP_FAILED {
            return false;
        }
        let (set, get) = (libc::SYS_mbind, libc::SYS_get_mempolicy);
        let set = libc::syscall(set, page, PAGE, BIND, &raw const node, 64, 0);
        let got = libc::syscall(get, &raw mut mode, none, 0, page, OF_ADDRESS);
        libc::munmap(page, PAGE);
        set == 0 && got == 0 && mode == BIND
    }
}

const KEY_KIND: &CStr = c"user";
/// The current user's keyring (`KEY_SPEC_USER_KEYRING`).
const KEYRING: i64 = -4;
const SEARCH: i64 = 10;
const TIMEOUT: i64 = 15;
const UNLINK: i64 = 9;
const TIMERS: i64 = 400;

/// Adds a key to the current user's keyring, to expire after a minute.
pub fn leave_key(name: &str) -> io::Result<()> {
    let name = CString::new(name)?;
    // SAFETY: strings and a buffer of the length that is given.
    unsafe {
        let key = done(libc::syscall(
            libc::SYS_add_key,
            KEY_KIND.as_ptr(),
            name.as_ptr(),
            c"left".as_ptr(),
            4usize,
            KEYRING,
        ))?;
        done(libc::syscall(libc::SYS_keyctl, TIMEOUT, key, 60))?;
    }
    Ok(())
}

/// Finds a key in the current user's keyring, and removes it.
pub fn find_key(name: &str) -> io::Result<()> {
    let name = CString::new(name)?;
    // SAFETY: strings and numbers.
    unsafe {
        let key = done(libc::syscall(
            libc::SYS_keyctl,
            SEARCH,
            KEYRING,
            KEY_KIND.as_ptr(),
            name.as_ptr(),
            0,
        ))?;
        done(libc::syscall(libc::SYS_keyctl, UNLINK, key, KEYRING))?;
    }
    Ok(())
}

/// Kinds of System V objects: name, call that gets one, call that controls one.
pub const SYSTEM_V: [(&str, i64, i64); 3] = [
    ("shared memory", libc::SYS_shmget, libc::SYS_shmctl),
    ("semaphores", libc::SYS_semget, libc::SYS_semctl),
    ("a message queue", libc::SYS_msgget, libc::SYS_msgctl),
];

/// Finds a System V object by its key, or makes it if `flags` say so; returns its id.
pub fn system_v(get: i64, key: i32, flags: i32) -> io::Result<i64> {
    let queue = get == libc::SYS_msgget;
    let (size, flags) = if queue { (flags, 0) } else { (1, flags) };
    // SAFETY: numbers only.
    done(unsafe { libc::syscall(get, key, size, flags) })
}

/// Removes a System V object.
pub fn remove_system_v(control: i64, id: i64) {
    let removes = libc::IPC_RMID;
    let semaphores = control == libc::SYS_semctl;
    let command = if semaphores {
        [0, removes]
    } else {
        [removes, 0]
    };
    // SAFETY: removing passes no pointer.
    unsafe { libc::syscall(control, id, command[0], command[1], 0) };
}

/// Opens a POSIX message queue, and makes it if `make` is true.
pub fn queue(name: &str, make: bool) -> io::Result<()> {
    let name = CString::new(name)?;
    let flags = libc::O_RDWR | if make { libc::O_CREAT } else { 0 };
    let usual = std::ptr::null::<u8>();
    // SAFETY: the kernel's call takes a string without a slash; null attributes mean the defaults.
    done(unsafe { libc::syscall(libc::SYS_mq_open, name.as_ptr(), flags, 0o666, usual) })?;
    Ok(())
}

/// Removes a POSIX message queue.
pub fn remove_queue(name: &str) {
    if let Ok(name) = CString::new(name) {
        // SAFETY: a string.
        unsafe { libc::syscall(libc::SYS_mq_unlink, name.as_ptr()) };
    }
}

/// Types a letter into a terminal, as if its user had typed it.
pub fn type_into(terminal: &impl AsRawFd) -> io::Result<()> {
    // SAFETY: the letter is a byte that this function owns.
    done(unsafe { libc::ioctl(terminal.as_raw_fd(), libc::TIOCSTI, c"x".as_ptr()) }.into())?;
    Ok(())
}

/// Makes the kernel send `SIGCONT` to this process a hundred times a second for four seconds. It sets up
/// timers that fire once: a stop discards a pending signal, and a repeating timer would end with it.
pub fn continue_by_timer() -> io::Result<()> {
    extern "C" fn nothing(_: i32) {}
    // SAFETY: the handler does nothing; structures are zeroed before they are filled, and outlive the calls.
    unsafe {
        libc::signal(libc::SIGCONT, nothing as *const () as libc::sighandler_t);
        for n in 1..=TIMERS {
            let mut event: libc::sigevent = std::mem::zeroed();
            event.sigev_notify = libc::SIGEV_SIGNAL;
            event.sigev_signo = libc::SIGCONT;
            let mut timer: libc::timer_t = std::mem::zeroed();
            done(libc::timer_create(libc::CLOCK_MONOTONIC, &raw mut event, &raw mut timer).into())?;
            let mut once: libc::itimerspec = std::mem::zeroed();
            once.it_value.tv_sec = n / 100;
            once.it_value.tv_nsec = n % 100 * 10_000_000;
            done(libc::timer_settime(timer, 0, &raw const once, std::ptr::null_mut()).into())?;
        }
    }
    Ok(())
}

/// Makes a new terminal; returns the descriptor that keeps it open, and the path of its other end.
pub fn terminal() -> io::Result<(std::os::fd::OwnedFd, PathBuf)> {
    use std::os::fd::{FromRawFd, OwnedFd};
    let mut name = [0; 64];
    // SAFETY: this function owns the new descriptor; the name is filled within its length.
    unsafe {
        let flags = libc::O_RDWR | libc::O_NOCTTY | libc::O_CLOEXEC;
        let number = done(libc::posix_openpt(flags).into())?;
        let owned_fd = OwnedFd::from_raw_fd(i32::try_from(number).map_err(io::Error::other)?);
        let fd = owned_fd.as_raw_fd();
        done(libc::grantpt(fd).into())?;
        done(libc::unlockpt(fd).into())?;
        if libc::ptsname_r(fd, name.as_mut_ptr(), name.len()) != 0 {
            return Err(io::Error::last_os_error());
        }
        let name = CStr::from_ptr(name.as_ptr());
        Ok((owned_fd, PathBuf::from(name.to_string_lossy().into_owned())))
    }
}

/// Tries to get a real-time scheduling policy.
pub fn real_time() -> io::Result<()> {
    let lowest = libc::sched_param { sched_priority: 1 };
    // SAFETY: the structure outlives the call.
    done(unsafe { libc::sched_setscheduler(0, libc::SCHED_FIFO, &raw const lowest) }.into())?;
    Ok(())
}

/// Returns true if the descriptor with this number is open.
pub fn is_open(number: i32) -> bool {
    // SAFETY: only flags are read.
    unsafe { libc::fcntl(number, libc::F_GETFD) != -1 }
}
