//! A bot at the table: asked for its moves by the protocol, in a process of its own.
//!
//! The protocol knows no way back. After a move was taken back, and when a saved game goes on, the bot
//! is told of a new game that begins in this position.

use std::time::{Duration, Instant};

use referee_arena::{Fault, Haven, Interview, Program, SpawnError, Utterance, Word};
use referee_games::Position;
use referee_games::text::quote;
use referee_protocol::{Clock, Encoding, FromBot, GameLine, Outcome, Ready, ToBot};
use referee_record::{Limits, Step, Verdict};

use super::sitting::Sitting;

/// A bot that plays.
pub struct Opponent {
    interview: Interview,
    ready: Ready,
    limits: Limits,
    line: GameLine,
    /// How many steps it knows of; none before it is told of the game.
    told: Option<usize>,
}

/// Why a bot doesn't answer.
pub enum Trouble {
    /// It is its own fault.
    Fault(Fault),
    /// The machine failed.
    Machine(String),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(fault)
    }
}

/// What to play by: milliseconds for each move.
pub fn clock(move_ms: u64) -> Clock {
    Clock {
        move_ms: Some(move_ms),
        ..Clock::default()
    }
}

impl Opponent {
    /// Starts a bot and greets it; it will be told this line.
    pub fn start(
        program: &Program,
        limits: Limits,
        haven: &Haven,
        line: GameLine,
    ) -> Result<Opponent, Trouble> {
        let interview = match Interview::start(program, &limits, haven) {
            Ok(interview) => interview,
            Err(error @ SpawnError::Bot { .. }) => {
                return Err(absent(error.explained(program)).into());
            }
            Err(error) => return Err(Trouble::Machine(error.to_string())),
        };
        let mut bot = Opponent {
            interview,
            ready: Ready::default(),
            limits,
            line,
            told: None,
        };
        bot.ask_within(limits.start_ms, &ToBot::Hello);
        bot.ready = match bot.answer(|said| match said {
            FromBot::Ready(ready) => Some(ready),
            _ => None,
        }) {
            Ok(ready) => ready,
            Err(Trouble::Fault(fault)) => return Err(absent(fault.sentence).into()),
            Err(machine) => return Err(machine),
        };
        let game = &bot.line.game;
        match &bot.ready.games {
            Some(games) if !games.contains(game) => {
                Err(absent(format!("the bot doesn't play {game}")).into())
            }
            _ => Ok(bot),
        }
    }

    /// The game goes on somewhere else: before its next move the bot is told of a new one.
    pub fn start_anew(&mut self) {
        self.told = None;
    }

    /// Asks for a move.
    pub fn ask(&mut self, sitting: &Sitting) -> Result<String, Trouble> {
        self.catch_up(sitting);
        let position = sitting.position();
        self.tell_state(position);
        if self.line.legal && !self.ready.legal_off {
            self.tell(&ToBot::Legal(&position.legal()));
        }
        self.hush();
        let clock = self.line.clock.clone();
        self.ask_within(clock.move_ms.unwrap_or_default(), &ToBot::Go(&clock));
        let word = self.answer(|said| match said {
            FromBot::Move(word) => Some(Some(word.into_owned())),
            FromBot::Resign => Some(None),
            _ => None,
        })?;
        let word = word.ok_or_else(|| Fault::new(Word::Resigned, "the bot gave up"))?;
        match position.explain(&word) {
            None => Ok(word),
            Some(why) => {
                let sentence = format!("{} {why}", quote(&word));
                Err(Fault::new(Word::IllegalMove, sentence).into())
            }
        }
    }

    /// Tells the bot how the game ended, and leaves it the time to go.
    pub fn dismiss(mut self, sitting: &Sitting, verdict: &Verdict, fault: Option<&Fault>) {
        if let Some(fault) = fault {
            self.tell(&ToBot::Error {
                reason: fault.word.text(),
                text: &fault.sentence,
            });
        } else {
            self.catch_up(sitting);
        }
        self.tell_state(sitting.position());
        let firsts = verdict.seats.iter().filter(|seat| seat.place == 1).count();
        if let Some(own) = verdict.seat(self.line.seat) {
            let score: Vec<_> = verdict
                .seats
                .iter()
                .filter_map(|seat| Some((seat.seat, seat.score?)))
                .collect();
            self.tell(&ToBot::Result {
                outcome: match (own.place, firsts) {
                    (1, 1) => Outcome::Win,
                    (1, _) => Outcome::Draw,
                    _ => Outcome::Loss,
                },
                place: Some(own.place),
                reason: &verdict.reason,
                score: &score,
            });
        }
        self.leave();
    }

    /// Tells the bot to end.
    pub fn leave(mut self) {
        self.tell(&ToBot::Quit);
        let grace = Duration::from_millis(self.limits.grace_ms);
        self.interview.end_input(Instant::now() + grace);
        let _ = self.interview.leaves(grace);
    }

    fn tell(&mut self, message: &ToBot<'_>) {
        let line = self.written(message);
        self.interview.tell(&line);
    }

    /// Tells what is to be answered in so many milliseconds.
    fn ask_within(&mut self, ms: u64, message: &ToBot<'_>) {
        let line = self.written(message);
        self.interview.ask(&line, Duration::from_millis(ms));
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

    /// Tells what has happened since the bot was told last, or of a new game.
    fn catch_up(&mut self, sitting: &Sitting) {
        let steps = sitting.steps();
        let Some(known) = self.told.replace(steps.len()) else {
            let mut line = self.line.clone();
            line.legal &= !self.ready.legal_off;
            // Who has left isn't a part of a game that begins here.
            let seats = sitting.position().seats();
            line.seats = seats.iter().map(|seat| seat.letter()).collect();
            return self.tell(&ToBot::Game(&line));
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
                Step::Out { out, reason } => self.tell(&ToBot::Out { seat: *out, reason }),
            }
        }
    }

    /// Throws away what came before the question.
    fn hush(&mut self) {
        let now = Instant::now();
        while matches!(self.interview.hear(now), Utterance::Line(_)) {}
    }

    /// Hears lines until one is what is waited for.
    fn answer<T>(&mut self, awaited: impl Fn(FromBot<'_>) -> Option<T>) -> Result<T, Trouble> {
        let mut chatter = 0;
        // A line that began before the question is no answer to it.
        let mut stale = self.told.is_some() && self.interview.begun().is_some();
        loop {
            let line = match self.interview.answer() {
                Utterance::Line(line) => line,
                Utterance::TooMuch => {
                    let what = "the bot wrote more than is forgiven in one turn";
                    return Err(Fault::new(Word::Flood, what).into());
                }
                Utterance::Silence(begun) => {
                    return Err(Fault::new(Word::Timeout, late(begun.as_deref(), chatter)).into());
                }
                Utterance::End(fault) => return Err(fault.into()),
                Utterance::Broken(why) | Utterance::Crowded(why) => {
                    return Err(Trouble::Machine(why));
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
            chatter += 1;
            if chatter > self.limits.chatter_lines {
                let what = format!("the bot wrote {chatter} lines that are no messages");
                return Err(Fault::new(Word::Flood, what).into());
            }
        }
    }
}

fn absent(sentence: String) -> Fault {
    Fault::new(Word::NoHandshake, sentence)
}

/// What had come when the time was over.
fn late(begun: Option<&str>, chatter: u64) -> &'static str {
    match (begun, chatter) {
        (Some(_), _) => "the last line has no newline",
        (None, 0) => "no line came: the bot still thinks, or forgot to flush its output",
        (None, _) => "lines came, but none that was waited for",
    }
}
