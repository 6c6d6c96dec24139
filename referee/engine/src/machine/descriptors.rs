//! Keeps the file descriptors that the referee itself was started with from reaching the bots.

#![allow(
    unsafe_code,
    reason = "a descriptor that was inherited by number can only be borrowed by number"
)]

use std::os::fd::{BorrowedFd, RawFd};

use rustix::io::{FdFlags, fcntl_getfd, fcntl_setfd};

/// Marks every file descriptor above stderr to be closed when another program is started.
///
/// Call it first of all: descriptors that the standard library opens later are marked already.
pub fn seal_descriptors() {
    let Ok(entries) = std::fs::read_dir("/dev/fd") else {
        return;
    };
    let numbers = entries
        .flatten()
        .filter_map(|e| e.file_name().to_str()?.parse().ok());
    let numbers: Vec<RawFd> = numbers.filter(|fd| *fd > 2).collect();
    for number in numbers {
        // SAFETY: only flags of the file descriptor are read and set, and only during this loop; a number
        // that was closed meanwhile (the folder's own) causes an error, which is ignored.
        let fd = unsafe { BorrowedFd::borrow_raw(number) };
        if let Ok(flags) = fcntl_getfd(fd) {
            let _ = fcntl_setfd(fd, flags | FdFlags::CLOEXEC);
        }
    }
}
