//! A bot at a seat of a game with people: its program, and its process while one runs.

use referee_engine::{ProcessScope, Program, SeatFault};
use referee_games::Seat;
use referee_record::{BotMeasure, Limits, Verdict};
use referee_report::chatter;

use super::game_session::GameSession;
use super::hint::game_line;
use super::opponent::{BotOpponent, OpponentError};

/// A bot at a seat.
pub struct BotPlayer {
    program: Program,
    limits: Limits,
    /// The bot's process, from its first turn until it leaves.
    process: Option<BotOpponent>,
    /// What was measured of the last process that left.
    measure: BotMeasure,
}

impl BotPlayer {
    /// Returns a bot whose process isn't started yet.
    pub fn new(program: Program, limits: Limits) -> BotPlayer {
        BotPlayer {
            program,
            limits,
            process: None,
            measure: BotMeasure::default(),
        }
    }

    /// Returns how many lines the bot's last process wrote that are no messages, and the first of them; `None` if
    /// there is none.
    pub fn chatter(&self) -> Option<String> {
        let process = self.process.as_ref();
        chatter::of_game(process.map_or(&self.measure, |process| &process.measure))
    }

    /// Tells if the bot's process was started and hasn't left.
    pub fn is_started(&self) -> bool {
        self.process.is_some()
    }

    /// Starts the bot's process, if none runs, and waits until it is ready.
    pub fn start(
        &mut self,
        session: &GameSession,
        seat: Seat,
        move_ms: u64,
        scope: &ProcessScope,
    ) -> Result<(), OpponentError> {
        self.started(session, seat, move_ms, scope).map(|_| ())
    }

    /// Asks the bot for a move at `seat`, to be answered in `move_ms` milliseconds; starts its process if
    /// none runs.
    pub fn answer(
        &mut self,
        session: &GameSession,
        seat: Seat,
        move_ms: u64,
        scope: &ProcessScope,
    ) -> Result<String, OpponentError> {
        self.started(session, seat, move_ms, scope)?.ask(session)
    }

    fn started(
        &mut self,
        session: &GameSession,
        seat: Seat,
        move_ms: u64,
        scope: &ProcessScope,
    ) -> Result<&mut BotOpponent, OpponentError> {
        let process = if let Some(process) = self.process.take() {
            process
        } else {
            let line = game_line(session, seat, move_ms);
            BotOpponent::start(&self.program, self.limits, scope, line)?
        };
        Ok(self.process.insert(process))
    }

    /// Makes the bot be told of a new game before its next move, because the game continues from another
    /// position.
    pub fn start_anew(&mut self) {
        if let Some(process) = &mut self.process {
            process.start_anew();
        }
    }

    /// Ends a process that may be out of step with the game.
    pub fn dismiss(&mut self) {
        drop(self.let_go());
    }

    /// Tells the bot how the game ended, and ends its process.
    pub fn end_game(
        &mut self,
        session: &GameSession,
        verdict: &Verdict,
        fault: Option<&SeatFault>,
    ) {
        if let Some(process) = self.let_go() {
            process.dismiss(session, verdict, fault);
        }
    }

    fn let_go(&mut self) -> Option<BotOpponent> {
        let process = self.process.take()?;
        self.measure = process.measure.clone();
        Some(process)
    }

    /// Ends the bot's process; the next question starts a new one.
    pub fn leave(&mut self) {
        if let Some(process) = self.let_go() {
            process.leave();
        }
    }
}
