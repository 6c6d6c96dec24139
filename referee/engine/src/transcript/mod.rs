//! Makes the transcript of a recorded game: byte for byte what a seat was told, and what it answered.
//!
//! A transcript follows from the record alone and is made by the code that sends messages in a game. It is
//! compared with the hash of the sent bytes in the record, so a transcript is either right or an error.

mod answer;
mod builder;
pub mod replay;

use std::ops::RangeInclusive;
use std::time::Duration;

use referee_games::{Rules, StateError};
use referee_record::{Record, TranscriptHash};
use thiserror::Error;

use crate::job::replay::StepError;
use crate::session::transcript_hash::TranscriptHasher;
use crate::time::clock::SeatClock;

pub use answer::{Answered, said_at_fault};

/// Why there is no transcript.
#[derive(Debug, Error)]
pub enum ScriptError {
    /// The game has no such seat.
    #[error("no seat {seat} takes part in this game; its seats are {seats}")]
    Seat {
        /// The seat that was asked for.
        seat: char,
        /// The seats of the game.
        seats: String,
    },
    /// The bot was sent nothing: its process was never started, or the referee itself failed.
    #[error("seat {0} was told nothing: its process was never started, or the game was called off")]
    Nothing(char),
    /// The record doesn't hold what the seat was told: it was made by another program, or the machine spoilt
    /// the game before the seat answered.
    #[error("the record doesn't say what seat {0} was told; games played anew say it")]
    Unknown(char),
    /// The start position can't be read.
    #[error("start: {0}")]
    Read(#[from] StateError),
    /// The steps break the rules.
    #[error(transparent)]
    Step(#[from] StepError),
    /// The messages as they are made now differ from those that were sent then.
    #[error(
        "seat {seat} was told {} bytes (hash {:016x}); the record gives {} (hash {:016x}): the game \
         was played by another version of the referee, or the record was changed",
        then.bytes, then.xxh64, now.bytes, now.xxh64
    )]
    Differs {
        /// The seat.
        seat: char,
        /// Size and hash of the bytes by the record.
        then: TranscriptHash,
        /// Size and hash of the bytes as they are made now.
        now: TranscriptHash,
    },
}

/// The messages to a seat of a recorded game, and its answers.
#[derive(Clone, Debug)]
pub struct SeatTranscript {
    /// The seat's letter.
    pub seat: char,
    /// The first line to a process. A process that had played before (`kept`) was sent it earlier, and the
    /// record's count begins after it.
    pub hello: String,
    /// True if the process had played before.
    pub kept: bool,
    /// The line that begins the game; empty where the bot never was ready.
    pub game: String,
    /// The questions, in order.
    pub questions: Vec<TranscriptTurn>,
    /// The messages after its last answer, with its result at the end.
    pub end: String,
    /// Size and hash of all that, as in the record.
    pub hash: TranscriptHash,
}

/// A question to a seat, and its answer.
#[derive(Clone, Debug)]
pub struct TranscriptTurn {
    /// Number of the move that it asks for, counted from 1 over all seats.
    pub ply: usize,
    /// Events since the last question, the position, and `go` at the end.
    pub messages: String,
    /// The state line.
    pub state: String,
    /// Time that the answer was allowed, the margin included.
    pub allowed: Duration,
    /// Charged time of the others since this seat's last question.
    pub before: Duration,
    /// The seat's answer.
    pub answer: Answered,
    pub(crate) clock: SeatClock,
}

impl TranscriptTurn {
    /// Returns the last line of the question.
    pub fn go(&self) -> &str {
        self.messages.lines().next_back().unwrap_or_default()
    }
}

impl SeatTranscript {
    /// Makes the transcript of a seat by the rules of the record's job, and compares it with the record.
    ///
    /// Returns an error if there is no such seat, it was sent nothing, or the record doesn't hold or doesn't
    /// match the sent bytes.
    pub fn of(
        rules: &dyn Rules,
        record: &Record,
        seat: char,
    ) -> Result<SeatTranscript, ScriptError> {
        let job = &record.played.job;
        let Some(i) = job.seats.iter().position(|seated| seated.seat == seat) else {
            let seats = job.seats.iter().map(|seated| seated.seat).collect();
            return Err(ScriptError::Seat { seat, seats });
        };
        let Some(measure) = record.measured.bots.get(i) else {
            return Err(ScriptError::Nothing(seat));
        };
        let script = builder::write(rules, record, i)?;
        match measure.told {
            Some(then) if then == script.hash => Ok(script),
            Some(then) => Err(ScriptError::Differs {
                seat,
                then,
                now: script.hash,
            }),
            // A bot that was never started failed its handshake without leaving any measurement.
            None if measure.exit.is_none() && script.game.is_empty() => {
                Err(ScriptError::Nothing(seat))
            }
            None => Err(ScriptError::Unknown(seat)),
        }
    }

    /// Returns all messages in order, as a process reads them.
    pub fn text(&self) -> String {
        let questions = self.questions.iter().map(|asked| asked.messages.as_str());
        let parts = [self.hello.as_str(), &self.game].into_iter();
        parts.chain(questions).chain([self.end.as_str()]).collect()
    }

    /// Returns the plies that this seat was asked for; `None` where it never was.
    pub fn plies(&self) -> Option<RangeInclusive<usize>> {
        Some(self.questions.first()?.ply..=self.questions.last()?.ply)
    }

    fn count(&mut self) {
        let mut hasher = TranscriptHasher::new();
        let text = self.text();
        let from = if self.kept { self.hello.len() } else { 0 };
        hasher.add(&text.as_bytes()[from..]);
        self.hash = hasher.finish();
    }
}
