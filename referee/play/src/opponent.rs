//! A bot that plays against people, in its own process that follows the protocol.
//!
//! The protocol has no message for taking a move back. After an undo, and when a saved game continues, the
//! bot is therefore told of a new game that begins in this position.

use std::time::{Duration, Instant};

use referee_engine::{BotSession, ProcessScope, Program, SeatFault, SpawnError, Utterance};
use referee_games::Position;
use referee_protocol::{Clock, Encoding, FromBot, GameLine, Ready, SeatOutcome, ToBot};
use referee_record::{BotMeasure, FaultDetail, Limits, Step, Verdict};

use super::game_session::GameSession;

/// A bot's session, with the position up to which it has been told of the game.
pub(crate) struct BotOpponent {
    session: BotSession,
    ready: Ready,
    limits: Limits,
    line: GameLine,
    /// Its lines that are no messages.
    pub(crate) measure: BotMeasure,
    /// Number of steps that the bot knows of; `None` before it is told of the game.
    known_steps: Option<usize>,
}

/// Why a bot gave no answer.
pub enum OpponentError {
    /// The bot is at fault.
    Fault(SeatFault),
    /// The machine failed.
    Machine(String),
}

impl From<SeatFault> for OpponentError {
    fn from(fault: SeatFault) -> OpponentError {
        OpponentError::Fault(fault)
    }
}

/// Returns a clock of so many milliseconds for each move.
pub(crate) fn clock(move_ms: u64) -> Clock {
    Clock {
        move_ms: Some(move_ms),
        ..Clock::default()
    }
}

impl BotOpponent {
    /// Starts a bot and waits until it is ready; `line` is the game message that it will get. Returns an
    /// error if the bot can't be started, isn't ready within the limit, or doesn't play this game.
    pub(crate) fn start(
        program: &Program,
        limits: Limits,
        scope: &ProcessScope,
        line: GameLine,
    ) -> Result<BotOpponent, OpponentError> {
        let session = match BotSession::start(program, &limits, scope) {
            Ok(session) => session,
            Err(error @ SpawnError::Bot { .. }) => {
                let fault = SeatFault::new(FaultDetail::NotStarted, error.explained(program));
                return Err(fault.into());
            }
            Err(error) => return Err(OpponentError::Machine(error.to_string())),
        };
        let mut bot = BotOpponent {
            session,
            ready: Ready::default(),
            limits,
            measure: BotMeasure::default(),
            line,
            known_steps: None,
        };
        bot.ask_within(limits.start_ms, &ToBot::Hello);
        bot.ready = match bot.answer(|said| match said {
            FromBot::Ready(ready) => Some(ready),
            _ => None,
        }) {
            Ok(ready) => ready,
            Err(OpponentError::Fault(fault)) => return Err(fault.before_ready().into()),
            Err(machine) => return Err(machine),
        };
        let game = &bot.line.game;
        match &bot.ready.games {
            Some(games) if !games.contains(game) => {
                let sentence = format!("the bot doesn't play {game}");
                Err(SeatFault::new(FaultDetail::OtherGames, sentence).into())
            }
            _ => Ok(bot),
        }
    }

    /// Makes the bot be told of a new game before its next move, because the game continues from another
    /// position.
    pub(crate) fn start_anew(&mut self) {
        self.known_steps = None;
    }

    /// Asks for a move and returns it. Returns an error if the bot is late, resigns, or answers with an
    /// illegal move.
    pub(crate) fn ask(&mut self, game_session: &GameSession) -> Result<String, OpponentError> {
        self.catch_up(game_session)?;
        let position = game_session.position();
        self.tell_state(position);
        if self.line.legal && !self.ready.legal_off {
            self.tell(&ToBot::Legal(&position.legal_line()));
        }
        self.hush();
        let clock = self.line.clock.clone();
        self.ask_within(clock.move_ms.unwrap_or_default(), &ToBot::Go(&clock));
        let reply = self.answer(|said| match said {
            FromBot::Move(word) => Some(Some(word.into_owned())),
            FromBot::Resign => Some(None),
            _ => None,
        })?;
        let reply_text = reply.ok_or_else(SeatFault::resigned)?;
        match position.explain(&reply_text) {
            None => Ok(reply_text),
            Some(why) => Err(SeatFault::illegal(&reply_text, &why).into()),
        }
    }

    /// Tells the bot the fault (if any) and the result, then ends its session.
    pub(crate) fn dismiss(
        mut self,
        game_session: &GameSession,
        verdict: &Verdict,
        fault: Option<&SeatFault>,
    ) {
        if let Some(fault) = fault {
            self.tell(&ToBot::Error {
                reason: fault.kind.text(),
                text: &fault.sentence,
            });
        } else {
            // Whoever leaves needn't get ready.
            let _ = self.catch_up(game_session);
        }
        self.tell_state(game_session.position());
        let firsts = verdict.seats.iter().filter(|seat| seat.place == 1).count();
        if let Some(result) = verdict.seat(self.line.seat) {
            let score: Vec<_> = verdict
                .seats
                .iter()
                .filter_map(|seat| Some((seat.seat, seat.score?)))
                .collect();
            self.tell(&ToBot::Result {
                outcome: match (result.place, firsts) {
                    (1, 1) => SeatOutcome::Win,
                    (1, _) => SeatOutcome::Draw,
                    _ => SeatOutcome::Loss,
                },
                place: Some(result.place),
                reason: &verdict.reason,
                score: &score,
            });
        }
        self.leave();
    }

    /// Tells the bot to quit, closes its input, and waits out the grace time.
    pub(crate) fn leave(mut self) {
        self.tell(&ToBot::Quit);
        let grace = Duration::from_millis(self.limits.grace_ms);
        self.session.end_input(Instant::now() + grace);
        let _ = self.session.leaves(grace);
    }

    fn tell(&mut self, message: &ToBot<'_>) {
        let line = self.written(message);
        self.session.tell(&line);
    }

    /// Sends a message that must be answered within so many milliseconds.
    fn ask_within(&mut self, ms: u64, message: &ToBot<'_>) {
        let line = self.written(message);
        self.session.ask(&line, Duration::from_millis(ms));
    }

    fn written(&self, message: &ToBot<'_>) -> String {
        let encoding = if self.ready.json {
            Encoding::Json
        } else {
            Encoding::Text
        };
        let mut line = String::new();
        message.write(encoding, &mut line);
        line
    }

    fn tell_state(&mut self, position: &dyn Position) {
        let view = self.ready.json.then(|| position.view());
        self.tell(&ToBot::State {
            line: &position.line(),
            view: view.as_ref(),
        });
    }

    /// Sends the steps that the bot doesn't know of yet, or a new game message.
    fn catch_up(&mut self, game_session: &GameSession) -> Result<(), OpponentError> {
        let steps = game_session.steps();
        let Some(known) = self.known_steps.replace(steps.len()) else {
            let mut line = self.line.clone();
            line.legal &= !self.ready.legal_off;
            // A game that begins here has only the seats that are still in it.
            let seats = game_session.position().seats();
            line.seats = seats.iter().map(|seat| seat.letter()).collect();
            return self.begin(&ToBot::Game(&line));
        };
        for step in &steps[known.min(steps.len())..] {
            match step {
                Step::Move { seat, word, .. } => self.tell(&ToBot::Played {
                    seat: *seat,
                    word,
                    ms: 0,
                }),
                Step::Chance { seat, chance } => self.tell(&ToBot::Chance {
                    seat: *seat,
                    outcome: chance,
                }),
                Step::Out { out, reason } => self.tell(&ToBot::Out {
                    seat: *out,
                    reason: reason.text(),
                }),
                Step::Adjudicated { .. } => {}
            }
        }
        Ok(())
    }

    /// Sends the message that begins a game, and waits until the bot has set up for it, if it says so.
    fn begin(&mut self, game: &ToBot<'_>) -> Result<(), OpponentError> {
        if !self.ready.setup {
            self.tell(game);
            return Ok(());
        }
        self.ask_within(self.limits.start_ms, game);
        self.answer(|said| matches!(said, FromBot::Ready(_)).then_some(()))
    }

    /// Discards the lines that the bot wrote before the question.
    fn hush(&mut self) {
        let now = Instant::now();
        while let Utterance::Line(line) = self.session.hear(now) {
            if !matches!(FromBot::parse(&line), FromBot::Info(_)) {
                self.measure.count_chatter(&line);
            }
        }
    }

    /// Reads lines until one is an answer that `awaited` accepts.
    fn answer<T>(
        &mut self,
        awaited: impl Fn(FromBot<'_>) -> Option<T>,
    ) -> Result<T, OpponentError> {
        let mut chatter = 0;
        // A line that began before the question is no answer to it.
        let mut stale = self.known_steps.is_some() && self.session.begun().is_some();
        loop {
            let line = match self.session.answer() {
                Utterance::Line(line) => line,
                Utterance::TooMuch => {
                    let what = "the bot wrote more than is forgiven in one turn";
                    return Err(SeatFault::new(FaultDetail::MuchOutput, what).into());
                }
                Utterance::Silence(begun) => {
                    return Err(late(begun.as_deref(), chatter).into());
                }
                Utterance::End(fault) => return Err(fault.into()),
                Utterance::Broken(why) | Utterance::Crowded(why) => {
                    return Err(OpponentError::Machine(why));
                }
            };
            if std::mem::take(&mut stale) {
                continue;
            }
            let said = FromBot::parse(&line);
            if matches!(said, FromBot::Info(_)) {
                continue;
            }
            if let Some(answer) = awaited(said) {
                return Ok(answer);
            }
            self.measure.count_chatter(&line);
            chatter += 1;
            if chatter > self.limits.chatter_lines {
                let what = format!("the bot wrote {chatter} lines that are no messages");
                return Err(SeatFault::new(FaultDetail::MuchChatter, what).into());
            }
        }
    }
}

/// Returns the fault of a late bot: its detail says what had arrived by the deadline.
fn late(begun: Option<&str>, chatter: u64) -> SeatFault {
    let (detail, sentence) = match (begun, chatter) {
        (Some(_), _) => (FaultDetail::UnfinishedLine, "the last line has no newline"),
        (None, 0) => (
            FaultDetail::Silence,
            "no line came: the bot still thinks, or forgot to flush its output",
        ),
        (None, _) => (
            FaultDetail::OtherLines,
            "lines came, but none that was waited for",
        ),
    };
    SeatFault::new(detail, sentence)
}
