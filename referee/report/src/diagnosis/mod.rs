//! Diagnoses: the likeliest mistake behind what was seen of a bot, in words.
//!
//! `check`, `why` and their JSON take their words from the one table here, whether a fault was seen in
//! a conversation or stands in a record.

mod classify;
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
    /// An answer without a newline.
    NoNewline,
    /// A line before the first answer that is no message.
    Banner,
    /// Lines that are no messages.
    OtherLines,
    /// A move without the word `move`.
    NoMoveWord,
    /// A keyword that isn't spelled as the protocol has it.
    Spelling,
    /// A move that isn't legal here.
    Illegal,
    /// A move that would be legal for another seat.
    OtherSeat,
    /// A move that was legal in an earlier position.
    OldPosition,
    /// A second answer to one question.
    Twice,
    /// It plays as seat A and fails elsewhere.
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
    /// It wrote more than a bot may.
    Flood,
    /// It wrote bytes that are no text.
    Garbage,
    /// It used more memory than it may.
    Memory,
    /// `ready` doesn't name the game that is to be played.
    Games,
    /// It fails where a message has a word that it doesn't know.
    UnknownKeyword,
    /// It fails where a message has a key that it doesn't know.
    UnknownKey,
    /// It fails where the keys of a message come in another order.
    KeyOrder,
    /// It fails where a line is long.
    LongLine,
    /// It doesn't read what it is sent.
    Unread,
    /// It doesn't know this form of the time.
    Clock,
    /// It says json=on and doesn't cope with the JSON.
    Json,
    /// It says legal=off, and its own rules differ.
    NoLegal,
    /// It fails in the second game.
    NextGame,
    /// It goes on after `quit`.
    IgnoresQuit,
    /// It goes on after the end of its input.
    IgnoresEnd,
    /// It fails where it runs several times at once.
    Together,
    /// Its moves don't follow from the seed.
    OwnSeed,
    /// It reads slowly.
    SlowReading,
    /// None of the bot's: the machine failed. It stands in no table.
    Machine,
    /// Nor is this: others kept it from its core.
    Busy,
}

pub use classify::{is_misspelled_move, whose_move};
pub use table::TABLE;

use Diagnosis as M;

impl Diagnosis {
    fn row(self) -> (&'static str, &'static str) {
        let entry = TABLE.iter().find(|(mistake, ..)| *mistake == self);
        entry.map_or(("", ""), |(_, word, likely)| (word, likely))
    }

    /// Its word.
    pub fn label(self) -> &'static str {
        self.row().0
    }

    /// What it looks like, and what to do.
    pub fn likely(self) -> &'static str {
        self.row().1
    }

    /// The verdict of a game in which it shows when the bot is asked; none where that is decided by
    /// how the bot failed, or where no game is lost by it.
    pub fn verdict(self) -> Option<FaultKind> {
        match self {
            M::NotStarted => Some(FaultKind::NoHandshake),
            M::NotFlushed
            | M::Silent
            | M::NoNewline
            | M::OtherLines
            | M::NoMoveWord
            | M::Spelling
            | M::Timeout
            | M::Idle
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
        // A bot that doesn't get ready has always done something that has a word of its own.
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
