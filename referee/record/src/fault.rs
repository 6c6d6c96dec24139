//! Faults of a seat: the verdict word, and what exactly happened.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a seat forfeits. The words are the same in results, tables and exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// No `ready` in time, or no process.
    NoHandshake,
    /// A move that the rules don't accept.
    IllegalMove,
    /// No complete `move` line in time.
    Timeout,
    /// Ended by a signal or with another status than 0.
    Crash,
    /// Ended with status 0, or closed its stdout.
    Exit,
    /// Killed for what it held of memory.
    Memory,
    /// More output than is forgiven.
    Flood,
    /// Chatter where the tournament forbids it.
    Garbage,
    /// It gave up.
    Resigned,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 9] = [
        FaultKind::NoHandshake,
        FaultKind::IllegalMove,
        FaultKind::Timeout,
        FaultKind::Crash,
        FaultKind::Exit,
        FaultKind::Memory,
        FaultKind::Flood,
        FaultKind::Garbage,
        FaultKind::Resigned,
    ];

    /// The word itself.
    pub fn text(self) -> &'static str {
        match self {
            FaultKind::NoHandshake => "no-handshake",
            FaultKind::IllegalMove => "illegal-move",
            FaultKind::Timeout => "timeout",
            FaultKind::Crash => "crash",
            FaultKind::Exit => "exit",
            FaultKind::Memory => "memory",
            FaultKind::Flood => "flood",
            FaultKind::Garbage => "garbage",
            FaultKind::Resigned => "resigned",
        }
    }

    /// The kind that is spelled so.
    pub fn find(text: &str) -> Option<FaultKind> {
        FaultKind::ALL.into_iter().find(|kind| kind.text() == text)
    }

    /// Whether the fault is that the process, or its output, has come to its end: such a bot isn't
    /// told anything any more.
    pub fn is_end(self) -> bool {
        matches!(self, FaultKind::Crash | FaultKind::Exit | FaultKind::Memory)
    }

    /// Whether the process is killed on the spot: it can't be trusted to be in step any more.
    pub fn ends_process(self) -> bool {
        !matches!(
            self,
            FaultKind::IllegalMove | FaultKind::Garbage | FaultKind::Resigned
        )
    }
}

/// What exactly happened, under any verdict word: a bot that ends before `ready` forfeits by
/// [`FaultKind::NoHandshake`], and its detail tells how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultDetail {
    /// The system couldn't start the program.
    NotStarted,
    /// `ready` names other games than the one to be played.
    OtherGames,
    /// No byte came in time.
    Silence,
    /// Bytes came in time, but no newline behind them, or none before the end of the output.
    UnfinishedLine,
    /// Lines came in time, but not the awaited one.
    OtherLines,
    /// The line is a legal move, but `move` is missing before it.
    MissingKeyword,
    /// The move came after the deadline in wall time.
    Late,
    /// The move took more CPU time than was allowed.
    UsedUp,
    /// The seat was late in every attempt at the game, whatever was taken from it.
    AlwaysLate,
    /// The rules refuse the move.
    RefusedMove,
    /// No word came after `move`.
    EmptyMove,
    /// A line of more bytes than a line may have.
    LongLine,
    /// More lines of chatter than are forgiven.
    MuchChatter,
    /// More bytes of output than are forgiven.
    MuchOutput,
    /// A line that is no message, where chatter loses.
    Chatter,
    /// The same before `ready`.
    Banner,
    /// The process ended with this status.
    Status(i32),
    /// The process was ended by this signal.
    Signal(i32),
    /// The bot closed its stdout and ran on.
    ClosedOutput,
    /// The process was killed for what it held of memory.
    MuchMemory,
    /// The process was killed for how many processes it ran.
    ManyProcesses,
    /// The bot wrote `resign`.
    Resign,
}

impl FaultDetail {
    /// The verdict word of a bot that has said `ready`; before that all but [`FaultKind::Garbage`] are
    /// [`FaultKind::NoHandshake`].
    pub fn kind(self) -> FaultKind {
        match self {
            FaultDetail::NotStarted | FaultDetail::OtherGames => FaultKind::NoHandshake,
            FaultDetail::Silence
            | FaultDetail::UnfinishedLine
            | FaultDetail::OtherLines
            | FaultDetail::MissingKeyword
            | FaultDetail::Late
            | FaultDetail::UsedUp
            | FaultDetail::AlwaysLate => FaultKind::Timeout,
            FaultDetail::RefusedMove | FaultDetail::EmptyMove => FaultKind::IllegalMove,
            FaultDetail::LongLine | FaultDetail::MuchChatter | FaultDetail::MuchOutput => {
                FaultKind::Flood
            }
            FaultDetail::Chatter | FaultDetail::Banner => FaultKind::Garbage,
            FaultDetail::Status(0) | FaultDetail::ClosedOutput => FaultKind::Exit,
            FaultDetail::Status(_) | FaultDetail::Signal(_) | FaultDetail::ManyProcesses => {
                FaultKind::Crash
            }
            FaultDetail::MuchMemory => FaultKind::Memory,
            FaultDetail::Resign => FaultKind::Resigned,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_json() {
        for kind in FaultKind::ALL {
            let json = serde_json::to_string(&kind).expect("a word");
            assert_eq!(json, format!("{:?}", kind.text()));
            assert_eq!(FaultKind::find(kind.text()), Some(kind));
        }
        for (detail, expected) in [
            (FaultDetail::OtherLines, r#""other-lines""#),
            (FaultDetail::Signal(11), r#"{"signal":11}"#),
        ] {
            let json = serde_json::to_string(&detail).expect("a detail");
            assert_eq!(json, expected);
            assert_eq!(
                serde_json::from_str::<FaultDetail>(&json).ok(),
                Some(detail)
            );
        }
    }
}
