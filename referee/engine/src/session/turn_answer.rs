//! What a bot answers to a question: its move, or the fault that explains why there is none.

use std::time::{Duration, Instant};

use referee_games::text::quote;
use referee_protocol::{FromBot, Line};
use referee_record::{FaultDetail, FaultKind, Limits, SeatAssignment};

use crate::session::fault::{SeatFault, TurnFailure};
use crate::session::player::Player;
use crate::session::turn_log::TurnLog;
use crate::time::clock::SeatClock;

/// The answer to a question.
#[derive(Debug)]
pub(crate) enum TurnAnswer {
    /// The word of a `move` line that came in time.
    Move(String),
    /// The seat forfeits.
    Fault(SeatFault),
    /// The machine spoilt the game, or an opponent that couldn't be suspended did.
    Void(String),
}

impl From<TurnFailure> for TurnAnswer {
    fn from(failure: TurnFailure) -> TurnAnswer {
        match failure {
            TurnFailure::Fault(fault) => TurnAnswer::Fault(fault),
            TurnFailure::Void(why) => TurnAnswer::Void(why),
        }
    }
}

/// A question: the time and output that are allowed, and a test for legal moves to explain a missing answer.
pub(crate) struct Question<'a> {
    pub(crate) clock: &'a SeatClock,
    pub(crate) limits: &'a Limits,
    /// The seats, to name an opponent.
    pub(crate) seats: &'a [SeatAssignment],
    /// Tells if a word would be a legal move.
    pub(crate) is_legal: &'a dyn Fn(&str) -> bool,
}

/// Goes through the whole lines that have come, up to the answer.
pub(crate) fn take_lines(
    player: &mut Player,
    limits: &Limits,
    log: &mut TurnLog,
) -> Option<TurnAnswer> {
    let fault = |detail, sentence| Some(TurnAnswer::Fault(SeatFault::new(detail, sentence)));
    while let Some(line) = player.bot.lines.next_line() {
        let Line::Text(line) = line else {
            return fault(
                FaultDetail::LongLine,
                "a line of more than 64 KiB".to_owned(),
            );
        };
        match FromBot::parse(line) {
            FromBot::Move(word) => return Some(TurnAnswer::Move(word.into_owned())),
            FromBot::Resign => return Some(TurnAnswer::Fault(SeatFault::resigned())),
            FromBot::Info(text) => log.info(&text),
            FromBot::Ready(_) | FromBot::Chatter => {
                log.add_chatter(line);
                player.measure.keep_chatter(line);
                if limits.chatter_loses {
                    let said = quote(&String::from_utf8_lossy(line));
                    return fault(
                        FaultDetail::Chatter,
                        format!("{said} is no message of the protocol"),
                    );
                }
            }
        }
        if log.chatter > limits.chatter_lines {
            let most = limits.chatter_lines;
            return fault(
                FaultDetail::MuchChatter,
                format!("more than {most} lines of chatter in one turn"),
            );
        }
    }
    if log.bytes > limits.chatter_bytes {
        let most = limits.chatter_bytes;
        return fault(
            FaultDetail::MuchOutput,
            format!("more than {most} bytes of output in one turn"),
        );
    }
    None
}

/// Makes the fault of a bot without an answer in time, which says which mistake it looks like. `by` is the
/// lateness of a move that came late.
pub(crate) fn late_fault(
    player: &mut Player,
    question: &Question<'_>,
    log: &mut TurnLog,
    by: Option<Duration>,
) -> SeatFault {
    if let Some(by) = by {
        let ms = by.as_secs_f64() * 1000.0;
        let sentence = format!("the move came {ms:.3} ms after the deadline");
        return SeatFault::new(FaultDetail::Late, sentence);
    }
    let bare = log
        .last_chatter
        .iter()
        .find(|line| (question.is_legal)(line));
    let (detail, sentence) = if player.bot.lines.partial() {
        let sentence =
            "no newline: the bot wrote bytes that don't end in one; end the line with \\n";
        (FaultDetail::UnfinishedLine, sentence.to_owned())
    } else if let Some(line) = bare {
        let line = quote(line);
        let sentence = format!("the line {line} is a legal move, but `move` is missing before it");
        (FaultDetail::MissingKeyword, sentence)
    } else if let Some(line) = log.last_chatter.last() {
        let line = quote(line);
        let sentence = format!("the bot wrote lines, but no `move`; the last one was {line}");
        (FaultDetail::OtherLines, sentence)
    } else if log.first_byte.is_some() {
        let sentence = "the bot wrote, but no line that is a `move`";
        (FaultDetail::OtherLines, sentence.to_owned())
    } else {
        let sentence = "no byte came: the bot still thinks, or forgot to flush its output";
        (FaultDetail::Silence, sentence.to_owned())
    };
    SeatFault::new(detail, sentence)
}

/// Returns the fault of a bot whose output has ended; waits until `limit` for the exit status.
pub(crate) fn ended(player: &mut Player, limit: Instant) -> TurnFailure {
    let unfinished = player.bot.lines.partial();
    loop {
        if let Some(end) = player.bot.process.ended() {
            let mut failure = SeatFault::ended(end);
            if let TurnFailure::Fault(fault) = &mut failure
                && unfinished
            {
                fault.sentence.push_str("; its last line had no newline");
                if fault.kind == FaultKind::Exit {
                    fault.detail = FaultDetail::UnfinishedLine;
                }
            }
            return failure;
        }
        if Instant::now() >= limit {
            return SeatFault::silent().into();
        }
        player.read_stderr();
        player.bot.process.wait(false, &[], limit);
    }
}

/// Returns the answer of a bot whose output has ended; waits the grace time for its exit status.
pub(crate) fn gone(player: &mut Player, question: &Question<'_>, seen: Instant) -> TurnAnswer {
    let grace = Duration::from_millis(question.limits.grace_ms);
    ended(player, seen + grace).into()
}
