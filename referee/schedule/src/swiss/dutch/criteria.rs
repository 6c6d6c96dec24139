//! The criteria of a bracket (2.4), as digits of the cost of a pair.

use super::super::layers::{CostDigits, CostLayout, Digit};
use super::super::tally::Float;
use super::bracket::{Bracket, BracketPart};

/// The digits of the criteria C6 to C21, in their order.
pub(super) struct Criteria {
    /// C6 and C7; `next` holds the same for the next bracket: C8.
    here: Floaters,
    next: Floaters,
    /// C9, where it applies.
    bye: Option<Digit>,
    /// C10 to C13.
    seats: [Digit; 4],
    /// C14 to C17: players that floated one round ago, then two.
    again: [[Digit; 2]; 2],
    /// C18 to C21.
    differences: [[PerScore; 2]; 2],
}

/// Number of players that move down and their scores: highest first.
struct Floaters {
    number: Digit,
    scores: PerScore,
}

/// A digit for each score, highest first.
struct PerScore(Vec<(u32, Digit)>);

impl Floaters {
    fn new(layout: &mut CostLayout, players: usize, scores: &[(u32, usize)]) -> Floaters {
        Floaters {
            number: layout.digit(players),
            scores: PerScore::new(layout, scores),
        }
    }

    fn add(&self, cost: &mut CostDigits, score: Option<u32>) {
        cost.push((self.number, 1));
        if let Some(score) = score {
            self.scores.add(cost, score);
        }
    }
}

impl PerScore {
    /// Creates a digit for each score from the scores and how many players have them.
    fn new(layout: &mut CostLayout, scores: &[(u32, usize)]) -> PerScore {
        let digit = |&(score, players): &(u32, usize)| (score, layout.digit(players));
        PerScore(scores.iter().map(digit).collect())
    }

    fn add(&self, cost: &mut CostDigits, score: u32) {
        let entry = self.0.iter().find(|(known_score, _)| *known_score == score);
        cost.extend(entry.map(|(_, digit)| (*digit, 1)));
    }
}

impl Criteria {
    /// Creates the digits for a bracket; C9 counts if the only player that moves down has the bye.
    pub(super) fn new(bracket: &Bracket, only_bye: bool, layout: &mut CostLayout) -> Criteria {
        let size = bracket.moved.len() + bracket.residents.len();
        let moved = bracket.scores();
        let mut all = moved.clone();
        all.push((bracket.score(), bracket.residents.len()));
        Criteria {
            here: Floaters::new(layout, size, &moved),
            next: Floaters::new(layout, size + bracket.next.len(), &all),
            bye: only_bye.then(|| layout.digit(bracket.rounds())),
            seats: [(); 4].map(|()| layout.digit(size / 2)),
            again: [(); 2].map(|()| [(); 2].map(|()| layout.digit(size))),
            differences: [(); 2].map(|()| [(); 2].map(|()| PerScore::new(layout, &moved))),
        }
    }

    /// Returns the cost of a pair; None if it isn't allowed. `a` is the better player, and `b` may be the
    /// bye.
    pub(super) fn cost(&self, bracket: &Bracket, a: usize, b: usize) -> Option<CostDigits> {
        let claims = bracket.field.claims(a, b)?;
        let mut cost = Vec::new();
        match (bracket.part(a), bracket.part(b)) {
            (BracketPart::Moved, BracketPart::Moved) => return None,
            (part @ (BracketPart::Moved | BracketPart::Resident), BracketPart::Resident) => {
                let seats = self.seats.iter().zip(claims.denied);
                cost.extend(seats.map(|(digit, denied)| (*digit, usize::from(denied))));
                if part == BracketPart::Moved {
                    self.pair_across(bracket, &mut cost, a, b);
                }
            }
            (_, to) => self.leave(bracket, &mut cost, a, to),
        }
        Some(cost)
    }

    /// Returns the cost of a player that isn't paired in this bracket or the next score group.
    pub(super) fn alone(&self, bracket: &Bracket, a: usize) -> CostDigits {
        let mut cost = Vec::new();
        self.leave(bracket, &mut cost, a, BracketPart::Lower);
        cost
    }

    /// Adds the cost of a player that isn't paired in the bracket, but with somebody below.
    fn leave(&self, bracket: &Bracket, cost: &mut CostDigits, a: usize, to: BracketPart) {
        match bracket.part(a) {
            part @ (BracketPart::Moved | BracketPart::Resident) => {
                self.move_down(bracket, cost, a, part);
                if to != BracketPart::Next {
                    self.next.add(cost, Some(bracket.field.score(a)));
                }
                if to == BracketPart::Nobody {
                    let unplayed = bracket.rounds().saturating_sub(bracket.played(a));
                    cost.extend(self.bye.map(|digit| (digit, unplayed)));
                }
            }
            BracketPart::Next if to != BracketPart::Next => self.next.add(cost, None),
            _ => {}
        }
    }

    /// Adds the cost of a pair of a player that moved down and a resident.
    fn pair_across(&self, bracket: &Bracket, cost: &mut CostDigits, a: usize, b: usize) {
        for ago in 0..2 {
            if bracket.field.float(b, ago + 1) == Some(Float::Up) {
                cost.push((self.again[ago][1], 1));
                self.differences[ago][1].add(cost, bracket.field.score(a));
            }
        }
    }

    /// Adds the cost of a player of the bracket that isn't paired in it.
    fn move_down(&self, bracket: &Bracket, cost: &mut CostDigits, a: usize, part: BracketPart) {
        self.here.add(cost, Some(bracket.field.score(a)));
        for ago in 0..2 {
            if bracket.field.float(a, ago + 1) == Some(Float::Down) {
                match part {
                    BracketPart::Resident => cost.push((self.again[ago][0], 1)),
                    _ => self.differences[ago][0].add(cost, bracket.field.score(a)),
                }
            }
        }
    }
}
