//! Finds out whether a signal was ignored when the program was started, as `nohup` does with SIGHUP.

#![allow(
    unsafe_code,
    reason = "the disposition of a signal has no safe interface in rustix"
)]

use std::ptr;

use tokio::signal::unix::SignalKind;

/// Returns whether this process ignores the signal; false if the system doesn't tell.
pub(crate) fn is_ignored(kind: SignalKind) -> bool {
    // SAFETY: nothing is set, and the present disposition is written to a zeroed structure of its type.
    let (told, action) = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        let told = libc::sigaction(kind.as_raw_value(), ptr::null(), &raw mut action);
        (told, action)
    };
    told == 0 && action.sa_sigaction == libc::SIG_IGN
}
