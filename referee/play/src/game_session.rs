//! A game between people and bots: its position, its steps so far, and undo.
//!
//! Dice are cast and forced moves are played as in the match loop. Dice follow from the seed and from the
//! earlier casts, so that the same numbers come again after a move was taken back.

use referee_engine::{Dice, verdict};
use referee_games::text::refused;
use referee_games::{GameKind, Position, Rules, Seat, Turn};
use referee_record::{Evidence, FaultKind, Step, Verdict, derive};

/// A game in progress.
pub struct GameSession {
    /// The rules of the game.
    pub rules: Box<dyn Rules>,
    /// Hash of the program that holds them; `None` if they are built in.
    pub hash: Option<String>,
    /// The seed from which the dice and the seeds of the bots are derived.
    pub seed: u64,
    start: Box<dyn Position>,
    position: Box<dyn Position>,
    dice: Dice,
    steps: Vec<Step>,
    /// The squares over which the pieces of the last step went.
    paths: Vec<Vec<String>>,
    /// The seat that chose each step; `None` where nobody had a choice.
    chosen: Vec<Option<Seat>>,
    /// Evidence for the forfeits of bots among the steps.
    evidence: Vec<Evidence>,
    /// True if the game ended because a seat left.
    broken_off: bool,
    /// Why the rules failed, if they did.
    failed: Option<String>,
}

/// What comes next in a game.
pub enum NextStep {
    /// This seat has to choose a move.
    Seat(Seat),
    /// A step without a choice was played; described in words.
    Message(Vec<String>),
    /// Nothing: the game is over.
    Over,
}

impl GameSession {
    /// Starts a game of this kind at a position, by these rules.
    pub fn new(
        kind: &dyn GameKind,
        rules: Box<dyn Rules>,
        start: Box<dyn Position>,
        seed: u64,
    ) -> GameSession {
        GameSession {
            hash: kind.hash().map(str::to_owned),
            rules,
            seed,
            position: start.boxed(),
            start,
            dice: dice(seed),
            steps: Vec::new(),
            paths: Vec::new(),
            chosen: Vec::new(),
            evidence: Vec::new(),
            broken_off: false,
            failed: None,
        }
    }

    /// Returns the position before the first step.
    pub fn start(&self) -> &dyn Position {
        &*self.start
    }

    /// Returns the current position.
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// Returns the steps so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the squares over which the pieces of the last step went, by their names.
    pub fn paths(&self) -> &[Vec<String>] {
        &self.paths
    }

    /// Returns the letters of all seats with which the game began.
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
            Turn::Failed(why) => NextStep::Message(self.fail(why)),
            Turn::Seat(seat) => NextStep::Seat(seat),
            Turn::Chance(chance) => {
                let outcome = self.dice.cast(&chance);
                self.position.cast(outcome);
                self.paths.clear();
                if let Some(why) = self.position.failure() {
                    return NextStep::Message(self.fail(why));
                }
                let seat = chance.seat.letter();
                let chance = outcome.to_owned();
                self.note(Step::Chance { seat, chance }, None);
                NextStep::Message(vec![format!("{seat} rolls {outcome}")])
            }
            Turn::Forced(seat, word) => {
                let lines = self.position.narrate(&word);
                self.paths = self.position.paths(&word);
                self.position.play(&word);
                if let Some(why) = self.position.failure() {
                    return NextStep::Message(self.fail(why));
                }
                let (seat, said) = (seat.letter(), None);
                self.note(Step::Move { seat, word, said }, None);
                NextStep::Message(lines)
            }
        }
    }

    /// Plays the move of the seat on turn and returns it in words; `None` if no seat is on turn or the move
    /// is illegal.
    pub fn play(&mut self, said: &str) -> Option<Vec<String>> {
        let Turn::Seat(seat) = self.position.turn() else {
            return None;
        };
        let before = self.position.boxed();
        let notation = self.position.play(said)?;
        self.paths = before.paths(said);
        if let Some(why) = self.position.failure() {
            return Some(self.fail(why));
        }
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

    /// Breaks the game off, as its rules failed; returns what is said of it.
    fn fail(&mut self, why: String) -> Vec<String> {
        let said = vec![format!("The game is broken off: {why}")];
        self.broken_off = true;
        self.failed = Some(why);
        said
    }

    /// Takes a seat out of the game.
    pub fn leave(&mut self, seat: Seat, reason: FaultKind) {
        let out = seat.letter();
        self.broken_off |= !self.position.withdraw(seat);
        self.paths.clear();
        self.note(Step::Out { out, reason }, None);
    }

    /// Keeps the evidence for forfeits of bots: one for each that has left the game for that reason.
    pub fn add_evidence(&mut self, evidence: impl IntoIterator<Item = Evidence>) {
        for one in evidence {
            self.evidence.retain(|earlier| earlier.seat != one.seat);
            self.evidence.push(one);
        }
        let left = |Evidence { seat, reason, .. }: &Evidence| Step::Out {
            out: *seat,
            reason: *reason,
        };
        let steps = &self.steps;
        self.evidence.retain(|one| steps.contains(&left(one)));
    }

    /// Returns the evidence for the forfeits of bots.
    pub fn evidence(&self) -> &[Evidence] {
        &self.evidence
    }

    /// Returns true if the seat has chosen a move.
    pub fn has_chosen(&self, seat: Seat) -> bool {
        self.chosen.contains(&Some(seat))
    }

    /// Returns true if the game is over.
    pub fn is_over(&self) -> bool {
        self.broken_off || matches!(self.position.turn(), Turn::Over(_))
    }

    /// Goes back to the seat's last choice; returns false if it hasn't chosen yet.
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
        self.paths.clear();
        self.position = self.start.boxed();
        self.dice = dice(self.seed);
        self.broken_off = false;
        self.failed = None;
        // These steps were legal before.
        let legal = kept.into_iter().all(|step| self.again(step).is_ok());
        self.add_evidence([]);
        legal
    }

    /// Plays a recorded step; returns an error in words if it can't have been played here.
    pub fn again(&mut self, step: Step) -> Result<(), String> {
        if self.broken_off {
            return Err("the game was over before".to_owned());
        }
        let mut choice = None;
        match (&step, self.position.turn()) {
            (_, Turn::Over(_)) => return Err("the game was over before".to_owned()),
            (_, Turn::Failed(why)) => return Err(why),
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
                    return Err(refused(word, &why));
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
            (Step::Adjudicated { .. }, _) => {
                return Err("games of people end by the rules alone".to_owned());
            }
            (_, Turn::Chance(due)) => return Err(format!("{}'s die is to be cast", due.seat)),
            (_, Turn::Seat(due) | Turn::Forced(due, _)) => {
                return Err(format!("{due} is to move"));
            }
        }
        self.note(step, choice);
        Ok(())
    }

    /// Returns the verdict on the game: it doesn't count if its rules failed.
    pub fn verdict(&self) -> Verdict {
        let seats: Vec<char> = self.seats().chars().collect();
        let ending = match self.position.turn() {
            Turn::Over(ending) => Some(ending),
            _ => None,
        };
        Verdict {
            void: self.failed.clone(),
            ..verdict(&seats, &self.steps, ending.as_ref())
        }
    }

    fn note(&mut self, step: Step, choice: Option<Seat>) {
        self.steps.push(step);
        self.chosen.push(choice);
    }
}

fn dice(seed: u64) -> Dice {
    Dice::new(derive(seed, "dice", &[]))
}

/// Describes a move in words, without the line about whose turn it is: the prompt says that.
fn narrate(before: &dyn Position, seat: Seat, notation: &str) -> Vec<String> {
    let mut lines = before.narrate(notation);
    lines.retain(|line| !line.ends_with("it is your turn."));
    if !lines.iter().any(|line| line.contains(notation)) {
        lines.insert(0, format!("{seat} plays {notation}"));
    }
    lines
}
