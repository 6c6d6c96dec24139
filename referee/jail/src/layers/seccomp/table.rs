//! The words in which denials are written down.

use libc::c_long;

use super::Denials;

/// System calls that are denied together, and why.
pub struct CallGroup {
    /// Why.
    pub reason: &'static str,
    /// When they are.
    pub applies: fn(Denials) -> bool,
    /// What they answer.
    pub answer: DenialResult,
    /// Those that are denied whatever they are asked.
    pub calls: &'static [c_long],
    /// Those that are denied for some arguments.
    pub cases: &'static [CallPattern],
}

/// What a denied call answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DenialResult {
    /// That it isn't permitted.
    NotPermitted,
    /// That the kernel doesn't have it: libraries then do without.
    NotThere,
    /// That the kernel doesn't have this family of sockets.
    NoFamily,
    /// That it is done, though it isn't: it has no way to fail.
    Done,
}

impl DenialResult {
    /// All of them.
    pub const ALL: [DenialResult; 4] = [
        DenialResult::NotPermitted,
        DenialResult::NotThere,
        DenialResult::NoFamily,
        DenialResult::Done,
    ];

    /// The number of the error; 0: none.
    pub fn errno(self) -> i32 {
        match self {
            DenialResult::NotPermitted => libc::EPERM,
            DenialResult::NotThere => libc::ENOSYS,
            DenialResult::NoFamily => libc::EAFNOSUPPORT,
            DenialResult::Done => 0,
        }
    }
}

/// A call with such arguments; all of them must fit.
pub struct CallPattern {
    /// The call's number.
    pub call: c_long,
    /// Its arguments.
    pub args: &'static [Arg],
}

/// An argument, counted from 0: its lower 32 bits, as the kernel reads what it declares as int, but
/// for pointers.
#[derive(Clone, Copy)]
pub struct Arg(pub u8, pub Is);

/// What an argument is.
#[derive(Clone, Copy)]
pub enum Is {
    /// This value.
    Value(u32),
    /// Any but this value.
    Not(u32),
    /// At least this value, as a number without sign.
    AtLeast(u32),
    /// Under the first as a mask, the second.
    Masked(u32, u32),
    /// Any process but the one that sets the filter up.
    NotSelf,
    /// A pointer that leads somewhere.
    NotNull,
}

/// A call that is denied for such arguments.
pub(super) const fn case(call: c_long, args: &'static [Arg]) -> CallPattern {
    CallPattern { call, args }
}
