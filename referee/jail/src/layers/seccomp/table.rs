//! Types that describe which system calls are denied.

use libc::c_long;

use super::Denials;

/// System calls that are denied together for one reason.
pub struct CallGroup {
    /// The reason.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "it is for readers; the tests name a group by it")
    )]
    pub reason: &'static str,
    /// Returns true if the group is denied with these settings.
    pub applies: fn(Denials) -> bool,
    /// Result of the denied calls.
    pub answer: DenialResult,
    /// Calls that are denied for any arguments.
    pub calls: &'static [c_long],
    /// Calls that are denied for some arguments.
    pub cases: &'static [CallPattern],
}

/// Result of a denied call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DenialResult {
    /// Fails with `EPERM`.
    NotPermitted,
    /// Fails with `ENOSYS`, as if the kernel lacked the call: libraries then fall back.
    NotThere,
    /// Fails with `EAFNOSUPPORT`, as if the kernel lacked this family of sockets.
    NoFamily,
    /// Succeeds without doing anything, for calls that callers do not expect to fail.
    Done,
}

impl DenialResult {
    /// All results.
    pub const ALL: [DenialResult; 4] = [
        DenialResult::NotPermitted,
        DenialResult::NotThere,
        DenialResult::NoFamily,
        DenialResult::Done,
    ];

    /// Returns the error number; 0 means success.
    pub fn errno(self) -> i32 {
        match self {
            DenialResult::NotPermitted => libc::EPERM,
            DenialResult::NotThere => libc::ENOSYS,
            DenialResult::NoFamily => libc::EAFNOSUPPORT,
            DenialResult::Done => 0,
        }
    }
}

/// A system call with certain arguments; all of them must match.
pub struct CallPattern {
    /// The call's number.
    pub call: c_long,
    /// Conditions on its arguments.
    pub args: &'static [Arg],
}

/// A condition on an argument, counted from 0. It tests the lower 32 bits, as the kernel reads an int; for
/// [`Is::NotNull`] it tests the whole pointer.
#[derive(Clone, Copy)]
pub struct Arg(pub u8, pub Is);

/// A condition on the value of an argument.
#[derive(Clone, Copy)]
pub enum Is {
    /// Equal to this value.
    Value(u32),
    /// Not equal to this value.
    Not(u32),
    /// At least this value, as an unsigned number.
    AtLeast(u32),
    /// Equal to the second value, after masking with the first.
    Masked(u32, u32),
    /// Any process id but that of the process that sets the filter up.
    NotSelf,
    /// A pointer that is not null.
    NotNull,
}

/// Makes a pattern of a call with these conditions.
pub(super) const fn case(call: c_long, args: &'static [Arg]) -> CallPattern {
    CallPattern { call, args }
}
