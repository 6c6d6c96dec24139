//! The words in which denials are written down.

use libc::c_long;

use super::Denials;

/// System calls that are denied together, and why.
pub struct Group {
    /// Why.
    pub reason: &'static str,
    /// When they are.
    pub applies: fn(Denials) -> bool,
    /// What they answer.
    pub answer: Answer,
    /// Those that are denied whatever they are asked.
    pub calls: &'static [c_long],
    /// Those that are denied for some arguments.
    pub cases: &'static [Case],
}

/// What a denied call answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// That it isn't permitted.
    NotPermitted,
    /// That the kernel doesn't have it: libraries then do without.
    NotThere,
    /// That the kernel doesn't have this family of sockets.
    NoFamily,
    /// That it is done, though it isn't: it has no way to fail.
    Done,
}

impl Answer {
    /// All of them.
    pub const ALL: [Answer; 4] = [
        Answer::NotPermitted,
        Answer::NotThere,
        Answer::NoFamily,
        Answer::Done,
    ];

    /// The number of the error; 0: none.
    pub fn errno(self) -> i32 {
        match self {
            Answer::NotPermitted => libc::EPERM,
            Answer::NotThere => libc::ENOSYS,
            Answer::NoFamily => libc::EAFNOSUPPORT,
            Answer::Done => 0,
        }
    }
}

/// A call with such arguments; all of them must fit.
pub struct Case {
    /// The call's number.
    pub call: c_long,
    /// Its arguments.
    pub args: &'static [Arg],
}

/// The lower 32 bits of an argument, counted from 0, as the kernel reads what it declares as int.
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
}

/// A call that is denied for such arguments.
pub(super) const fn case(call: c_long, args: &'static [Arg]) -> Case {
    Case { call, args }
}
