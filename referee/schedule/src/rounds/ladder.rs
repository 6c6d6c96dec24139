//! Ladder, or king of the hill: neighbours meet, and the winner takes the upper rung.
//!
//! Each bot has a rung, at first in the order of the configuration, with the first bot on top. In odd rounds
//! the rungs 1 and 2, 3 and 4, … meet, in even rounds 2 and 3, 4 and 5, …; if there are only two bots they
//! meet in every round. The bot with more points in the meeting takes the upper rung. If the two are level,
//! or the meeting is void, the upper one keeps it. A bot that leaves is taken off the ladder, and those below
//! move up; newcomers start below all others.
//!
//! A bot that joins late is owed a meeting for each round that it missed. These are played before the
//! ladder's own rounds go on, in rounds that alternate in the same way, but of which only the meetings of
//! such bots are played. So a newcomer may climb as far as if it had been there from the beginning, and other
//! bots play only when they are challenged.

use super::meeting::MeetingResult;
use super::{MeetingBatch, MeetingSize, RoundFormat, RoundSchedule, check_seats, names};
use crate::fixed::deals;
use crate::plan::game_config::from_one;
use crate::plan::{Plan, PlanError};
use crate::{Schedule, TieBreak};

struct Ladder {
    names: Vec<String>,
    /// Number of bots that join late.
    late: usize,
    /// Rounds to play, without the catch-up rounds.
    rounds: usize,
    played: usize,
    /// Rounds begun, including catch-up rounds.
    begun: usize,
    /// Bots by rung, from the top.
    rungs: Vec<usize>,
    /// Number of meetings that each bot is owed.
    owed: Vec<usize>,
    /// Catch-up rounds so far, including those without a meeting.
    turns: usize,
    /// True if the current round is a catch-up round.
    catching_up: bool,
    notes: Vec<String>,
}

/// Creates the schedule of a ladder; returns an error if the game hasn't two seats or rounds and games are
/// out of range.
pub(crate) fn ladder(plan: &Plan, rounds: u32) -> Result<Box<dyn Schedule>, PlanError> {
    check_seats(plan, "ladder")?;
    let raised = plan.changes.iter().map(|change| change.format.as_ref());
    let formats = std::iter::once(Some(&plan.format)).chain(raised);
    let mut meeting = Vec::new();
    for (rounds, games) in formats.flatten().filter_map(crate::plan::Format::rounds) {
        let deals = deals(rounds, games, 2)?;
        plan.setup.check_deals(rounds, deals as u64)?;
        meeting.push(deals);
    }
    let names = names(plan);
    let format = Ladder {
        late: names.len() - plan.bots.len(),
        rounds: rounds as usize,
        played: 0,
        begun: 0,
        rungs: Vec::new(),
        owed: vec![0; names.len()],
        turns: 0,
        catching_up: false,
        notes: Vec::new(),
        names,
    };
    let form = MeetingSize {
        deals: meeting.first().copied().unwrap_or(1),
        rotations: 2,
    };
    Ok(Box::new(RoundSchedule::new(plan, form, format)))
}

impl Ladder {
    /// Removes bots that have left, and adds newcomers at the bottom.
    fn come_and_go(&mut self, active: &[bool]) {
        self.rungs.retain(|bot| active[*bot]);
        let newcomers = (0..active.len()).filter(|bot| active[*bot]);
        let newcomers: Vec<usize> = newcomers.filter(|b| !self.rungs.contains(b)).collect();
        for bot in newcomers {
            if self.played > 0 {
                self.owed[bot] = self.played;
                self.notes.push(format!(
                    "{} joined behind round {}, and catches up: it plays {} of its own, against \
                     its neighbours on the ladder",
                    self.names[bot],
                    self.begun,
                    meetings(self.played)
                ));
            }
            self.rungs.push(bot);
        }
    }

    /// Returns the pairs of neighbours, from the first rung on or, if `upper` is odd, from the second.
    fn neighbours(&self, upper: usize) -> Vec<[usize; 2]> {
        let upper = if self.rungs.len() > 2 { upper % 2 } else { 0 };
        let rungs = self.rungs.get(upper..).unwrap_or_default();
        rungs.as_chunks().0.to_vec()
    }

    /// Returns the meetings of the next catch-up round; empty when no bot is owed one.
    fn owed(&mut self) -> Vec<[usize; 2]> {
        for turn in self.turns..self.turns + 2 {
            let mut meetings = self.neighbours(turn);
            meetings.retain(|players| players.iter().any(|bot| self.owed[*bot] > 0));
            if !meetings.is_empty() {
                self.turns = turn + 1;
                return meetings;
            }
        }
        Vec::new()
    }
}

impl RoundFormat for Ladder {
    fn pair(&mut self, active: &[bool]) -> Option<MeetingBatch> {
        self.come_and_go(active);
        let mut meetings = self.owed();
        self.catching_up = !meetings.is_empty();
        if !self.catching_up {
            if self.played >= self.rounds {
                return None;
            }
            meetings = self.neighbours(self.played);
        }
        if meetings.is_empty() {
            let (played, all) = (self.played, self.rounds);
            self.notes.push(format!(
                "the ladder ended early, after {played} of {all} rounds: nobody is left to meet"
            ));
            return None;
        }
        self.begun += 1;
        Some(MeetingBatch {
            round: from_one(self.begun - 1),
            meetings,
            bye: None,
        })
    }

    fn take(&mut self, ended: &[MeetingResult]) {
        self.played += usize::from(!self.catching_up);
        for ended in ended {
            let rung = |player| self.rungs.iter().position(|bot| *bot == player);
            let [one, other] = ended.players;
            if self.catching_up && ended.left == [false; 2] {
                for bot in ended.players {
                    self.owed[bot] = self.owed[bot].saturating_sub(1);
                }
            }
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
                    self.begun, self.names[one], self.names[other]
                ));
            }
        }
    }

    fn most(&self, bots: usize) -> u64 {
        // Even rounds leave out the first rung, unless there are only two bots.
        let even = if bots > 2 { (bots - 1) / 2 } else { bots / 2 } as u64;
        let (odd, rounds) = (bots as u64 / 2, self.rounds as u64);
        odd.saturating_mul(rounds.div_ceil(2))
            .saturating_add(even.saturating_mul(rounds / 2))
            .saturating_add(rounds.saturating_mul(self.late as u64))
    }

    /// Returns each bot's rung, with the highest number on top; 0 for a bot off the ladder.
    fn tie_breaks(&self) -> Vec<TieBreak> {
        let tie_break = |bot| {
            let rung = self.rungs.iter().position(|other| *other == bot);
            let below = rung.map_or(0, |rung| self.rungs.len() - rung);
            TieBreak {
                keys: vec![i64::try_from(below).unwrap_or(i64::MAX)],
                shown: vec![("rung", rung.map_or("-".to_owned(), |r| (r + 1).to_string()))],
            }
        };
        (0..self.names.len()).map(tie_break).collect()
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }
}

/// Writes the number of meetings in words.
fn meetings(count: usize) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} meeting{s}")
}
