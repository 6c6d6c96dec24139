//! Asks a bot to judge positions: it takes the score of its `info` line, for both sides.
//!
//! A score is from the view of the side to move, and searches of even and odd depth differ. So the bot is
//! asked in the position, and again for the other side after its move; the mean of both counts.

use anyhow::Result;
use referee_engine::{Conversation, NoReply, void_verdict};
use referee_games::{Position, Rules, Seat, Turn};
use referee_output::failure::{bad_input, machine};
use referee_protocol::Info;
use referee_record::{FaultKind, Job, SeatAssignment, Start, StartFrom, TimeControl, derive};

use super::{BookJudges, BookRequest};

/// Milliseconds that an answer may take beyond the bot's limit; it can't lose by it here.
const PATIENCE_MS: u64 = 5000;

/// A bot that judges positions.
pub(super) struct PositionJudge<'a> {
    rules: &'a dyn Rules,
    conversation: Conversation,
    request: &'a BookRequest,
    asked: u64,
}

/// The bot's answer for a position.
struct Judged {
    /// Its score, from the view of the side to move.
    score: f64,
    /// Its move.
    move_text: String,
}

impl<'a> PositionJudge<'a> {
    /// Starts the bot and waits for `ready`. Returns an error if it doesn't start, doesn't say `ready` or
    /// doesn't play the game.
    pub(super) fn start(request: &'a BookRequest, bench: &BookJudges) -> Result<PositionJudge<'a>> {
        let rules = &*request.rules;
        let start = rules.start();
        let Some(first) = start.seats().first().copied() else {
            return Err(bad_input("the game has no seats"));
        };
        let job = job(request, &*start, 0);
        let (program, scope) = (&bench.program, &bench.scope);
        let conversation = Conversation::start(program, scope, job, first.letter(), &*start);
        let conversation = conversation.map_err(|failure| match failure {
            NoReply::Machine(why) => machine(why),
            NoReply::Forfeit(evidence) => bad_input(format!(
                "bot {}: {}; try `referee check`\n{}",
                program.name,
                evidence.sentence,
                program.at_home(&evidence.stderr)
            )),
        })?;
        Ok(PositionJudge {
            rules,
            conversation,
            request,
            asked: 0,
        })
    }

    /// Returns the score of the side to move, in the bot's own unit; `None` if the bot gives up. Returns an
    /// error if the bot doesn't answer, plays an illegal move or tells no score.
    pub(super) fn score(&mut self, position: &dyn Position) -> Result<Option<f64>, String> {
        let Turn::Seat(mover) = position.turn() else {
            return Ok(None);
        };
        let Some(first) = self.ask(position, mover)? else {
            return Ok(None);
        };
        let mut after = position.boxed();
        after.play(&first.move_text);
        while let Turn::Forced(_, word) = after.turn() {
            after.play(&word);
        }
        let other = match after.turn() {
            Turn::Seat(other) => other,
            Turn::Failed(why) => return Err(why),
            _ => return Ok(Some(first.score)),
        };
        let second = self.ask(&*after, other)?;
        let back = second.map(|second| {
            if other == mover {
                second.score
            } else {
                -second.score
            }
        });
        Ok(Some(back.map_or(first.score, |back| {
            f64::midpoint(first.score, back)
        })))
    }

    /// Asks the bot in a new game; returns `None` if it gives up.
    fn ask(&mut self, position: &dyn Position, seat: Seat) -> Result<Option<Judged>, String> {
        self.asked += 1;
        let conversation = &mut self.conversation;
        let job = job(self.request, position, self.asked);
        let stopped = void_verdict(&job, "one answer was asked for".to_owned());
        let begun = conversation.begin(job, seat.letter());
        let reply = match begun.and_then(|()| conversation.ask(self.rules, position)) {
            Ok(reply) => reply,
            Err(NoReply::Forfeit(evidence)) if evidence.reason == FaultKind::Resigned => {
                return Ok(None);
            }
            Err(NoReply::Forfeit(evidence)) => {
                let (reason, sentence) = (evidence.reason, &evidence.sentence);
                let line = position.line();
                return Err(format!(
                    "the bot failed in the position {line}: {reason}, {sentence}"
                ));
            }
            Err(NoReply::Machine(why)) => return Err(format!("the bot can't be asked: {why}")),
        };
        conversation.end(&stopped, position);
        let Some(score) = Info::last_scored(&reply.info).and_then(|info| info.score) else {
            return Err(
                "the bot tells no score before its move; expected a line such as `info score=1.5`, as \
                 house:level=3 writes it"
                    .to_owned(),
            );
        };
        Ok(Some(Judged {
            score,
            move_text: reply.move_text,
        }))
    }

    /// Ends the bot's process.
    pub(super) fn leave(self) {
        self.conversation.leave();
    }
}

/// Makes a game of the bot with itself that begins in this position.
fn job(request: &BookRequest, position: &dyn Position, number: u64) -> Job {
    let line = position.line();
    let seed = derive(request.seed, "judge", &[&line]);
    let time = TimeControl {
        margin_ms: request.time.margin_ms + PATIENCE_MS,
        ..request.time
    };
    let seats = position.seats().into_iter();
    let seats = seats.map(|seat| SeatAssignment::new(seat.letter(), "judge", seed.small(), time));
    let start = Start::new(StartFrom::State(line), seed);
    Job {
        number,
        ..Job::single("book", request.rules.name(), start, seed, seats.collect())
    }
}
