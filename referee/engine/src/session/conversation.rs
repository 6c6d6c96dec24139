//! The conversation with one bot outside of a match: in a game with people, or about single positions.
//!
//! The bot is told of the game, timed and judged as in a match, and its forfeit brings the same evidence. Different
//! from a match:
//!
//! - There is one bot, so nobody is suspended; it runs on between its questions.
//! - Where others spoil its answer, it is asked again, in a new game of a new process, until it has been asked
//!   `ATTEMPTS` times. It doesn't lose by having been late each time.
//! - The protocol has no message for taking a move back: a bot that has to go on from another position is told of a new
//!   game that begins there.
//! - There is no record: the evidence goes to the caller.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use referee_games::{Position, Rules};
use referee_protocol::ToBot;
use referee_record::{BotMeasure, Evidence, Job, Step, Verdict};

use crate::process::scope::ProcessScope;
use crate::program::Program;
use crate::session::bot_start::{SeatStart, StartFailure, start_bot};
use crate::session::engine_context::EngineContext;
use crate::session::fault::SeatFault;
use crate::session::forfeit::forfeit;
use crate::session::handshake::set_up;
use crate::session::past_attempts::PastAttempts;
use crate::session::player::Player;
use crate::session::seat_messages::{
    MessageSink, SeatState, tell_all, tell_game, tell_played, tell_question, tell_results,
};
use crate::session::turn::ask;
use crate::session::turn_answer::{Question, TurnAnswer};
use crate::session::turn_log::TurnLog;

/// How often a bot is asked where others spoil its answer.
const ATTEMPTS: u32 = 2;

/// A running bot at a seat of a job's game; the other seats are somebody else's. Of the job only the name of the game, its
/// number, the seats and their limits count: the rules and the position are those of each question.
pub struct Conversation {
    context: EngineContext,
    job: Job,
    /// Index of the bot's seat.
    seat: usize,
    seats: Vec<SeatState<Player>>,
    /// True if the bot has been told of the game.
    told: bool,
    past: PastAttempts,
}

/// A bot's move in time, legal in the position.
pub struct Reply {
    /// The move, as the bot wrote it.
    pub move_text: String,
    /// Its last `info` lines of the turn.
    pub info: Vec<String>,
}

/// Why a bot gave no move.
pub enum NoReply {
    /// The seat forfeits by its own fault.
    Forfeit(Box<Evidence>),
    /// The machine failed, or others took the bot's time again and again; says how.
    Machine(String),
}

impl Conversation {
    /// Starts the bot of a seat and waits until it is ready. Returns an error if it can't be started, isn't ready in time,
    /// or doesn't play the game; the evidence names the `position`.
    pub fn start(
        program: &Program,
        scope: &ProcessScope,
        job: Job,
        seat: char,
        position: &dyn Position,
    ) -> Result<Conversation, NoReply> {
        let index = index_of(&job, seat)?;
        let programs = HashMap::from([(job.seats[index].bot.clone(), program.clone())]);
        let mut conversation = Conversation {
            context: EngineContext::new(Arc::new(programs), scope.clone()),
            seats: Vec::new(),
            seat: index,
            told: false,
            past: PastAttempts::new(1, ATTEMPTS, Vec::new()),
            job,
        };
        conversation.start_process(position)?;
        Ok(conversation)
    }

    /// Goes on with another game, in which the bot has this seat: the bot is told of it before it is asked.
    pub fn begin(&mut self, job: Job, seat: char) -> Result<(), NoReply> {
        let index = index_of(&job, seat)?;
        let player = self.seats[self.seat].player.take();
        (self.job, self.seat) = (job, index);
        self.sit(player);
        Ok(())
    }

    /// Tells the bot of a step that was taken since it was asked.
    pub fn tell(&mut self, step: &Step) {
        if !self.told {
            return;
        }
        match step {
            Step::Move { seat, word, .. } => tell_played(&mut self.seats, *seat, word, 0),
            Step::Chance { seat, chance } => {
                let (seat, outcome) = (*seat, chance.as_str());
                tell_all(&mut self.seats, &ToBot::Chance { seat, outcome });
            }
            Step::Out { out, reason } => {
                for seated in self.seats.iter_mut().filter(|seated| seated.seat == *out) {
                    seated.playing = false;
                }
                let reason = reason.text();
                tell_all(&mut self.seats, &ToBot::Out { seat: *out, reason });
            }
            Step::Adjudicated { .. } => {}
        }
    }

    /// Asks the bot for its move in a position. Where others spoil the answer, asks again, in a new game of a new process:
    /// the answer to the first question may still come.
    pub fn ask(&mut self, rules: &dyn Rules, position: &dyn Position) -> Result<Reply, NoReply> {
        for _ in 1..ATTEMPTS {
            match self.ask_once(rules, position) {
                Err(NoReply::Machine(_)) => self.restart(position)?,
                reply => return reply,
            }
        }
        self.ask_once(rules, position)
    }

    /// Tells the bot how its game ended.
    pub fn end(&mut self, verdict: &Verdict, position: &dyn Position) {
        if self.told {
            tell_results(&mut self.seats, verdict, position);
        }
    }

    /// Tells the bot to quit, and waits out its grace time.
    pub fn leave(mut self) -> BotMeasure {
        let grace = Duration::from_millis(self.job.limits_of(self.seat).grace_ms);
        let player = self.seats[self.seat].player.take();
        player.map_or_else(BotMeasure::default, |mut player| {
            player.tell(&ToBot::Quit);
            player.dismiss(grace)
        })
    }

    /// Returns what was measured of the bot so far.
    pub fn measure(&self) -> Option<&BotMeasure> {
        let player = self.seats[self.seat].player.as_ref();
        player.map(|player| &player.measure)
    }

    /// Starts the bot's process, for a game of the seats that still play.
    fn restart(&mut self, position: &dyn Position) -> Result<(), NoReply> {
        let own = self.seats[self.seat].seat;
        let playing = |seat: char| self.seats.iter().any(|it| it.seat == seat && it.playing);
        self.job.seats.retain(|seated| playing(seated.seat));
        self.seat = index_of(&self.job, own)?;
        self.start_process(position)
    }

    fn start_process(&mut self, position: &dyn Position) -> Result<(), NoReply> {
        self.sit(None);
        let start = start_bot(
            &self.context,
            &self.job,
            self.seat,
            None,
            (&self.past, false),
        );
        let start = start.map_err(|failure| match failure {
            StartFailure::Engine(error) => NoReply::Machine(error.to_string()),
            StartFailure::Machine(why, _) => NoReply::Machine(why),
        })?;
        let (player, fault) = match start {
            SeatStart::Ready(player) => (Some(player), None),
            SeatStart::Failed(player, fault) => (player, Some(fault)),
        };
        let seated = &mut self.seats[self.seat];
        (seated.player, seated.greeted) = (player, fault.is_none());
        fault.map_or(Ok(()), |fault| {
            Err(self.forfeit(position, fault, &TurnLog::default()))
        })
    }

    /// Seats the bot in a game that it hasn't been told of.
    fn sit(&mut self, player: Option<Player>) {
        let seats = self.job.seats.iter();
        self.seats = seats.map(|seated| SeatState::new(seated, None)).collect();
        self.seats[self.seat].player = player;
        self.told = false;
    }

    fn ask_once(&mut self, rules: &dyn Rules, position: &dyn Position) -> Result<Reply, NoReply> {
        if !self.told {
            self.told = true;
            tell_game(&mut self.seats, &self.job, rules);
            let faults = set_up(&mut self.seats, &self.job, &self.past);
            let mut faults = faults.map_err(|(_, why)| NoReply::Machine(why))?;
            if let Some((_, fault)) = faults.pop() {
                return Err(self.forfeit(position, fault, &TurnLog::default()));
            }
        }
        tell_question(
            &mut self.seats,
            self.seat,
            &self.job,
            (position, &position.line()),
        );
        let seated = &mut self.seats[self.seat];
        let Some(player) = &mut seated.player else {
            return Err(NoReply::Machine("the bot is gone".to_owned()));
        };
        let question = Question {
            clock: &seated.clock,
            limits: self.job.limits_of(self.seat),
            seats: &self.job.seats,
            is_legal: &|move_text| position.is_legal(move_text),
        };
        let (answer, log) = ask(player, &mut [], &mut [], &question);
        let fault = match answer {
            TurnAnswer::Move(move_text) => match position.explain(&move_text) {
                None => {
                    seated.clock.charge(log.spent);
                    let info = log.info.into();
                    return Ok(Reply { move_text, info });
                }
                Some(why) => SeatFault::illegal(&move_text, &why),
            },
            TurnAnswer::Fault(fault) => fault,
            TurnAnswer::Void(why) => return Err(NoReply::Machine(why)),
        };
        Err(self.forfeit(position, fault, &log))
    }

    fn forfeit(&mut self, position: &dyn Position, fault: SeatFault, log: &TurnLog) -> NoReply {
        let (seats, fault) = (&mut self.seats, (fault, log));
        NoReply::Forfeit(Box::new(forfeit(
            seats, self.seat, fault, &self.past, position,
        )))
    }
}

/// Returns the index of a seat in its job.
fn index_of(job: &Job, seat: char) -> Result<usize, NoReply> {
    let index = job.seats.iter().position(|seated| seated.seat == seat);
    index.ok_or_else(|| NoReply::Machine(format!("the game has no seat {seat}")))
}
