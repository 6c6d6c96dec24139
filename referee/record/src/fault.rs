//! Names the faults of a seat: the word of the verdict, and the exact detail.

use std::cmp::Ordering;
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
    /// The process was ended by a signal or with another status than 0.
    Crash,
    /// The process ended with status 0, or the bot closed its stdout.
    Exit,
    /// The process was killed for exceeding its memory limit.
    Memory,
    /// More output than the limit allows.
    Flood,
    /// Chatter where the tournament forbids it.
    Garbage,
    /// The bot resigned.
    Resigned,
}

/// By their words, as in tables.
impl Ord for FaultKind {
    fn cmp(&self, other: &FaultKind) -> Ordering {
        self.text().cmp(other.text())
    }
}

impl PartialOrd for FaultKind {
    fn partial_cmp(&self, other: &FaultKind) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl FaultKind {
    /// All kinds of faults.
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

    /// Returns the word of the verdict.
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

    /// Returns the kind with this word, or `None` if there is none.
    pub fn find(text: &str) -> Option<FaultKind> {
        FaultKind::ALL.into_iter().find(|kind| kind.text() == text)
    }

    /// Tells if a bot can fail by it before it is ready.
    pub fn fails_handshake(self) -> bool {
        matches!(self, FaultKind::NoHandshake | FaultKind::Garbage)
    }

    /// Tells if the fault is the end of the process, or of its output: such a bot is sent nothing more.
    pub fn is_end(self) -> bool {
        matches!(self, FaultKind::Crash | FaultKind::Exit | FaultKind::Memory)
    }

    /// Tells if the process is killed at once: it can't be trusted to follow the protocol in step any more.
    pub fn ends_process(self) -> bool {
        !matches!(
            self,
            FaultKind::IllegalMove | FaultKind::Garbage | FaultKind::Resigned
        )
    }
}

/// Exact cause of a fault, whatever the word of the verdict is: a bot that ends before `ready` forfeits by
/// [`FaultKind::NoHandshake`], and its detail tells how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultDetail {
    /// The system couldn't start the program.
    NotStarted,
    /// `ready` doesn't name the game to be played.
    OtherGames,
    /// No byte came in time.
    Silence,
    /// Bytes came in time, but no newline after them, or none before the end of the output.
    UnfinishedLine,
    /// Lines came in time, but not the expected one.
    OtherLines,
    /// The line is a legal move, but `move` is missing before it.
    MissingKeyword,
    /// The move came after the deadline in wall time.
    Late,
    /// The move took more CPU time than was allowed.
    UsedUp,
    /// The bot went on when it should have stood still: it used more time than was left, or was killed.
    RanOn,
    /// The seat was late in every attempt at the game, however much time others took from it.
    AlwaysLate,
    /// The rules refuse the move.
    RefusedMove,
    /// No word came after `move`.
    EmptyMove,
    /// A line has more bytes than a line may have.
    LongLine,
    /// More lines of chatter than the limit allows.
    MuchChatter,
    /// More bytes of output than the limit allows.
    MuchOutput,
    /// A line is no message, where chatter loses.
    Chatter,
    /// A line before `ready` is no message, where chatter loses.
    Banner,
    /// The process ended with this status.
    Status(i32),
    /// The process was ended by this signal.
    Signal(i32),
    /// The bot closed its stdout and ran on.
    ClosedOutput,
    /// The process was killed for exceeding its memory limit.
    MuchMemory,
    /// The process was killed for running too many processes.
    ManyProcesses,
    /// The bot wrote `resign`.
    Resign,
}

impl FaultDetail {
    /// Returns the kind of the fault for a bot that has said `ready`; before that, every kind but
    /// [`FaultKind::Garbage`] becomes [`FaultKind::NoHandshake`].
    pub fn kind(self) -> FaultKind {
        match self {
            FaultDetail::NotStarted | FaultDetail::OtherGames => FaultKind::NoHandshake,
            FaultDetail::Silence
            | FaultDetail::UnfinishedLine
            | FaultDetail::OtherLines
            | FaultDetail::MissingKeyword
            | FaultDetail::Late
            | FaultDetail::UsedUp
            | FaultDetail::RanOn
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
