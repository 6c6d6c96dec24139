//! The game at the table: its position, what has happened so far, and the way back.
//!
//! Dice fall and forced moves are played as in the match loop. Dice follow from the seed and from
//! what was cast before, so that the same ones fall again after a move was taken back.

use referee_engine::{Dice, verdict};
use referee_games::{Position, Rules, Seat, Turn};
use referee_record::{Step, Verdict, derive};

/// A game that is being played.
pub struct GameSession {
    /// What it is played by.
    pub rules: Box<dyn Rules>,
    /// What dice and the bots' own seeds are drawn from.
    pub seed: u64,
    start: Box<dyn Position>,
    position: Box<dyn Position>,
    dice: Dice,
    steps: Vec<Step>,
    /// Whose choice each step was; none where nobody had one.
    chosen: Vec<Option<Seat>>,
    /// Whether it ended by a seat that left.
    broken_off: bool,
}

/// What comes next.
pub enum NextStep {
    /// This seat chooses.
    Seat(Seat),
    /// Something has happened that nobody chose; in words.
    Message(Vec<String>),
    /// Nothing.
    Over,
}

impl GameSession {
    /// A game from this position on.
    pub fn new(rules: Box<dyn Rules>, start: Box<dyn Position>, seed: u64) -> GameSession {
        GameSession {
            rules,
            seed,
            position: start.boxed(),
            start,
            dice: dice(seed),
            steps: Vec::new(),
            chosen: Vec::new(),
            broken_off: false,
        }
    }

    /// The position before the first step.
    pub fn start(&self) -> &dyn Position {
        &*self.start
    }

    /// The position.
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// What has happened.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The letters of all seats that the game began with.
    pub fn seats(&self) -> String {
        let seats = self.start.seats();
        seats.iter().map(|seat| seat.letter()).collect()
    }

    /// Casts a die or plays a forced move, where one is due.
    pub fn advance(&mut self) -> NextStep {
        if self.broken_off {
            return NextStep::Over;
        }
        match self.position.turn() {
            Turn::Over(_) => NextStep::Over,
            Turn::Seat(seat) => NextStep::Seat(seat),
            Turn::Chance(chance) => {
                let outcome = self.dice.cast(&chance);
                self.position.cast(outcome);
                let seat = chance.seat.letter();
                let chance = outcome.to_owned();
                self.note(Step::Chance { seat, chance }, None);
                NextStep::Message(vec![format!("{seat} rolls {outcome}")])
            }
            Turn::Forced(seat, word) => {
                let lines = self.position.narrate(&word);
                self.position.play(&word);
                let (seat, said) = (seat.letter(), None);
                self.note(Step::Move { seat, word, said }, None);
                NextStep::Message(lines)
            }
        }
    }

    /// Plays the move of the seat that chooses, and tells it in words; nothing if it isn't legal.
    pub fn play(&mut self, said: &str) -> Option<Vec<String>> {
        let Turn::Seat(seat) = self.position.turn() else {
            return None;
        };
        let before = self.position.boxed();
        let notation = self.position.play(said)?;
        let lines = narrate(&*before, seat, said);
        let said = (said != notation).then(|| said.to_owned());
        let letter = seat.letter();
        let step = Step::Move {
            seat: letter,
            word: notation,
            said,
        };
        self.note(step, Some(seat));
        Some(lines)
    }

    /// A seat leaves the game, for a reason by its verdict word.
    pub fn leave(&mut self, seat: Seat, reason: &str) {
        let (out, reason) = (seat.letter(), reason.to_owned());
        self.broken_off |= !self.position.withdraw(seat);
        self.note(Step::Out { out, reason }, None);
    }

    /// Whether a seat has chosen a move.
    pub fn has_chosen(&self, seat: Seat) -> bool {
        self.chosen.contains(&Some(seat))
    }

    /// Whether nothing more comes.
    pub fn is_over(&self) -> bool {
        self.broken_off || matches!(self.position.turn(), Turn::Over(_))
    }

    /// Goes back to where the seat chose last; false if it hasn't chosen yet.
    pub fn back(&mut self, seat: Seat) -> bool {
        let Some(last) = self
            .chosen
            .iter()
            .rposition(|chooser| *chooser == Some(seat))
        else {
            return false;
        };
        let kept: Vec<Step> = self.steps.drain(..last).collect();
        self.steps.clear();
        self.chosen.clear();
        self.position = self.start.boxed();
        self.dice = dice(self.seed);
        self.broken_off = false;
        // They were played once.
        kept.into_iter().all(|step| self.again(step).is_ok())
    }

    /// Plays a step that was played before; says what is wrong with it if it can't have been.
    pub fn again(&mut self, step: Step) -> Result<(), String> {
        if self.broken_off {
            return Err("the game was over before".to_owned());
        }
        let mut choice = None;
        match (&step, self.position.turn()) {
            (_, Turn::Over(_)) => return Err("the game was over before".to_owned()),
            (Step::Chance { seat, chance }, Turn::Chance(due)) if due.seat.letter() == *seat => {
                let outcome = self.dice.cast(&due);
                if outcome != chance {
                    return Err(format!(
                        "the die shows {outcome} for {seat}, not {chance:?}"
                    ));
                }
                self.position.cast(outcome);
            }
            (Step::Move { seat, word, .. }, Turn::Forced(due, _) | Turn::Seat(due))
                if due.letter() == *seat =>
            {
                choice = matches!(self.position.turn(), Turn::Seat(_)).then_some(due);
                if let Some(why) = self.position.explain(word).filter(|_| choice.is_some()) {
                    return Err(format!("{word:?}: {why}"));
                }
                if self.position.play(word).is_none() {
                    return Err(format!("{seat} has no choice here, and not {word:?}"));
                }
            }
            (Step::Out { out, .. }, _) => {
                let seats = self.position.seats();
                let seat = seats.into_iter().find(|seat| seat.letter() == *out);
                let seat = seat.ok_or_else(|| format!("nobody plays at seat {out}"))?;
                self.broken_off |= !self.position.withdraw(seat);
            }
            (_, Turn::Chance(due)) => return Err(format!("{}'s die is to be cast", due.seat)),
            (_, Turn::Seat(due) | Turn::Forced(due, _)) => {
                return Err(format!("{due} is to move"));
            }
        }
        self.note(step, choice);
        Ok(())
    }

    /// How the game ended.
    pub fn verdict(&self) -> Verdict {
        let seats: Vec<char> = self.seats().chars().collect();
        let ending = match self.position.turn() {
            Turn::Over(ending) => Some(ending),
            _ => None,
        };
        verdict(&seats, &self.steps, ending.as_ref())
    }

    fn note(&mut self, step: Step, choice: Option<Seat>) {
        self.steps.push(step);
        self.chosen.push(choice);
    }
}

fn dice(seed: u64) -> Dice {
    Dice::new(derive(seed, "dice", &[]))
}

/// A move in words; the prompt says whose turn it is.
fn narrate(before: &dyn Position, seat: Seat, notation: &str) -> Vec<String> {
    let mut lines = before.narrate(notation);
    lines.retain(|line| !line.ends_with("it is your turn."));
    if !lines.iter().any(|line| line.contains(notation)) {
        lines.insert(0, format!("{seat} plays {notation}"));
    }
    lines
}
