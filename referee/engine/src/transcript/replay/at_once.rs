//! Replays a transcript at once: sends everything to the bot in one go, as from a file.

use std::time::Instant;

use referee_protocol::{FromBot, Line, ToBot};
use referee_record::{FaultDetail, FaultKind};

use super::in_step::longest;
use super::{RehearsalError, ReplayEvent, ReplayState};
use crate::process::status::ReadResult;
use crate::session::fault::{SeatFault, TurnFailure};
use crate::session::player::Player;
use crate::session::seat_messages::MessageSink;
use crate::session::turn_answer::{TurnAnswer, ended};
use crate::session::turn_log::TurnLog;
use crate::transcript::Answered;

/// Bytes of output beyond which the bot floods.
const MOST_BYTES: usize = 64 << 20;

/// Replies up to the end of the output.
struct Replies {
    ready: bool,
    answers: Vec<TurnAnswer>,
    /// Why nothing more came.
    end: SeatFault,
}

impl ReplayState<'_, '_> {
    pub(super) fn at_once(&mut self) -> Result<(), RehearsalError> {
        let script = self.replay.script;
        if script.kept {
            self.player.outbox().push_str(&script.hello);
            self.player.log_outbox();
            self.player.count_anew();
            self.player
                .outbox()
                .push_str(&script.text()[script.hello.len()..]);
        } else {
            self.player.outbox().push_str(&script.text());
        }
        self.player.heard_all();
        self.player.tell(&ToBot::Quit);
        let replies = self.listen();
        let greeted = if replies.ready {
            Ok(())
        } else {
            Err(replies.end.sentence.as_str())
        };
        (self.watcher)(ReplayEvent::Greeted(greeted));
        if replies.ready == script.game.is_empty() {
            self.same = false;
        }
        let mut answers = replies.answers.into_iter();
        for asked in &script.questions {
            let position = self.replay.position(asked)?;
            let given = answers.next();
            let missing = given.is_none();
            let given = given.unwrap_or_else(|| TurnAnswer::Fault(replies.end.clone()));
            let now = Answered::now(given, &TurnLog::default(), &*position);
            // Where nothing came in the recorded game either, the way the input ended says nothing about the
            // bot.
            let silent = matches!(&asked.answer, Answered::Fault { move_text: None, reason, .. } if *reason != Some(FaultKind::Resigned));
            let same = asked.answer.agrees(&now, &*position) || (missing && silent);
            if !self.answered(asked, &now, same) || missing {
                break;
            }
        }
        Ok(())
    }

    /// Reads until the bot ends its output, has answered everything, or takes too long.
    fn listen(&mut self) -> Replies {
        let script = self.replay.script;
        let deadline = Instant::now() + longest(self.replay.limits.start_ms, &script.questions);
        let mut replies = Replies {
            ready: false,
            answers: Vec::new(),
            end: SeatFault::new(FaultDetail::Silence, "no answer came; the bot was ended"),
        };
        let mut bytes = 0;
        loop {
            self.player.send();
            if !self.player.unsent() {
                self.player.bot.process.close_stdin();
            }
            while let Some(line) = self.player.bot.lines.next_line() {
                replies.take(&line);
            }
            let all = replies.answers.len() >= script.questions.len();
            if all && replies.ready && !self.player.unsent() {
                return replies;
            }
            let woken = {
                let unsent = self.player.unsent();
                self.player.bot.process.wait(unsent, &[], deadline)
            };
            if woken.stderr {
                self.player.read_stderr();
            }
            match self.player.read() {
                ReadResult::Bytes(n) => bytes += n,
                ReadResult::Nothing if woken.death => {
                    replies.end = gone(&mut self.player, deadline);
                    return replies;
                }
                ReadResult::End => {
                    replies.end = gone(&mut self.player, deadline);
                    return replies;
                }
                ReadResult::Nothing => {}
            }
            if bytes > MOST_BYTES {
                replies.end =
                    SeatFault::new(FaultDetail::MuchOutput, "more output than anybody can read");
                return replies;
            }
            if Instant::now() >= deadline {
                return replies;
            }
        }
    }
}

/// Returns why nothing more comes; here it doesn't matter whose fault that is.
fn gone(player: &mut Player, deadline: Instant) -> SeatFault {
    match ended(player, deadline) {
        TurnFailure::Fault(fault) => fault,
        TurnFailure::Void(why) => SeatFault::new(FaultDetail::ClosedOutput, why),
    }
}

impl Replies {
    fn take(&mut self, line: &Line<'_>) {
        let Line::Text(line) = line else {
            return;
        };
        match FromBot::parse(line) {
            FromBot::Ready(_) => self.ready = true,
            FromBot::Move(word) => self.answers.push(TurnAnswer::Move(word.into_owned())),
            FromBot::Resign => {
                self.answers.push(TurnAnswer::Fault(SeatFault::resigned()));
            }
            FromBot::Info(_) | FromBot::Chatter => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_from_chatter() {
        let mut replies = Replies {
            ready: false,
            answers: Vec::new(),
            end: SeatFault::new(FaultDetail::Silence, ""),
        };
        for line in ["ready x", "info y", "hm", "move a1", "resign"] {
            replies.take(&Line::Text(line.as_bytes()));
        }
        assert!(replies.ready);
        assert!(
            matches!(&replies.answers[..], [TurnAnswer::Move(word), TurnAnswer::Fault(_)] if word == "a1")
        );
    }
}
