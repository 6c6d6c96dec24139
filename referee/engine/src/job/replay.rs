//! Follows the steps of a recorded game by its rules.

use std::fmt::Write;
use std::slice;

use referee_games::{Ending, Position, Rules, Seat, StateError, Turn};
use referee_record::{FaultKind, Played, Step};
use thiserror::Error;

/// A recorded step that the rules don't allow.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("ply {ply} (step {number}): recorded: {recorded}; by the rules: {rules}")]
pub struct StepError {
    /// Number of the recorded step, from 1.
    pub number: usize,
    /// Number of the move, or of the move that follows the step, from 1.
    pub ply: usize,
    /// The recorded step.
    pub recorded: String,
    /// What the rules ask for, or the reason why they refuse the step.
    pub rules: String,
}

/// Position in a recorded game, which is followed step by step.
pub(crate) struct ReplayCursor {
    position: Box<dyn Position>,
    seats: Vec<Seat>,
    outs: Vec<Seat>,
    /// True while all steps so far are failed handshakes: these are judged together, before the first move.
    handshake: bool,
    /// What ended the game before its rules did: a seat left and they don't let the others play on, or the referee
    /// ended it.
    ended_by: Option<&'static str>,
    number: usize,
    ply: usize,
}

impl ReplayCursor {
    pub(crate) fn new(position: Box<dyn Position>) -> ReplayCursor {
        ReplayCursor {
            seats: position.seats(),
            position,
            outs: Vec::new(),
            handshake: true,
            ended_by: None,
            number: 1,
            ply: 1,
        }
    }

    pub(crate) fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// Returns whose turn it is, unless the game is over by a forfeit or an adjudication.
    pub(crate) fn turn(&self) -> Option<Turn<String>> {
        self.ended_by.is_none().then(|| self.position.turn())
    }

    /// Returns the ending by the rules, if the position has one.
    pub(crate) fn ending(&self) -> Option<Ending> {
        match self.position.turn() {
            Turn::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// Tells if the game has ended, by its rules or before.
    pub(crate) fn is_over(&self) -> bool {
        self.ended_by.is_some() || self.ending().is_some()
    }

    /// Plays a step; where the rules refuse it, nothing changes and an error is returned.
    pub(crate) fn follow(&mut self, step: &Step) -> Result<(), StepError> {
        let followed = match step {
            Step::Move { seat, word, said } => self.play(*seat, word, said.as_deref()),
            Step::Chance { seat, chance } => self.cast(*seat, chance),
            Step::Out { out, reason } => self.leave(*out, *reason),
            Step::Adjudicated { .. } => self.end(),
        };
        followed.map_err(|rules| self.refuse(step, rules))?;
        self.number += 1;
        self.ply += usize::from(matches!(step, Step::Move { .. }));
        self.handshake &= matches!(step, Step::Out { .. });
        Ok(())
    }

    pub(crate) fn refuse(&self, step: &Step, rules: String) -> StepError {
        StepError {
            number: self.number,
            ply: self.ply,
            recorded: describe(step),
            rules,
        }
    }

    fn play(&mut self, seat: char, move_text: &str, said: Option<&str>) -> Result<(), String> {
        let asked = match self.turn() {
            Some(Turn::Seat(asked)) => asked,
            Some(Turn::Forced(asked, forced)) if forced == move_text && said.is_none() => asked,
            _ => return Err(self.asked()),
        };
        if asked.letter() != seat {
            return Err(self.asked());
        }
        let mut next = self.position.boxed();
        match next.play(move_text) {
            Some(canonical) if canonical == move_text => {}
            Some(canonical) => return Err(format!("the move is written {canonical}")),
            None => return Err(self.position.explain(move_text).unwrap_or_default()),
        }
        if let Some(said) = said
            && (said == move_text || self.position.boxed().play(said).as_deref() != Some(move_text))
        {
            return Err(format!("{said:?} isn't another spelling of {move_text}"));
        }
        self.position = next;
        Ok(())
    }

    fn cast(&mut self, seat: char, outcome: &str) -> Result<(), String> {
        match self.turn() {
            Some(Turn::Chance(chance)) if chance.seat.letter() == seat => {}
            _ => return Err(self.asked()),
        }
        let known = self.position.cast(outcome);
        known.then_some(()).ok_or_else(|| self.asked())
    }

    fn leave(&mut self, letter: char, reason: FaultKind) -> Result<(), String> {
        let takes_part = |seat: &Seat| self.seats.contains(seat) && !self.outs.contains(seat);
        let Some(seat) = Seat::from_letter(letter).filter(takes_part) else {
            return Err(format!("no seat {letter} takes part"));
        };
        let starting =
            reason == FaultKind::NoHandshake || (self.handshake && reason == FaultKind::Garbage);
        if starting && !self.handshake {
            return Err("a handshake fails before the first step or not at all".to_owned());
        }
        if !starting && self.turn() != Some(Turn::Seat(seat)) {
            return Err(self.asked());
        }
        self.handshake &= starting;
        self.outs.push(seat);
        if !self.position.withdraw(seat) {
            self.ended_by = Some("a forfeit");
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        if matches!(self.turn(), None | Some(Turn::Over(_) | Turn::Failed(_))) {
            return Err(self.asked());
        }
        self.ended_by = Some("an adjudication");
        Ok(())
    }

    /// Describes what the rules ask for next.
    pub(crate) fn asked(&self) -> String {
        match self.turn() {
            None => {
                let what = self.ended_by.unwrap_or_default();
                format!("nothing more, the game ended by {what}")
            }
            Some(Turn::Over(ending)) => {
                format!("nothing more, the game is over ({})", ending.reason)
            }
            Some(Turn::Failed(why)) => why,
            Some(Turn::Seat(seat)) => format!("a move of {seat}"),
            Some(Turn::Forced(seat, word)) => format!("{seat} has no choice but {word}"),
            Some(Turn::Chance(chance)) => {
                let mut text = format!("a die of {}:", chance.seat);
                for (name, _) in &*chance.outcomes {
                    let _ = write!(text, " {name}");
                }
                text
            }
        }
    }
}

fn describe(step: &Step) -> String {
    match step {
        Step::Move { seat, word, said } => match said {
            Some(said) => format!("{seat} plays {word}, said as {said:?}"),
            None => format!("{seat} plays {word}"),
        },
        Step::Chance { seat, chance } => format!("a die of {seat}: {chance}"),
        Step::Out { out, reason } => format!("{out} is out ({reason})"),
        Step::Adjudicated { adjudicated } => format!("the game is ended ({adjudicated})"),
    }
}

/// Iterator over the steps of a game, each with the position after it. Dice are taken as they are recorded;
/// the first step that the rules refuse is the last item, an error.
pub struct Replay<'a> {
    course: ReplayCursor,
    steps: slice::Iter<'a, Step>,
}

/// Replays a recorded game from its start. Returns an error if the start position can't be read.
pub fn replay<'a>(rules: &dyn Rules, played: &'a Played) -> Result<Replay<'a>, StateError> {
    Ok(Replay {
        course: ReplayCursor::new(rules.read(&played.start)?),
        steps: played.steps.iter(),
    })
}

impl<'a> Iterator for Replay<'a> {
    type Item = Result<(&'a Step, Box<dyn Position>), StepError>;

    fn next(&mut self) -> Option<Self::Item> {
        let step = self.steps.next()?;
        let followed = self.course.follow(step);
        if followed.is_err() {
            self.steps = [].iter();
        }
        Some(followed.map(|()| (step, self.course.position().boxed())))
    }
}
