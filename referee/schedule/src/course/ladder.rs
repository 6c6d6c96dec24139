//! Ladder, or king of the hill: neighbours meet, and the winner stands above.
//!
//! Bots stand on rungs, at first in the order of the configuration, the first one on top. In odd
//! rounds the rungs 1 and 2, 3 and 4, … meet, in even ones 2 and 3, 4 and 5, …; two bots alone meet
//! in every round. Who has more points in the meeting takes the upper rung. Where they are level, or
//! the meeting stands void, the upper one has held it. Whoever leaves is taken off the ladder, and
//! those below move up; newcomers stand below all others.

use super::meeting::Ended;
use super::{Batch, Course, Form, Format, check_seats, names};
use crate::fixed::deals;
use crate::plan::{Plan, PlanError};
use crate::setup::from_one;
use crate::{Merit, Schedule};

struct Ladder {
    names: Vec<String>,
    rounds: usize,
    played: usize,
    /// Who stands where, from the top.
    rungs: Vec<usize>,
    notes: Vec<String>,
}

/// The schedule of a ladder, or what is wrong with it.
pub(crate) fn ladder(plan: &Plan, rounds: u32, games: u32) -> Result<Box<dyn Schedule>, PlanError> {
    check_seats(plan, "ladder")?;
    let deals = deals(rounds, games, 2)?;
    plan.setup.check_deals(rounds, deals as u64)?;
    let format = Ladder {
        names: names(plan),
        rounds: rounds as usize,
        played: 0,
        rungs: Vec::new(),
        notes: Vec::new(),
    };
    let form = Form {
        deals,
        rotations: 2,
    };
    Ok(Box::new(Course::new(plan, form, format)))
}

impl Format for Ladder {
    fn pair(&mut self, active: &[bool]) -> Option<Batch> {
        self.rungs.retain(|bot| active[*bot]);
        let newcomers = (0..active.len()).filter(|bot| active[*bot]);
        let newcomers: Vec<usize> = newcomers.filter(|b| !self.rungs.contains(b)).collect();
        self.rungs.extend(newcomers);
        if self.played >= self.rounds {
            return None;
        }
        if self.rungs.len() < 2 {
            let (played, all) = (self.played, self.rounds);
            self.notes.push(format!(
                "the ladder ended early, after {played} of {all} rounds: nobody is left to meet"
            ));
            return None;
        }
        let upper = if self.rungs.len() > 2 {
            self.played % 2
        } else {
            0
        };
        let pairs = self.rungs[upper..].as_chunks().0;
        Some(Batch {
            round: from_one(self.played),
            meetings: pairs.to_vec(),
            bye: None,
        })
    }

    fn take(&mut self, ended: &[Ended]) {
        self.played += 1;
        for ended in ended {
            let rung = |player| self.rungs.iter().position(|bot| *bot == player);
            let [one, other] = ended.players;
            let (Some(a), Some(b)) = (rung(one), rung(other)) else {
                continue;
            };
            let lower = self.rungs[a.max(b)];
            if ended.ahead() == Some(lower) {
                self.rungs.swap(a, b);
            }
            if ended.halves.is_none() && ended.left == [false; 2] {
                self.notes.push(format!(
                    "round {}: the meeting of {} and {} stands void, and both keep their rungs",
                    self.played, self.names[one], self.names[other]
                ));
            }
        }
    }

    fn most(&self, bots: usize) -> u64 {
        // Even rounds leave out the first rung, unless only two are there.
        let even = if bots > 2 { (bots - 1) / 2 } else { bots / 2 } as u64;
        let (odd, rounds) = (bots as u64 / 2, self.rounds as u64);
        odd.saturating_mul(rounds.div_ceil(2))
            .saturating_add(even.saturating_mul(rounds / 2))
    }

    /// The rung, with the highest number on top; 0 off the ladder.
    fn merits(&self) -> Vec<Merit> {
        let merit = |bot| {
            let rung = self.rungs.iter().position(|other| *other == bot);
            let below = rung.map_or(0, |rung| self.rungs.len() - rung);
            Merit {
                keys: vec![i64::try_from(below).unwrap_or(i64::MAX)],
                shown: vec![("rung", rung.map_or("-".to_owned(), |r| (r + 1).to_string()))],
            }
        };
        (0..self.names.len()).map(merit).collect()
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }
}
