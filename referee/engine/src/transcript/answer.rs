//! Reads a bot's answers from a record, and compares them with new ones.

use std::time::Duration;

use referee_games::Position;
use referee_protocol::FromBot;
use referee_record::{Evidence, FaultKind, nanos};

use crate::session::fault::SeatFault;
use crate::session::turn_answer::TurnAnswer;
use crate::session::turn_log::TurnLog;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// A move that was accepted.
    Move {
        /// The bot's own spelling of the move.
        move_text: String,
        /// Charged time, in nanoseconds.
        ns: u64,
    },
    /// No accepted move.
    Fault {
        /// The kind of the fault; `None` where the machine failed, which makes the game void.
        reason: Option<FaultKind>,
        /// What happened.
        sentence: String,
        /// The last line of the bot, as far as its last bytes hold it.
        line: Option<String>,
        /// The word after `move`, if the bot said one.
        move_text: Option<String>,
        /// Time of the turn, in nanoseconds.
        ns: u64,
    },
}

impl Answered {
    /// Reads the answer that ended in a fault from its evidence.
    pub(super) fn fault(evidence: &Evidence) -> Answered {
        Answered::Fault {
            reason: Some(evidence.reason),
            sentence: evidence.sentence.clone(),
            line: last_line(&unescape(&evidence.last_bytes)),
            move_text: said_at_fault(evidence),
            ns: evidence.ns,
        }
    }

    /// Makes an answer from the reply of a bot now; a move that the rules refuse is a fault.
    pub(crate) fn now(answer: TurnAnswer, log: &TurnLog, position: &dyn Position) -> Answered {
        let ns = nanos(log.spent);
        let of = |fault: SeatFault| (Some(fault.kind), fault.sentence);
        let fault = match answer {
            TurnAnswer::Fault(fault) => of(fault),
            TurnAnswer::Void(why) => (None, why),
            TurnAnswer::Move(move_text) => match position.explain(&move_text) {
                None => {
                    return Answered::Move { move_text, ns };
                }
                Some(why) => of(SeatFault::illegal(&move_text, &why)),
            },
        };
        let (line, move_text) = (last_line(&log.last_bytes), first_word(&log.last_bytes));
        Answered::Fault {
            reason: fault.0,
            sentence: fault.1,
            line,
            move_text,
            ns,
        }
    }

    /// Tells if another answer to the same question is the same: the same move in any spelling, or the same
    /// fault, for an illegal move with the same word as far as it is known.
    pub fn agrees(&self, other: &Answered, position: &dyn Position) -> bool {
        match (self, other) {
            (
                Answered::Move { move_text, .. },
                Answered::Move {
                    move_text: other, ..
                },
            ) => {
                let canonical = |spelling: &str| position.boxed().play(spelling);
                move_text == other || canonical(move_text) == canonical(other)
            }
            (
                Answered::Fault {
                    reason, move_text, ..
                },
                Answered::Fault {
                    reason: other,
                    move_text: said,
                    ..
                },
            ) => {
                let known = move_text.is_some()
                    && said.is_some()
                    && *reason == Some(FaultKind::IllegalMove);
                reason == other && (!known || move_text == said)
            }
            _ => false,
        }
    }

    /// Returns the word of what it came to: `move`, the word of a fault, or `void`.
    pub fn word(&self) -> &'static str {
        match self {
            Answered::Move { .. } => "move",
            Answered::Fault { reason, .. } => reason.map_or("void", FaultKind::text),
        }
    }

    /// Returns the time that the answer took.
    pub fn charged(&self) -> Duration {
        let (Answered::Move { ns, .. } | Answered::Fault { ns, .. }) = self;
        Duration::from_nanos(*ns)
    }
}

/// Returns the word after the first `move` in the last bytes of a bot, if they hold one.
pub fn said_at_fault(evidence: &Evidence) -> Option<String> {
    first_word(&unescape(&evidence.last_bytes))
}

fn first_word(bytes: &[u8]) -> Option<String> {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    lines.find_map(|line| match FromBot::parse(line) {
        FromBot::Move(word) => Some(word.into_owned()),
        _ => None,
    })
}

fn last_line(bytes: &[u8]) -> Option<String> {
    let mut lines = bytes.split(|byte| *byte == b'\n').rev();
    let line = lines.find(|line| !line.trim_ascii().is_empty())?;
    Some(line.escape_ascii().to_string())
}

/// Reverses [`u8::escape_ascii`].
fn unescape(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, after @ ..] = rest {
        let (byte, left) = match (first, after) {
            (b'\\', [b'n', left @ ..]) => (b'\n', left),
            (b'\\', [b'r', left @ ..]) => (b'\r', left),
            (b'\\', [b't', left @ ..]) => (b'\t', left),
            (b'\\', [b'x', high, low, left @ ..]) => match (digit(*high), digit(*low)) {
                (Some(high), Some(low)) => (high << 4 | low, left),
                _ => (b'\\', after),
            },
            (b'\\', [other, left @ ..]) | (other, left) => (*other, left),
        };
        bytes.push(byte);
        rest = left;
    }
    bytes
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_bytes_come_back() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(unescape(&all.escape_ascii().to_string()), all);
        assert_eq!(unescape("\\xg1\\"), b"\\xg1\\");
    }

    #[test]
    fn the_word_is_found_among_other_lines() {
        let evidence = |bytes: &[u8]| Evidence {
            last_bytes: bytes.escape_ascii().to_string(),
            ..Evidence::new('A', referee_record::FaultDetail::RefusedMove)
        };
        let said = |bytes| said_at_fault(&evidence(bytes));
        assert_eq!(said(b"info x\nmove 9z\nmove a1\n"), Some("9z".to_owned()));
        assert_eq!(said(b"thinking\n"), None);
        assert_eq!(said(b"move\n"), Some(String::new()));
        let line = last_line(b"hm\n\x1b[31m\n\n");
        assert_eq!(line.as_deref(), Some("\\x1b[31m"));
    }
}
