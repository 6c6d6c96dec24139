//! A bot at a seat of a game with people: its program, and its process while it has one.

use referee_engine::{ProcessScope, Program, SeatFault};
use referee_games::Seat;
use referee_record::{Limits, Verdict};

use super::game_session::GameSession;
use super::hint::game_line;
use super::opponent::{BotOpponent, OpponentError};

/// A bot at the table.
pub struct BotPlayer {
    program: Program,
    limits: Limits,
    /// Its process, from its first turn on until it leaves.
    process: Option<BotOpponent>,
}

impl BotPlayer {
    /// A bot that isn't started yet.
    pub fn new(program: Program, limits: Limits) -> BotPlayer {
        BotPlayer {
            program,
            limits,
            process: None,
        }
    }

    /// Its answer where its seat is to choose, in so many milliseconds; it is started where it has to be.
    pub fn answer(
        &mut self,
        sitting: &GameSession,
        seat: Seat,
        move_ms: u64,
        scope: &ProcessScope,
    ) -> Result<String, OpponentError> {
        let line = game_line(sitting, seat, move_ms);
        let process = match self.process.take() {
            Some(process) => process,
            None => BotOpponent::start(&self.program, self.limits, scope, line)?,
        };
        self.process.insert(process).ask(sitting)
    }

    /// The game goes on somewhere else.
    pub fn start_anew(&mut self) {
        if let Some(process) = &mut self.process {
            process.start_anew();
        }
    }

    /// Ends a process that can't be trusted to be in step any more.
    pub fn dismiss(&mut self) {
        self.process = None;
    }

    /// Tells it how the game ended, and lets it go.
    pub fn part(&mut self, sitting: &GameSession, verdict: &Verdict, fault: Option<&SeatFault>) {
        if let Some(process) = self.process.take() {
            process.dismiss(sitting, verdict, fault);
        }
    }

    /// Lets its process go, until it is asked again.
    pub fn leave(&mut self) {
        if let Some(process) = self.process.take() {
            process.leave();
        }
    }
}
