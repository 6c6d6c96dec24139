//! Plays a game with people in the terminal, turn by turn to its end.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use referee_engine::{NoReply, ProcessScope};
use referee_games::Seat;
use referee_output::Exit;
use referee_output::failure::machine;
use referee_output::sanitize::plain;
use referee_play::{
    BotPlayer, GameSession, NextStep, RemainingTime, SavedTerminalGame, describe_result,
};
use referee_report::game_view::farewell;
use referee_tournament::results::quoted;

use super::input::Input;
use super::screen::TerminalScreen;
use crate::display::WaitNotice;

/// The player at a seat.
pub struct SeatedPlayer {
    /// The seat.
    pub seat: Seat,
    /// The player's word on the command line.
    pub called: String,
    /// The player's name in sentences.
    pub name: String,
    /// The bot; `None` for a person.
    pub bot: Option<BotPlayer>,
}

/// The state of a game with people in the terminal.
pub struct TerminalGame {
    pub(super) session: GameSession,
    /// The folder of the program that holds the rules, if they aren't built in.
    pub(super) folder: Option<PathBuf>,
    pub(super) seats: Vec<SeatedPlayer>,
    pub(super) screen: TerminalScreen,
    pub(super) input: Input,
    pub(super) clock: Option<RemainingTime>,
    /// Milliseconds that a bot has for each move and for a hint.
    pub(super) move_ms: u64,
    /// The process scope of the bots.
    pub(super) scope: Option<ProcessScope>,
    /// The file in which the game is saved, and the number of steps that it holds.
    pub(super) file: Option<(PathBuf, usize)>,
}

/// Tells if the game continues after a turn.
pub(super) enum After {
    /// The game continues.
    On,
    /// The people quit.
    Stopped,
}

impl TerminalGame {
    /// Plays until the game is over or the people quit.
    pub fn play(mut self) -> Result<Exit> {
        self.introduce()?;
        loop {
            match self.session.advance() {
                NextStep::Over => break,
                NextStep::Message(lines) => self.screen.say(&lines.join("\n"))?,
                NextStep::Seat(seat) => match self.answer_of(seat) {
                    None => {
                        if let After::Stopped = self.turn(seat)? {
                            return self.stop();
                        }
                    }
                    Some(Ok(word)) => {
                        let narration = self.session.play(&word).unwrap_or_default();
                        self.screen.say(&narration.join("\n"))?;
                    }
                    // A bot that was stopped seems to have failed.
                    Some(Err(_)) if self.input.is_stopped() => return self.stop(),
                    Some(Err(NoReply::Machine(why))) => return Err(machine(why)),
                    Some(Err(NoReply::Forfeit(evidence))) => {
                        let (reason, sentence) = (evidence.reason, &evidence.sentence);
                        let name = self.name(seat);
                        self.screen
                            .say(&format!("{seat} ({name}) forfeits, {reason}: {sentence}"))?;
                        self.session.leave(seat, reason);
                        self.session.add_evidence([*evidence]);
                        let mut seats = self.seats.iter_mut();
                        let seated = seats.find(|seated| seated.seat == seat);
                        if let Some(bot) = seated.and_then(|seated| seated.bot.as_mut()) {
                            bot.leave();
                        }
                    }
                },
            }
        }
        let verdict = self.session.verdict();
        self.screen.draw(self.session.position(), false)?;
        // After a fault the game's own closing line would speak of programming errors.
        let played_out = verdict.seats.iter().all(|seat| seat.fault.is_none());
        let line = farewell(self.session.position(), &verdict).filter(|_| played_out);
        if let Some(line) = line {
            self.screen.say(&line)?;
        }
        let name = |seat| self.name(seat);
        let result = describe_result(&verdict, &name);
        self.screen.say(&result)?;
        for seated in &mut self.seats {
            if let Some(bot) = &mut seated.bot {
                bot.end_game(&self.session, &verdict);
                if let Some(chatter) = bot.chatter() {
                    let (seat, name) = (seated.seat, &seated.name);
                    let line = format!("{seat} ({name}) printed {chatter}");
                    self.screen.say(&line)?;
                }
            }
        }
        Ok(Exit::Fine)
    }

    /// Returns the name of a seat's player for sentences.
    pub(super) fn name(&self, seat: Seat) -> String {
        let seated = self.seats.iter().find(|seated| seated.seat == seat);
        seated.map_or(String::new(), |seated| plain(&seated.name))
    }

    /// Returns the seat of the only person; `None` if there are several people or none.
    pub(super) fn alone(&self) -> Option<Seat> {
        let mut people = self.seats.iter().filter(|seated| seated.bot.is_none());
        let first = people.next()?;
        people.next().is_none().then_some(first.seat)
    }

    /// Returns the saved form of the game as it is now.
    pub(super) fn saved(&self) -> SavedTerminalGame {
        let players: BTreeMap<char, String> = self
            .seats
            .iter()
            .map(|seated| (seated.seat.letter(), seated.called.clone()))
            .collect();
        SavedTerminalGame::of(
            (&self.session, self.folder.as_deref()),
            players,
            self.clock.clone(),
            self.move_ms,
        )
    }

    /// Makes every bot be told of a new game before its next move.
    pub(super) fn start_anew(&mut self) {
        for bot in self
            .seats
            .iter_mut()
            .filter_map(|seated| seated.bot.as_mut())
        {
            bot.start_anew();
        }
    }

    fn introduce(&mut self) -> Result<()> {
        let seats: Vec<String> = self
            .seats
            .iter()
            .map(|seated| format!("{} is {}", seated.seat, plain(&seated.name)))
            .collect();
        let game = self.session.rules.name();
        let intro = format!(
            "{game}\n{}\nAll legal moves: ?  The other commands: help",
            seats.join("\n")
        );
        Ok(self.screen.say(&intro)?)
    }

    /// Returns a bot's answer; `None` if a person has the seat.
    fn answer_of(&mut self, seat: Seat) -> Option<Result<String, NoReply>> {
        let seated = self.seats.iter_mut().find(|seated| seated.seat == seat)?;
        let (bot, scope) = (seated.bot.as_mut()?, self.scope.as_ref()?);
        if !bot.is_started() {
            let _notice = WaitNotice::for_ready(&format!("{seat} ({})", seated.name));
            if let Err(error) = bot.start(&self.session, seat, self.move_ms, scope) {
                return Some(Err(error));
            }
        }
        Some(bot.answer(&self.session, seat, self.move_ms, scope))
    }

    /// Stops because the people quit, and prints how to continue a saved game.
    fn stop(&mut self) -> Result<Exit> {
        if let Some((file, steps)) = &self.file {
            let later = self.session.steps().len() != *steps;
            let since = if later {
                " from where it was saved"
            } else {
                ""
            };
            let text = format!("to go on{since}: referee play --continue {}", quoted(file));
            self.screen.say(&text)?;
        }
        for bot in self
            .seats
            .iter_mut()
            .filter_map(|seated| seated.bot.as_mut())
        {
            bot.leave();
        }
        Ok(Exit::Fine)
    }
}
