//! The table with all that sit at it: turn by turn to the end of the game.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use referee_engine::{ProcessScope, SeatFault};
use referee_games::Seat;
use referee_output::exit_code::Exit;
use referee_output::failure::machine;
use referee_output::sanitize::plain;
use referee_play::bot::BotPlayer;
use referee_play::clock::RemainingTime;
use referee_play::game_session::{GameSession, NextStep};
use referee_play::opponent::OpponentError;
use referee_play::result::result;
use referee_play::save::SavedTerminalGame;
use referee_report::game_view::farewell;
use referee_tournament::results::quoted;

use super::input::Input;
use super::screen::TerminalScreen;

/// Who sits at a seat.
pub struct SeatedPlayer {
    /// The seat.
    pub seat: Seat,
    /// How it was called on the command line.
    pub called: String,
    /// What it is called in sentences.
    pub name: String,
    /// A bot, or else a person.
    pub bot: Option<BotPlayer>,
}

/// Everything that belongs to a game with people.
pub struct TerminalGame {
    pub(super) sitting: GameSession,
    pub(super) chairs: Vec<SeatedPlayer>,
    pub(super) screen: TerminalScreen,
    pub(super) input: Input,
    pub(super) clock: Option<RemainingTime>,
    /// Milliseconds of a bot for each move, and of a hint.
    pub(super) move_ms: u64,
    /// Where the bots live.
    pub(super) scope: Option<ProcessScope>,
    /// The file of the game, and how many steps it holds.
    pub(super) file: Option<(PathBuf, usize)>,
}

/// What becomes of the game after a turn.
pub(super) enum After {
    /// It goes on.
    On,
    /// The people go away.
    Stopped,
}

impl TerminalGame {
    /// Plays to the end, or until the people go.
    pub fn play(mut self) -> Result<Exit> {
        self.introduce()?;
        let mut faults: Vec<(Seat, SeatFault)> = Vec::new();
        loop {
            match self.sitting.advance() {
                NextStep::Over => break,
                NextStep::Message(lines) => self.screen.say(&lines.join("\n"))?,
                NextStep::Seat(seat) => match self.answer_of(seat) {
                    None => {
                        if let After::Stopped = self.turn(seat)? {
                            return self.stop();
                        }
                    }
                    Some(Ok(word)) => {
                        let narration = self.sitting.play(&word).unwrap_or_default();
                        self.screen.say(&narration.join("\n"))?;
                    }
                    Some(Err(OpponentError::Machine(why))) => return Err(machine(why)),
                    Some(Err(OpponentError::Fault(fault))) => {
                        let reason = fault.kind.text();
                        let name = self.name(seat);
                        let sentence = &fault.sentence;
                        self.screen
                            .say(&format!("{seat} ({name}) forfeits, {reason}: {sentence}"))?;
                        self.sitting.leave(seat, reason);
                        if fault.kind.ends_process() {
                            self.dismiss(seat);
                        } else {
                            faults.push((seat, fault));
                        }
                    }
                },
            }
        }
        let verdict = self.sitting.verdict();
        self.screen.draw(self.sitting.position(), false)?;
        // After a fault the game's own log speaks of programming errors.
        let played_out = verdict.seats.iter().all(|seat| seat.fault.is_none());
        let line = farewell(self.sitting.position(), &verdict).filter(|_| played_out);
        if let Some(line) = line {
            self.screen.say(&line)?;
        }
        let name = |seat| self.name(seat);
        let result = result(&verdict, &name);
        self.screen.say(&result)?;
        for chair in &mut self.chairs {
            let seat = verdict.seat(chair.seat.letter());
            let failed = seat.is_some_and(|seat| seat.fault.is_some());
            let mut seat_faults = faults
                .iter()
                .filter(|(seat, _)| *seat == chair.seat && failed);
            let fault = seat_faults.next_back().map(|(_, fault)| fault);
            if let Some(bot) = &mut chair.bot {
                bot.part(&self.sitting, &verdict, fault);
            }
        }
        Ok(Exit::Fine)
    }

    /// What a seat is called in sentences.
    pub(super) fn name(&self, seat: Seat) -> String {
        let chair = self.chairs.iter().find(|chair| chair.seat == seat);
        chair.map_or(String::new(), |chair| plain(&chair.name))
    }

    /// The one person at the table, if it is one.
    pub(super) fn alone(&self) -> Option<Seat> {
        let mut people = self.chairs.iter().filter(|chair| chair.bot.is_none());
        let first = people.next()?;
        people.next().is_none().then_some(first.seat)
    }

    /// The game as it is saved now.
    pub(super) fn saved(&self) -> SavedTerminalGame {
        let players: BTreeMap<char, String> = self
            .chairs
            .iter()
            .map(|chair| (chair.seat.letter(), chair.called.clone()))
            .collect();
        SavedTerminalGame::of(&self.sitting, players, self.clock.clone(), self.move_ms)
    }

    /// All bots are told of a new game before their next move.
    pub(super) fn start_anew(&mut self) {
        for bot in self
            .chairs
            .iter_mut()
            .filter_map(|chair| chair.bot.as_mut())
        {
            bot.start_anew();
        }
    }

    fn introduce(&mut self) -> Result<()> {
        let seats: Vec<String> = self
            .chairs
            .iter()
            .map(|chair| format!("{} is {}", chair.seat, plain(&chair.name)))
            .collect();
        let game = self.sitting.rules.name();
        let intro = format!(
            "{game}\n{}\nAll legal moves: ?  The other commands: help",
            seats.join("\n")
        );
        Ok(self.screen.say(&intro)?)
    }

    /// A bot's answer; nothing from a person.
    fn answer_of(&mut self, seat: Seat) -> Option<Result<String, OpponentError>> {
        let chair = self.chairs.iter_mut().find(|chair| chair.seat == seat)?;
        let (bot, scope) = (chair.bot.as_mut()?, self.scope.as_ref()?);
        Some(bot.answer(&self.sitting, seat, self.move_ms, scope))
    }

    /// Ends the process of a bot that can't be trusted to be in step any more.
    fn dismiss(&mut self, seat: Seat) {
        let chair = self.chairs.iter_mut().find(|chair| chair.seat == seat);
        if let Some(bot) = chair.and_then(|chair| chair.bot.as_mut()) {
            bot.dismiss();
        }
    }

    /// The people are gone.
    fn stop(&mut self) -> Result<Exit> {
        if let Some((file, steps)) = &self.file {
            let later = self.sitting.steps().len() != *steps;
            let since = if later {
                " from where it was saved"
            } else {
                ""
            };
            let text = format!("to go on{since}: referee play --continue {}", quoted(file));
            self.screen.say(&text)?;
        }
        for bot in self
            .chairs
            .iter_mut()
            .filter_map(|chair| chair.bot.as_mut())
        {
            bot.leave();
        }
        Ok(Exit::Fine)
    }
}
