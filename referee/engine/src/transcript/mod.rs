//! The script of a recorded game: byte for byte what a seat was told, and what it answered.
//!
//! It follows from the record alone and is made by the code that tells bots in a game. What the
//! record says of the bytes that went out then is compared with it, so a script is right or there
//! is none.

mod answer;
mod builder;

use std::ops::RangeInclusive;
use std::time::Duration;

use referee_games::StateError;
use referee_record::{Record, TranscriptHash};
use thiserror::Error;

use crate::clock::SeatClock;
use crate::deal::DealError;
use crate::replay::StepError;
use crate::transcript_hash;

pub use answer::{Answered, said_at_fault};

/// Why there is no script.
#[derive(Debug, Error)]
pub enum ScriptError {
    /// The game has no such seat.
    #[error("no seat {seat} takes part in this game; its seats are {seats}")]
    Seat {
        /// What was asked for.
        seat: char,
        /// The seats that there are.
        seats: String,
    },
    /// The bot was told nothing: its process was never started, or the referee itself failed.
    #[error("seat {0} was told nothing: its process was never started, or the game was called off")]
    Nothing(char),
    /// The record was made by another program.
    #[error("the record doesn't say what seat {0} was told; games played anew say it")]
    Unknown(char),
    /// The job can't be played.
    #[error("job: {0}")]
    Start(#[from] DealError),
    /// The start can't be read.
    #[error("start: {0}")]
    Read(#[from] StateError),
    /// The steps break the rules.
    #[error(transparent)]
    Step(#[from] StepError),
    /// What would be told now isn't what was told then.
    #[error(
        "seat {seat} was told {} bytes (hash {:016x}); the record gives {} (hash {:016x}): the game \
         was played by another version of the referee, or the record was changed",
        then.bytes, then.fnv, now.bytes, now.fnv
    )]
    Differs {
        /// The seat.
        seat: char,
        /// What the record says of the bytes.
        then: TranscriptHash,
        /// What they would be now.
        now: TranscriptHash,
    },
}

/// What a seat of a recorded game was told, and what it answered.
#[derive(Clone, Debug)]
pub struct SeatTranscript {
    /// The seat's letter.
    pub seat: char,
    /// The first line of a process. Where the process had played before (`kept`), it was told
    /// earlier, and the record's count begins after it.
    pub hello: String,
    /// Whether the process had played before.
    pub kept: bool,
    /// The line that begins the game; empty where the bot never was ready.
    pub game: String,
    /// The questions, in order.
    pub questions: Vec<TranscriptTurn>,
    /// What it was told after its last answer, its result at the end.
    pub end: String,
    /// The count of all that, as the record has it.
    pub hash: TranscriptHash,
}

/// A question to a seat, and its answer.
#[derive(Clone, Debug)]
pub struct TranscriptTurn {
    /// The move that it is about, counted from 1 over all seats.
    pub ply: usize,
    /// What has happened since the last question, the position, and `go` at the end.
    pub messages: String,
    /// The state line.
    pub state: String,
    /// What the answer might take, the margin included.
    pub allowed: Duration,
    /// Charged time of the others since this seat's last question.
    pub before: Duration,
    /// What came back.
    pub answer: Answered,
    pub(crate) clock: SeatClock,
}

impl TranscriptTurn {
    /// The last line of the question.
    pub fn go(&self) -> &str {
        self.messages.lines().next_back().unwrap_or_default()
    }
}

impl SeatTranscript {
    /// The script of a seat, compared with what the record says of it.
    pub fn of(record: &Record, seat: char) -> Result<SeatTranscript, ScriptError> {
        let job = &record.played.job;
        let Some(i) = job.seats.iter().position(|chair| chair.seat == seat) else {
            let seats = job.seats.iter().map(|chair| chair.seat).collect();
            return Err(ScriptError::Seat { seat, seats });
        };
        let Some(measure) = record.measured.bots.get(i) else {
            return Err(ScriptError::Nothing(seat));
        };
        let script = builder::write(record, i)?;
        match measure.told {
            Some(then) if then == script.hash => Ok(script),
            Some(then) => Err(ScriptError::Differs {
                seat,
                then,
                now: script.hash,
            }),
            // One that was never started failed its handshake without leaving anything.
            None if measure.exit.is_none() && script.game.is_empty() => {
                Err(ScriptError::Nothing(seat))
            }
            None => Err(ScriptError::Unknown(seat)),
        }
    }

    /// Everything in order, as a process reads it.
    pub fn text(&self) -> String {
        let questions = self.questions.iter().map(|asked| asked.messages.as_str());
        let parts = [self.hello.as_str(), &self.game].into_iter();
        parts.chain(questions).chain([self.end.as_str()]).collect()
    }

    /// The plies that this seat was asked for; nothing where it never was.
    pub fn plies(&self) -> Option<RangeInclusive<usize>> {
        Some(self.questions.first()?.ply..=self.questions.last()?.ply)
    }

    fn count(&mut self) {
        let mut count = transcript_hash::NOTHING;
        let text = self.text();
        let from = if self.kept { self.hello.len() } else { 0 };
        transcript_hash::add(&mut count, &text.as_bytes()[from..]);
        self.hash = count;
    }
}
