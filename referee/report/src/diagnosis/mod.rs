//! Diagnoses: the most likely mistake behind a bot's fault, in words.
//!
//! `check`, which sees faults in a conversation, and `why`, which finds them in a record, name them by the one table
//! here. `check` takes its advice from it, too. That of `why` is made in `why/advice.rs`, which may add to the table's
//! or replace it: for a crash always, by signal, exit status and language.

mod classify;
mod stderr;
mod table;

use referee_record::FaultKind;
use serde::{Serialize, Serializer};

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagnosis {
    /// The program can't be started.
    NotStarted,
    /// The answer came only when the input ended.
    NotFlushed,
    /// Nothing came, not even at the end of the input.
    Silent,
    /// Nothing came before the bot was ended, and its input was never closed to see why.
    NoAnswer,
    /// The answer doesn't end in a newline.
    NoNewline,
    /// A line before the first answer that is not a message of the protocol.
    Banner,
    /// Lines that are not messages of the protocol.
    OtherLines,
    /// A move without the word `move`.
    NoMoveWord,
    /// A keyword that isn't spelled as in the protocol.
    Spelling,
    /// A move that isn't legal here.
    Illegal,
    /// A move that would be legal for another seat.
    OtherSeat,
    /// A move that was legal in an earlier position.
    OldPosition,
    /// A second answer to the same question.
    Twice,
    /// It plays correctly as seat A and fails in other seats.
    AlwaysA,
    /// It resigned.
    Resigned,
    /// It crashed.
    Crash,
    /// It ended before its game.
    Exit,
    /// It closed its output.
    Closed,
    /// It answered too late.
    Timeout,
    /// It stopped answering without using its time.
    Idle,
    /// It was late by no more than the time that others took from it.
    Taken,
    /// It wrote more output than a bot may.
    Flood,
    /// It wrote bytes that are not text.
    Garbage,
    /// It used more memory than a bot may.
    Memory,
    /// It could start no more processes or threads.
    Processes,
    /// It wrote into its own folder, which is read-only.
    ReadOnly,
    /// `ready` doesn't name the game that is to be played.
    Games,
    /// It fails when a message has a keyword that it doesn't know.
    UnknownKeyword,
    /// It fails when a message has a key that it doesn't know.
    UnknownKey,
    /// It fails when the keys of a message come in another order.
    KeyOrder,
    /// It fails when a line is long.
    LongLine,
    /// It doesn't read everything that it is sent.
    Unread,
    /// It doesn't know this form of the time control.
    Clock,
    /// It announces `json=on` but can't handle the JSON.
    Json,
    /// It announces `legal=off`, but its own rules differ.
    NoLegal,
    /// It fails in the second game.
    NextGame,
    /// It keeps running after `quit`.
    IgnoresQuit,
    /// It keeps running after the end of its input.
    IgnoresEnd,
    /// It fails when several copies run at the same time.
    Together,
    /// Its moves don't follow from the seed.
    OwnSeed,
    /// It reads its input slowly.
    SlowReading,
    /// The machine failed, not the bot. It is in no table.
    Machine,
    /// Other processes kept the bot from its core: not the bot's mistake either, and in no table.
    Busy,
}

pub use classify::{is_misspelled_move, whose_move};
pub use stderr::last_lines;
pub(crate) use table::TABLE;

use Diagnosis as M;

impl Diagnosis {
    fn row(self) -> (&'static str, &'static str) {
        let entry = TABLE.iter().find(|(mistake, ..)| *mistake == self);
        entry.map_or(("", ""), |(_, word, likely)| (word, likely))
    }

    /// Returns the short word for the diagnosis, such as `not-flushed`.
    pub fn label(self) -> &'static str {
        self.row().0
    }

    /// Returns a sentence on the likely mistake and what to do about it.
    pub fn likely(self) -> &'static str {
        self.row().1
    }

    /// Returns the fault by which a bot loses a game when it makes this mistake in its turn; `None` where the
    /// way in which the bot failed decides that, or where the mistake loses no game.
    pub fn verdict(self) -> Option<FaultKind> {
        match self {
            M::NotStarted => Some(FaultKind::NoHandshake),
            M::NotFlushed
            | M::Silent
            | M::NoAnswer
            | M::NoNewline
            | M::OtherLines
            | M::NoMoveWord
            | M::Spelling
            | M::Timeout
            | M::Idle
            | M::Taken
            | M::Unread
            | M::SlowReading => Some(FaultKind::Timeout),
            M::Banner | M::Garbage => Some(FaultKind::Garbage),
            M::Illegal | M::OtherSeat | M::OldPosition | M::NoLegal => Some(FaultKind::IllegalMove),
            M::Resigned => Some(FaultKind::Resigned),
            M::Crash => Some(FaultKind::Crash),
            M::Exit | M::Closed => Some(FaultKind::Exit),
            M::Flood => Some(FaultKind::Flood),
            M::Memory => Some(FaultKind::Memory),
            M::Twice
            | M::AlwaysA
            | M::Processes
            | M::ReadOnly
            | M::Games
            | M::UnknownKeyword
            | M::UnknownKey
            | M::KeyOrder
            | M::LongLine
            | M::Clock
            | M::Json
            | M::NextGame
            | M::IgnoresQuit
            | M::IgnoresEnd
            | M::Together
            | M::OwnSeed
            | M::Machine
            | M::Busy => None,
        }
    }
}

impl Serialize for Diagnosis {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.label())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_has_the_same_table() {
        let guide = include_str!("../../../../docs/check.md");
        for (mistake, keyword, likely) in TABLE {
            let verdict = mistake.verdict();
            let verdict = verdict.map_or(String::new(), |verdict| format!(" `{}`", verdict.text()));
            let row = format!("| `{keyword}` |{verdict} | {likely} |");
            assert!(guide.contains(&row), "{row}");
        }
    }

    #[test]
    fn a_word_of_the_verdicts_is_that_verdict() {
        for (mistake, keyword, _) in TABLE {
            if let Some(verdict) = FaultKind::find(keyword) {
                assert_eq!(mistake.verdict(), Some(verdict), "{keyword}");
            }
        }
        // A bot that doesn't get ready has always made a mistake that has its own word.
        for verdict in FaultKind::ALL
            .into_iter()
            .filter(|kind| *kind != FaultKind::NoHandshake)
        {
            let named = TABLE.iter().any(|(_, word, _)| *word == verdict.text());
            assert!(named, "{verdict:?}");
        }
    }

    #[test]
    fn each_has_a_word_of_its_own() {
        for (i, (mistake, word, _)) in TABLE.iter().enumerate() {
            assert_eq!(mistake.label(), *word);
            let alike = TABLE[..i].iter().any(|(_, other, _)| other == word);
            assert!(!alike, "{word}");
        }
    }
}
