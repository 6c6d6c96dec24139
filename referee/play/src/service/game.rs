//! A game with people: how it stands, and what can be done in it. It knows no thread and no process.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use referee_games::{Seat, Turn};
use referee_output::sanitize::plain;
use referee_tournament::now_ms;

use super::saved_game::{SavedGame, SavedSeat};
use crate::clock::RemainingTime;
use crate::game_session::{GameSession, NextStep};
use crate::hint::hint;
use crate::model::{Action, PlayRefusal, SeatKey};
use crate::save::SavedTerminalGame;

/// Sentences that are kept of what happened.
const TOLD: usize = 12;

/// A game with people.
pub struct HumanGame {
    pub(super) sitting: GameSession,
    pub(super) chairs: BTreeMap<char, SavedSeat>,
    pub(super) clock: Option<RemainingTime>,
    pub(super) move_ms: u64,
    pub(super) told: Vec<String>,
    pub(super) trouble: Option<String>,
    /// Whether nobody may know which bots of the run these are.
    pub(super) secret: bool,
    /// Since when a clock runs.
    pub(super) running: Option<Instant>,
    pub(super) version: u64,
}

impl HumanGame {
    /// A game that begins or goes on here.
    pub fn new(
        sitting: GameSession,
        chairs: BTreeMap<char, SavedSeat>,
        clock: Option<RemainingTime>,
        move_ms: u64,
    ) -> HumanGame {
        let mut game = HumanGame {
            sitting,
            chairs,
            clock,
            move_ms,
            told: Vec::new(),
            trouble: None,
            secret: false,
            running: None,
            // Whoever looked before the server was started anew sees that something is new.
            version: now_ms(),
        };
        game.ask();
        game
    }

    /// A game that was kept; what is wrong with it comes as a sentence.
    pub fn of(kept: SavedGame) -> Result<HumanGame, String> {
        let sitting = kept.game.sitting()?;
        let (clock, move_ms) = (kept.game.clock, kept.game.move_ms);
        let mut game = HumanGame::new(sitting, kept.chairs, clock, move_ms);
        game.version = game.version.max(kept.version + 1);
        Ok(game)
    }

    /// What is to be kept of it.
    pub fn kept(&self) -> SavedGame {
        let player = |(seat, chair): (&char, &SavedSeat)| (*seat, chair.name.clone());
        let players = self.chairs.iter().map(player).collect();
        let mut clock = self.clock.clone();
        if let (Some(clock), Some(seat), Some(since)) = (&mut clock, self.turn(), self.running) {
            clock.stop(seat.letter(), since.elapsed());
        }
        SavedGame {
            game: SavedTerminalGame::of(&self.sitting, players, clock, self.move_ms),
            chairs: self.chairs.clone(),
            version: self.version,
        }
    }

    /// Who is to choose.
    pub fn turn(&self) -> Option<Seat> {
        match self.sitting.position().turn() {
            Turn::Seat(seat) if !self.sitting.is_over() => Some(seat),
            _ => None,
        }
    }

    /// The bot that is to choose, if one is.
    pub fn bot_on_turn(&self) -> Option<(Seat, &str)> {
        let seat = self.turn()?;
        let chair = self.chairs.get(&seat.letter()).filter(|chair| chair.auto)?;
        Some((seat, &chair.bot))
    }

    /// Whether a person takes part.
    pub fn has_people(&self) -> bool {
        self.chairs.values().any(|chair| !chair.auto)
    }

    /// What is left on the clock that runs.
    pub fn left(&self) -> Option<Duration> {
        let left = self.clock.as_ref()?.left(self.turn()?.letter())?;
        Some(left.saturating_sub(self.running?.elapsed()))
    }

    /// Casts a die or plays a forced move, where one is due; false where somebody has to choose.
    pub fn advance(&mut self) -> bool {
        match self.sitting.advance() {
            NextStep::Message(lines) => {
                self.tell(&lines);
                self.ask();
                true
            }
            NextStep::Seat(_) | NextStep::Over => false,
        }
    }

    /// Plays a move for the seat on turn.
    pub fn play(&mut self, seat: Seat, notation: &str) -> Result<(), PlayRefusal> {
        if self.turn() != Some(seat) {
            return Err(PlayRefusal::Wrong("It isn't your turn.".to_owned()));
        }
        if let Some(why) = self.sitting.position().explain(notation) {
            return Err(PlayRefusal::Wrong(plain(&why)));
        }
        if let (Some(clock), Some(since)) = (&mut self.clock, self.running) {
            clock.charge(seat.letter(), since.elapsed());
        }
        let lines = self.sitting.play(notation).unwrap_or_default();
        self.tell(&lines);
        self.ask();
        Ok(())
    }

    /// A seat leaves, for a reason by its verdict word; told in a sentence.
    pub fn leave(&mut self, seat: Seat, reason: &str, line: String) {
        let running = self.running.filter(|_| self.turn() == Some(seat));
        if let (Some(clock), Some(since)) = (&mut self.clock, running) {
            clock.stop(seat.letter(), since.elapsed());
        }
        self.sitting.leave(seat, reason);
        self.tell(&[line]);
        self.ask();
    }

    /// Whoever is to choose leaves where no time is left, person or bot.
    pub fn time_is_over(&mut self) -> bool {
        let (Some(Duration::ZERO), Some(seat)) = (self.left(), self.turn()) else {
            return false;
        };
        self.leave(seat, "timeout", format!("{seat}'s time is over."));
        true
    }

    /// What the machine does wrong, or that it is well again.
    pub fn trouble(&mut self, why: Option<String>) -> bool {
        let changed = self.trouble != why;
        self.trouble = why;
        self.version += u64::from(changed);
        changed
    }

    /// Does what somebody wishes; a hint is answered with a move.
    pub fn act(&mut self, hand: &SeatKey, action: &Action) -> Result<Option<String>, PlayRefusal> {
        let chair = self
            .chairs
            .get_mut(&hand.seat)
            .filter(|chair| chair.opens(&hand.key));
        let chair = chair.ok_or(PlayRefusal::Key)?;
        let wrong = |why: &str| Err(PlayRefusal::Wrong(why.to_owned()));
        let seats = self.sitting.position().seats();
        let seat = seats.into_iter().find(|seat| seat.letter() == hand.seat);
        let Some(seat) = seat.filter(|_| !self.sitting.is_over()) else {
            return wrong("The game is over.");
        };
        if let Action::Auto(on) = action {
            chair.auto = *on;
            self.version += 1;
            return Ok(None);
        }
        if chair.auto {
            return wrong("A bot moves for this seat; untick “auto move” first.");
        }
        self.told.clear();
        match action {
            Action::Move(word) => self.play(seat, word.trim())?,
            Action::Undo => self.undo(seat)?,
            Action::Resign => self.leave(seat, "resigned", format!("{seat} gives up.")),
            Action::Hint if self.turn() != Some(seat) => return wrong("It isn't your turn."),
            Action::Hint => {
                let hint_text = hint(&self.sitting, seat, self.move_ms.min(1000));
                return hint_text
                    .map(Some)
                    .map_err(|why| PlayRefusal::Wrong(format!("There is no hint: {why}")));
            }
            Action::Auto(_) => {}
        }
        Ok(None)
    }

    /// Why a seat may take no move back, if it may not.
    pub(super) fn may_undo(&self, seat: Seat) -> Result<(), &'static str> {
        let seats = self.sitting.position().seats();
        let mut others = seats.iter().filter(|other| **other != seat);
        let person = |other_seat: &Seat| {
            self.chairs
                .get(&other_seat.letter())
                .is_some_and(|chair| !chair.auto)
        };
        if self.clock.is_some() {
            Err("With a clock no move is taken back.")
        } else if others.any(person) {
            Err("Moves are taken back only by one person against bots.")
        } else if !self.sitting.has_chosen(seat) {
            Err("You have made no move yet.")
        } else if self.sitting.is_over() {
            Err("The game is over.")
        } else {
            Ok(())
        }
    }

    fn undo(&mut self, seat: Seat) -> Result<(), PlayRefusal> {
        self.may_undo(seat)
            .map_err(|why| PlayRefusal::Wrong(why.to_owned()))?;
        self.sitting.back(seat);
        self.tell(&[format!("{seat} takes a move back.")]);
        self.ask();
        Ok(())
    }

    /// The clock of the seat that is to choose begins to run. Its first move is free: its player may be on
    /// the way.
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
            .filter(|seat| self.sitting.has_chosen(*seat));
        self.running = turn.map(|_| Instant::now());
    }

    fn tell(&mut self, lines: &[String]) {
        self.told.extend(lines.iter().map(|line| plain(line)));
        let spare = self.told.len().saturating_sub(TOLD);
        self.told.drain(..spare);
    }
}
