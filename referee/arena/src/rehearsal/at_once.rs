//! A rehearsal at once: the bot is told everything in one go, as from a file.

use std::time::Instant;

use referee_protocol::{FromBot, Line, ToBot};

use super::in_step::longest;
use super::{Heard, RehearsalError, Stage};
use crate::fault::{Fault, Setback, Word};
use crate::player::Player;
use crate::process::Got;
use crate::script::Answered;
use crate::telling::Ear;
use crate::turn::{Answer, ended};
use crate::turn_log::TurnLog;

/// More output than that is a flood.
const MOST_BYTES: usize = 64 << 20;

/// What came back before the end of the output.
struct Replies {
    ready: bool,
    answers: Vec<Answer>,
    /// Why nothing more came.
    end: Fault,
}

impl Stage<'_, '_> {
    pub(super) fn at_once(&mut self) -> Result<(), RehearsalError> {
        let script = self.rehearsal.script;
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
        (self.watcher)(Heard::Greeted(greeted));
        if replies.ready == script.game.is_empty() {
            self.same = false;
        }
        let mut answers = replies.answers.into_iter();
        for asked in &script.questions {
            let position = self.rehearsal.position(asked)?;
            let given = answers.next();
            let missing = given.is_none();
            let given = given.unwrap_or_else(|| Answer::Fault(replies.end.clone()));
            let now = Answered::now(given, &TurnLog::default(), &*position);
            // Where nothing came then either, how the input ended says nothing about the bot.
            let silent = matches!(&asked.answer, Answered::Fault { word: None, reason, .. } if reason != Word::Resigned.text());
            let same = asked.answer.agrees(&now, &*position) || (missing && silent);
            if !self.answered(asked, &now, same) || missing {
                break;
            }
        }
        Ok(())
    }

    /// Reads until the bot ends its output, has answered everything, or takes too long.
    fn listen(&mut self) -> Replies {
        let script = self.rehearsal.script;
        let deadline = Instant::now() + longest(self.rehearsal.limits.start_ms, &script.questions);
        let mut replies = Replies {
            ready: false,
            answers: Vec::new(),
            end: Fault::new(Word::Timeout, "no answer came; the bot was ended"),
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
                Got::Bytes(n) => bytes += n,
                Got::Nothing if woken.death => {
                    replies.end = gone(&mut self.player, deadline);
                    return replies;
                }
                Got::End => {
                    replies.end = gone(&mut self.player, deadline);
                    return replies;
                }
                Got::Nothing => {}
            }
            if bytes > MOST_BYTES {
                replies.end = Fault::new(Word::Flood, "more output than anybody can read");
                return replies;
            }
            if Instant::now() >= deadline {
                return replies;
            }
        }
    }
}

/// Why nothing more comes; nobody judges here whose fault that is.
fn gone(player: &mut Player, deadline: Instant) -> Fault {
    match ended(player, deadline) {
        Setback::Fault(fault) => fault,
        Setback::Void(why) => Fault::new(Word::Exit, why),
    }
}

impl Replies {
    fn take(&mut self, line: &Line<'_>) {
        let Line::Text(line) = line else {
            return;
        };
        match FromBot::parse(line) {
            FromBot::Ready(_) => self.ready = true,
            FromBot::Move(word) => self.answers.push(Answer::Move(word.into_owned())),
            FromBot::Resign => {
                let gave_up = Fault::new(Word::Resigned, "the bot gave up");
                self.answers.push(Answer::Fault(gave_up));
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
            end: Fault::new(Word::Timeout, ""),
        };
        for line in ["ready x", "info y", "hm", "move a1", "resign"] {
            replies.take(&Line::Text(line.as_bytes()));
        }
        assert!(replies.ready);
        assert!(
            matches!(&replies.answers[..], [Answer::Move(word), Answer::Fault(_)] if word == "a1")
        );
    }
}
