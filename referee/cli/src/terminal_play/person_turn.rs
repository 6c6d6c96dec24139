//! A person's turn: shows the board and the prompt, and handles input until a move is made.

use referee_record::FaultKind;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use referee_games::Seat;
use referee_play::{format_remaining, hint};
use referee_tournament::results::quoted;

use super::command::{HELP, TerminalCommand};
use super::input::InputEvent;
use super::terminal_game::{After, TerminalGame};
use super::words::{Entered, MoveInput};

impl TerminalGame {
    /// Asks a person for a move and handles their commands.
    pub(super) fn turn(&mut self, seat: Seat) -> Result<After> {
        self.screen.draw(self.session.position(), false)?;
        let mut entry = MoveInput::new(self.session.position());
        let began = Instant::now();
        let left = self
            .clock
            .as_ref()
            .and_then(|clock| clock.left(seat.letter()));
        loop {
            let question = match left {
                None => entry.question(),
                Some(left) => {
                    let left = format_remaining(left.saturating_sub(began.elapsed()));
                    format!("{left} left, {}", entry.question())
                }
            };
            self.screen.ask(seat, &question)?;
            let heard = self.input.hear(left.map(|left| began + left))?;
            let line = match heard {
                InputEvent::Line(line) => line,
                InputEvent::Refused(why) => {
                    self.screen.answered("")?;
                    self.screen.say(&why)?;
                    continue;
                }
                InputEvent::Late => {
                    self.screen.answered("")?;
                    self.charge(seat, began, false);
                    self.screen.say(&format!("{seat}'s time is over."))?;
                    return Ok(self.leave(seat, FaultKind::Timeout));
                }
                InputEvent::End => {
                    self.screen.answered("")?;
                    self.charge(seat, began, false);
                    return Ok(After::Stopped);
                }
            };
            if !self.input.shown {
                self.screen.answered(&line)?;
            }
            match TerminalCommand::of(&line) {
                TerminalCommand::Move(text) => match entry.enter(self.session.position(), &text) {
                    Entered::More => {}
                    Entered::Wrong(why) => self.screen.say(&why)?,
                    Entered::Move(word) => {
                        let lines = self.session.play(&word).unwrap_or_default();
                        self.charge(seat, began, true);
                        self.screen.say(&lines.join("\n"))?;
                        return Ok(After::On);
                    }
                },
                TerminalCommand::List(None) => self.screen.say(&entry.list().join("\n"))?,
                TerminalCommand::List(Some(piece)) => {
                    let listed = entry.list_of(self.session.position(), &piece);
                    self.screen.say(&listed.unwrap_or_else(|why| why))?;
                }
                TerminalCommand::Hint => {
                    let hint = hint(&self.session, seat, self.move_ms);
                    let text = hint.unwrap_or_else(|why| format!("there is none: {why}"));
                    self.screen.say(&format!("hint: {text}"))?;
                }
                TerminalCommand::Back => {
                    if !entry.back() {
                        self.screen
                            .say("nothing is entered; undo takes a move back")?;
                    }
                }
                TerminalCommand::Board => self.screen.draw(self.session.position(), true)?,
                TerminalCommand::Undo => match self.undo() {
                    Ok(()) => return Ok(After::On),
                    Err(why) => self.screen.say(why)?,
                },
                TerminalCommand::Save(file) => {
                    let spent = began.elapsed();
                    let notice = self.save(file, seat, spent);
                    self.screen.say(&notice)?;
                }
                TerminalCommand::Resign => {
                    self.screen.say(&format!("{seat} gives up."))?;
                    return Ok(self.leave(seat, FaultKind::Resigned));
                }
                TerminalCommand::Quit => {
                    self.charge(seat, began, false);
                    return Ok(After::Stopped);
                }
                TerminalCommand::Help => self.screen.say(HELP)?,
            }
        }
    }

    fn charge(&mut self, seat: Seat, began: Instant, moved: bool) {
        if let Some(clock) = &mut self.clock {
            if moved {
                clock.charge(seat.letter(), began.elapsed());
            } else {
                clock.stop(seat.letter(), began.elapsed());
            }
        }
    }

    fn leave(&mut self, seat: Seat, reason: FaultKind) -> After {
        self.session.leave(seat, reason);
        After::On
    }

    fn undo(&mut self) -> Result<(), &'static str> {
        if self.clock.is_some() {
            return Err("with a clock no move is taken back");
        }
        let seat = self.alone();
        let seat = seat.ok_or("moves are taken back only by one person against bots")?;
        if !self.session.back(seat) {
            return Err("you have made no move yet");
        }
        self.start_anew();
        Ok(())
    }

    /// Writes the game to a file, and returns the outcome as a message.
    fn save(&mut self, file: Option<PathBuf>, seat: Seat, spent: Duration) -> String {
        let path = self.file.as_ref().map(|(path, _)| path.clone());
        let Some(file) = file.or_else(|| path.clone()) else {
            return "save to what file? Type: save FILE".to_owned();
        };
        if path.as_ref() != Some(&file) && file.exists() {
            return format!("{} exists already; take another name", quoted(&file));
        }
        let mut saved = self.saved();
        if let Some(clock) = &mut saved.clock {
            clock.stop(seat.letter(), spent);
        }
        if let Err(error) = saved.write(&file) {
            return format!("{} can't be written: {error}", quoted(&file));
        }
        let notice = format!(
            "saved; to go on later: referee play --continue {}",
            quoted(&file)
        );
        self.file = Some((file, self.session.steps().len()));
        notice
    }
}
