//! A game with people: its state, and the actions in it. It knows no thread and no process.

use referee_record::FaultKind;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use referee_games::{GameSource, Seat, Turn};
use referee_output::sanitize::plain;
use referee_tournament::now_ms;

use super::saved_game::{SavedGame, SavedSeat};
use crate::clock::RemainingTime;
use crate::game_session::{GameSession, NextStep};
use crate::hint::hint;
use crate::model::{Action, PlayRefusal, SeatKey};
use crate::save::SavedTerminalGame;

/// Number of sentences about past events that are kept.
const TOLD: usize = 12;

/// A game with people.
pub(super) struct HumanGame {
    pub(super) session: GameSession,
    pub(super) seats: BTreeMap<char, SavedSeat>,
    pub(super) clock: Option<RemainingTime>,
    pub(super) move_ms: u64,
    pub(super) told: Vec<String>,
    pub(super) trouble: Option<String>,
    /// True if the names of the run's bots must not be shown.
    pub(super) secret: bool,
    /// Start of the current turn on a clock that runs.
    pub(super) running: Option<Instant>,
    pub(super) version: u64,
}

impl HumanGame {
    /// Returns a game that begins or continues here.
    pub(super) fn new(
        session: GameSession,
        seats: BTreeMap<char, SavedSeat>,
        clock: Option<RemainingTime>,
        move_ms: u64,
    ) -> HumanGame {
        let mut game = HumanGame {
            session,
            seats,
            clock,
            move_ms,
            told: Vec::new(),
            trouble: None,
            secret: false,
            running: None,
            // The version starts at the current time, so that pages opened before a restart of the server see
            // a newer one.
            version: now_ms(),
        };
        game.ask();
        game
    }

    /// Restores a saved game, by a game of this source; returns an error in words if its content is invalid.
    pub(super) fn of(kept: SavedGame, games: &GameSource) -> Result<HumanGame, String> {
        let session = kept.game.session(games)?;
        let (clock, move_ms) = (kept.game.clock, kept.game.move_ms);
        let mut game = HumanGame::new(session, kept.seats, clock, move_ms);
        game.version = game.version.max(kept.version + 1);
        Ok(game)
    }

    /// Returns the saved form of the game.
    pub(super) fn kept(&self) -> SavedGame {
        let player = |(seat, seated): (&char, &SavedSeat)| (*seat, seated.name.clone());
        let players = self.seats.iter().map(player).collect();
        let mut clock = self.clock.clone();
        if let (Some(clock), Some(seat), Some(since)) = (&mut clock, self.turn(), self.running) {
            clock.stop(seat.letter(), since.elapsed());
        }
        SavedGame {
            game: SavedTerminalGame::of((&self.session, None), players, clock, self.move_ms),
            seats: self.seats.clone(),
            version: self.version,
        }
    }

    /// Returns the seat that has to choose; `None` if no seat has to.
    pub(super) fn turn(&self) -> Option<Seat> {
        match self.session.position().turn() {
            Turn::Seat(seat) if !self.session.is_over() => Some(seat),
            _ => None,
        }
    }

    /// Returns the seat and address of the bot that has to choose, if one has to.
    pub(super) fn bot_on_turn(&self) -> Option<(Seat, &str)> {
        let seat = self.turn()?;
        let seated = self
            .seats
            .get(&seat.letter())
            .filter(|seated| seated.auto)?;
        Some((seat, &seated.bot))
    }

    /// Returns true if a person takes part.
    pub(super) fn has_people(&self) -> bool {
        self.seats.values().any(|seated| !seated.auto)
    }

    /// Returns the remaining time on the clock that runs; `None` if none runs.
    pub(super) fn left(&self) -> Option<Duration> {
        let left = self.clock.as_ref()?.left(self.turn()?.letter())?;
        Some(left.saturating_sub(self.running?.elapsed()))
    }

    /// Casts a die or plays a forced move, where one is due; returns false if a seat has to choose or the
    /// game is over.
    pub(super) fn advance(&mut self) -> bool {
        match self.session.advance() {
            NextStep::Message(lines) => {
                self.tell(&lines);
                self.ask();
                true
            }
            NextStep::Seat(_) | NextStep::Over => false,
        }
    }

    /// Plays a move for the seat on turn. Returns an error if the seat isn't on turn or the move is illegal.
    pub(super) fn play(&mut self, seat: Seat, notation: &str) -> Result<(), PlayRefusal> {
        if self.turn() != Some(seat) {
            return Err(PlayRefusal::Wrong("It isn't your turn.".to_owned()));
        }
        if let Some(why) = self.session.position().explain(notation) {
            return Err(PlayRefusal::Wrong(plain(&why)));
        }
        if let (Some(clock), Some(since)) = (&mut self.clock, self.running) {
            clock.charge(seat.letter(), since.elapsed());
        }
        let lines = self.session.play(notation).unwrap_or_default();
        self.tell(&lines);
        self.ask();
        Ok(())
    }

    /// Takes a seat out of the game; `reason` is a verdict word, `line` the sentence for people.
    pub(super) fn leave(&mut self, seat: Seat, reason: FaultKind, line: String) {
        let running = self.running.filter(|_| self.turn() == Some(seat));
        if let (Some(clock), Some(since)) = (&mut self.clock, running) {
            clock.stop(seat.letter(), since.elapsed());
        }
        self.session.leave(seat, reason);
        self.tell(&[line]);
        self.ask();
    }

    /// Takes the seat on turn, person or bot, out of the game if its time is over; returns true if so.
    pub(super) fn time_is_over(&mut self) -> bool {
        let (Some(Duration::ZERO), Some(seat)) = (self.left(), self.turn()) else {
            return false;
        };
        self.leave(seat, FaultKind::Timeout, format!("{seat}'s time is over."));
        true
    }

    /// Sets or clears the failure of the machine; returns true if that changed something.
    pub(super) fn trouble(&mut self, why: Option<String>) -> bool {
        let changed = self.trouble != why;
        self.trouble = why;
        self.version += u64::from(changed);
        changed
    }

    /// Takes a person's action; a hint returns a move. Returns an error if the key is wrong or the action
    /// isn't possible.
    pub(super) fn act(
        &mut self,
        hand: &SeatKey,
        action: &Action,
    ) -> Result<Option<String>, PlayRefusal> {
        let seated = self
            .seats
            .get_mut(&hand.seat)
            .filter(|seated| seated.opens(&hand.key));
        let seated = seated.ok_or(PlayRefusal::Key)?;
        let wrong = |why: &str| Err(PlayRefusal::Wrong(why.to_owned()));
        let seats = self.session.position().seats();
        let seat = seats.into_iter().find(|seat| seat.letter() == hand.seat);
        let Some(seat) = seat.filter(|_| !self.session.is_over()) else {
            return wrong("The game is over.");
        };
        if let Action::Auto(on) = action {
            seated.auto = *on;
            self.version += 1;
            return Ok(None);
        }
        if seated.auto {
            return wrong("A bot moves for this seat; untick “auto move” first.");
        }
        self.told.clear();
        match action {
            Action::Move(word) => self.play(seat, word.trim())?,
            Action::Undo => self.undo(seat)?,
            Action::Resign => self.leave(seat, FaultKind::Resigned, format!("{seat} gives up.")),
            Action::Hint if self.turn() != Some(seat) => return wrong("It isn't your turn."),
            Action::Hint => {
                let hint_text = hint(&self.session, seat, self.move_ms.min(1000));
                return hint_text
                    .map(Some)
                    .map_err(|why| PlayRefusal::Wrong(format!("There is no hint: {why}")));
            }
            Action::Auto(_) => {}
        }
        Ok(None)
    }

    /// Returns an error with the reason if a seat may not take a move back.
    pub(super) fn may_undo(&self, seat: Seat) -> Result<(), &'static str> {
        let seats = self.session.position().seats();
        let mut others = seats.iter().filter(|other| **other != seat);
        let person = |other_seat: &Seat| {
            self.seats
                .get(&other_seat.letter())
                .is_some_and(|seated| !seated.auto)
        };
        if self.clock.is_some() {
            Err("With a clock no move is taken back.")
        } else if others.any(person) {
            Err("Moves are taken back only by one person against bots.")
        } else if !self.session.has_chosen(seat) {
            Err("You have made no move yet.")
        } else if self.session.is_over() {
            Err("The game is over.")
        } else {
            Ok(())
        }
    }

    fn undo(&mut self, seat: Seat) -> Result<(), PlayRefusal> {
        self.may_undo(seat)
            .map_err(|why| PlayRefusal::Wrong(why.to_owned()))?;
        self.session.back(seat);
        self.tell(&[format!("{seat} takes a move back.")]);
        self.ask();
        Ok(())
    }

    /// Starts the clock of the seat that has to choose. Its first move is free: its player may still be on
    /// the way to the page.
    fn ask(&mut self) {
        self.version += 1;
        let clocked = |seat: &Seat| {
            self.clock
                .as_ref()
                .is_some_and(|clock| clock.left(seat.letter()).is_some())
        };
        let turn = self
            .turn()
            .filter(clocked)
            .filter(|seat| self.session.has_chosen(*seat));
        self.running = turn.map(|_| Instant::now());
    }

    fn tell(&mut self, lines: &[String]) {
        self.told.extend(lines.iter().map(|line| plain(line)));
        let spare = self.told.len().saturating_sub(TOLD);
        self.told.drain(..spare);
    }
}
