//! The criteria of a bracket (2.4) as digits of what a pair costs.

use super::super::layers::{Cost, Digit, Layout};
use super::super::tally::Float;
use super::bracket::{Bracket, Part};

/// The digits of the criteria C6 to C21, in their order.
pub(super) struct Criteria {
    /// C6 and C7, and the same in the next bracket: C8.
    here: Floaters,
    next: Floaters,
    /// C9, where it applies.
    bye: Option<Digit>,
    /// C10 to C13.
    seats: [Digit; 4],
    /// C14 to C17: who floated one round ago, then two.
    again: [[Digit; 2]; 2],
    /// C18 to C21.
    differences: [[PerScore; 2]; 2],
}

/// How many move down, and with which scores: the highest first.
struct Floaters {
    number: Digit,
    scores: PerScore,
}

/// A digit for each score, the highest first.
struct PerScore(Vec<(u32, Digit)>);

impl Floaters {
    fn new(layout: &mut Layout, players: usize, scores: &[(u32, usize)]) -> Floaters {
        Floaters {
            number: layout.digit(players),
            scores: PerScore::new(layout, scores),
        }
    }

    fn add(&self, cost: &mut Cost, score: Option<u32>) {
        cost.push((self.number, 1));
        if let Some(score) = score {
            self.scores.add(cost, score);
        }
    }
}

impl PerScore {
    /// From scores and how many players have them.
    fn new(layout: &mut Layout, scores: &[(u32, usize)]) -> PerScore {
        let digit = |&(score, players): &(u32, usize)| (score, layout.digit(players));
        PerScore(scores.iter().map(digit).collect())
    }

    fn add(&self, cost: &mut Cost, score: u32) {
        let own = self.0.iter().find(|(own, _)| *own == score);
        cost.extend(own.map(|(_, digit)| (*digit, 1)));
    }
}

impl Criteria {
    /// The digits for a bracket; C9 counts where the only one who moves down has the bye.
    pub(super) fn new(bracket: &Bracket, only_bye: bool, layout: &mut Layout) -> Criteria {
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

    /// What a pair costs; nothing where it can't be. `a` is the better one, and `b` may be the bye.
    pub(super) fn cost(&self, bracket: &Bracket, a: usize, b: usize) -> Option<Cost> {
        let claims = bracket.field.claims(a, b)?;
        let mut cost = Vec::new();
        match (bracket.part(a), bracket.part(b)) {
            (Part::Moved, Part::Moved) => return None,
            (part @ (Part::Moved | Part::Resident), Part::Resident) => {
                let seats = self.seats.iter().zip(claims.denied);
                cost.extend(seats.map(|(digit, denied)| (*digit, usize::from(denied))));
                if part == Part::Moved {
                    self.pair_across(bracket, &mut cost, a, b);
                }
            }
            (_, to) => self.leave(bracket, &mut cost, a, to),
        }
        Some(cost)
    }

    /// What it costs that a player isn't paired with anybody up to the next score group.
    pub(super) fn alone(&self, bracket: &Bracket, a: usize) -> Cost {
        let mut cost = Vec::new();
        self.leave(bracket, &mut cost, a, Part::Lower);
        cost
    }

    /// A player isn't paired in the bracket, but with somebody below.
    fn leave(&self, bracket: &Bracket, cost: &mut Cost, a: usize, to: Part) {
        match bracket.part(a) {
            part @ (Part::Moved | Part::Resident) => {
                self.move_down(bracket, cost, a, part);
                if to != Part::Next {
                    self.next.add(cost, Some(bracket.field.score(a)));
                }
                if to == Part::Nobody {
                    let unplayed = bracket.rounds().saturating_sub(bracket.played(a));
                    cost.extend(self.bye.map(|digit| (digit, unplayed)));
                }
            }
            Part::Next if to != Part::Next => self.next.add(cost, None),
            _ => {}
        }
    }

    /// One who moved down meets a resident.
    fn pair_across(&self, bracket: &Bracket, cost: &mut Cost, a: usize, b: usize) {
        for ago in 0..2 {
            if bracket.field.float(b, ago + 1) == Some(Float::Up) {
                cost.push((self.again[ago][1], 1));
                self.differences[ago][1].add(cost, bracket.field.score(a));
            }
        }
    }

    /// One of the bracket isn't paired in it.
    fn move_down(&self, bracket: &Bracket, cost: &mut Cost, a: usize, part: Part) {
        self.here.add(cost, Some(bracket.field.score(a)));
        for ago in 0..2 {
            if bracket.field.float(a, ago + 1) == Some(Float::Down) {
                match part {
                    Part::Resident => cost.push((self.again[ago][0], 1)),
                    _ => self.differences[ago][0].add(cost, bracket.field.score(a)),
                }
            }
        }
    }
}
