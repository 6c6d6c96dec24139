//! Replays a transcript in step: each question follows the answer to the last one, as in a game.

use std::time::Duration;

use referee_record::{FaultKind, TimeBudget, TimeControl};

use super::{RehearsalError, ReplayEvent, ReplayMode, ReplayState};
use crate::session::bot_start::check_game;
use crate::session::fault::TurnFailure;
use crate::session::handshake::shake_hands;
use crate::session::seat_messages::MessageSink;
use crate::session::turn::ask;
use crate::session::turn_answer::Question;
use crate::time::clock::SeatClock;
use crate::transcript::{Answered, TranscriptTurn};

/// Time limit of a move, in milliseconds, where a person uses a debugger.
const A_DAY_MS: u64 = 86_400_000;

impl ReplayState<'_, '_> {
    pub(super) fn in_step(&mut self) -> Result<(), RehearsalError> {
        if !self.greet() {
            return Ok(());
        }
        self.say(&self.replay.script.game);
        let mut patient = false;
        for asked in &self.replay.script.questions {
            if self.replay.way == ReplayMode::Pace {
                std::thread::sleep(asked.before);
            }
            if self.replay.stop_at == Some(asked.ply) {
                patient = true;
                let id = self.player.bot.process.id();
                if !(self.watcher)(ReplayEvent::Waits(id, asked.ply)) {
                    self.stop(format!("ended before the question of ply {}", asked.ply));
                    return Ok(());
                }
            }
            if !self.question(asked, patient)? {
                return Ok(());
            }
        }
        self.say(&self.replay.script.end);
        Ok(())
    }

    /// Waits for `ready`; returns true if there is anything to go on with. A handshake that failed in the
    /// recorded game and fails again counts as the same.
    fn greet(&mut self) -> bool {
        let greeted = shake_hands(&mut self.player, &self.replay.limits);
        let greeted = greeted.and_then(|()| {
            check_game(&self.player, self.replay.rules.name()).map_err(TurnFailure::from)
        });
        let script = self.replay.script;
        if script.kept {
            self.player.count_anew();
        }
        let failed = greeted.as_ref().err();
        let failed = failed.map(|failure| failure.sentence().to_owned());
        let on = (self.watcher)(ReplayEvent::Greeted(failed.as_deref().map_or(Ok(()), Err)));
        match failed {
            Some(why) if !script.game.is_empty() => self.stop(why),
            None if script.game.is_empty() => self.same = false,
            None if !on => self.stop("ended after the handshake"),
            _ => {}
        }
        greeted.is_ok() && on && !script.game.is_empty()
    }

    fn say(&mut self, text: &str) {
        self.player.outbox().push_str(text);
        self.player.send();
    }

    /// Asks a question; returns true if the bot can be asked more.
    fn question(&mut self, asked: &TranscriptTurn, patient: bool) -> Result<bool, RehearsalError> {
        let position = self.replay.position(asked)?;
        let patience = TimeControl::new(TimeBudget::Untimed { cap: A_DAY_MS });
        let clock = if patient {
            SeatClock::new(patience)
        } else {
            asked.clock.clone()
        };
        let question = Question {
            clock: &clock,
            limits: &self.replay.limits,
            seats: &[],
            is_legal: &|move_text| position.is_legal(move_text),
        };
        self.player.outbox().push_str(&asked.messages);
        let (answer, log) = ask(&mut self.player, &mut [], &mut [], &question);
        let now = Answered::now(answer, &log, &*position);
        let same = asked.answer.agrees(&now, &*position);
        let on = self.answered(asked, &now, same);
        if let Answered::Fault {
            reason, sentence, ..
        } = &now
            && reason.is_none_or(FaultKind::ends_process)
        {
            if same {
                self.say(&self.replay.script.end);
                self.player.bot.process.kill();
            } else {
                self.stop(format!("{}: {sentence}", now.word()));
            }
            return Ok(false);
        }
        if !on {
            self.stop("ended");
        }
        Ok(on)
    }
}

/// Returns the longest time of a replay at once: the start limit and the times of all questions together.
pub(super) fn longest(start_ms: u64, questions: &[TranscriptTurn]) -> Duration {
    let allowed = questions.iter().map(|asked| asked.allowed);
    allowed.fold(Duration::from_millis(start_ms), Duration::saturating_add)
}
