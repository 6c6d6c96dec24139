//! Knockout, single and double: a bot is out after losing one meeting, or two.
//!
//! Bots are seeded in the order of the configuration; if the field is not a power of two, the best bots have
//! byes. All meetings that are possible are played in the next round, so the rounds of one bracket needn't
//! wait for the other's. If two bots are level, or a meeting is void, they meet once more in the next round,
//! until `tries` are spent; after that the better seed goes on. A bot that has left loses.

use super::bracket::{self, MeetingSource, Node};
use super::meeting::MeetingResult;
use super::pairings::points;
use super::{
    Meeting, MeetingBatch, MeetingSize, MeetingState, Round, RoundFormat, RoundSchedule,
    check_seats, names,
};
use crate::fixed::deals;
use crate::plan::game_config::from_one;
use crate::plan::{Plan, PlanError};
use crate::{Schedule, TieBreak};

/// Result of a bracket's meeting; either bot may be missing.
#[derive(Clone, Copy)]
struct Decided {
    winner: Option<usize>,
    loser: Option<usize>,
}

struct Knockout {
    names: Vec<String>,
    nodes: Vec<Node>,
    decided: Vec<Option<Decided>>,
    /// Results of each meeting, one for each time that it was played.
    tried: Vec<Vec<MeetingResult>>,
    tries: u32,
    /// Meetings of the current round, by index.
    paired: Vec<usize>,
    rounds: usize,
    notes: Vec<String>,
}

/// Creates the schedule of a knockout; returns an error if the game hasn't two seats, a bot joins late or a
/// setting is out of range.
pub(crate) fn knockout(
    plan: &Plan,
    games: u32,
    (double, reset): (bool, bool),
    tries: u32,
) -> Result<Box<dyn Schedule>, PlanError> {
    check_seats(plan, "knockout")?;
    let refuse = |why: String| Err(PlanError::Format(why));
    if tries == 0 {
        return refuse("tries = 0: expected at least 1".to_owned());
    }
    let joined = plan.changes.iter().flat_map(|change| &change.joined);
    if let Some(bot) = joined.last() {
        return refuse(format!(
            "{:?} can't join: the bracket of a knockout stands from its beginning; start a new run",
            bot.name
        ));
    }
    let bots = plan.bots.len();
    let nodes = if double {
        bracket::double(bots, reset)
    } else {
        bracket::single(bots)
    };
    let format = Knockout {
        names: names(plan),
        decided: vec![None; nodes.len()],
        tried: vec![Vec::new(); nodes.len()],
        nodes,
        tries,
        paired: Vec::new(),
        rounds: 0,
        notes: Vec::new(),
    };
    let form = MeetingSize {
        deals: deals(1, games, 2)?,
        rotations: 2,
    };
    Ok(Box::new(RoundSchedule::new(plan, form, format)))
}

impl RoundFormat for Knockout {
    fn pair(&mut self, active: &[bool]) -> Option<MeetingBatch> {
        let mut meetings = Vec::new();
        self.paired.clear();
        // A meeting comes after those that it depends on: one pass settles all that need no game.
        for node in 0..self.nodes.len() {
            let Some(stand) = self.stand(node).filter(|_| self.decided[node].is_none()) else {
                continue;
            };
            if self.nodes[node].reset && !self.is_open(node - 1) {
                self.decided[node] = self.decided[node - 1];
            } else if let [Some(a), Some(b)] = stand.map(|bot| bot.filter(|bot| active[*bot])) {
                self.paired.push(node);
                meetings.push([a, b]);
            } else {
                self.walk_over(node, stand, active);
            }
        }
        self.rounds += 1;
        (!meetings.is_empty()).then(|| MeetingBatch {
            round: from_one(self.rounds - 1),
            meetings,
            bye: None,
        })
    }

    fn take(&mut self, ended: &[MeetingResult]) {
        for (node, ended) in std::mem::take(&mut self.paired).into_iter().zip(ended) {
            self.tried[node].push(*ended);
            let [better, other] = ended.players;
            if ended.left == [true, true] {
                self.decided[node] = Some(Decided {
                    winner: None,
                    loser: None,
                });
                continue;
            }
            let ahead = match ended.left {
                [true, _] => Some(other),
                [_, true] => Some(better),
                _ => ended.ahead(),
            };
            if ahead.is_none() && self.tried[node].len() < self.tries as usize {
                continue;
            }
            if ahead.is_none() {
                let [one, other] = [better, other].map(|bot| &self.names[bot]);
                self.notes.push(format!(
                    "{}: {one} and {other} are level, and {one} goes on as the better seed",
                    self.nodes[node].title
                ));
            }
            let winner = ahead.unwrap_or(better);
            self.decided[node] = Some(Decided {
                winner: Some(winner),
                loser: Some(if winner == better { other } else { better }),
            });
        }
    }

    /// Each bot but the winner loses once, or twice in a double knockout, whose winner may lose once too.
    fn most(&self, bots: usize) -> u64 {
        let nodes = self.nodes.len();
        let byes = bots.next_power_of_two() - bots;
        let double = nodes + 1 > bots.next_power_of_two();
        let played = nodes.saturating_sub(if double { 2 * byes } else { byes });
        (played as u64).saturating_mul(self.tries.into())
    }

    /// Returns how far each bot has come: the level of its farthest meeting, and one more for the winner.
    fn tie_breaks(&self) -> Vec<TieBreak> {
        let mut reached = vec![(0, "-"); self.names.len()];
        for (node, meeting) in self.nodes.iter().enumerate() {
            for bot in self.stand(node).into_iter().flatten().flatten() {
                if meeting.level >= reached[bot].0 && !meeting.reset {
                    reached[bot] = (meeting.level, &meeting.title);
                }
            }
        }
        let last = self.decided.last().copied().flatten();
        if let Some(winner) = last.and_then(|decided| decided.winner) {
            reached[winner] = (reached[winner].0 + 1, "winner");
        }
        let tie_break = |(level, title): (u32, &str)| TieBreak {
            keys: vec![level.into()],
            shown: vec![("reached", title.to_owned())],
        };
        reached.into_iter().map(tie_break).collect()
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn bracket(&self, now: &[MeetingResult]) -> Option<Vec<Round>> {
        let mut rounds: Vec<Round> = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            let playing = self.paired.iter().position(|paired| *paired == i);
            let now = playing.and_then(|at| now.get(at));
            // A second final that isn't played isn't shown.
            if node.reset && self.tried[i].is_empty() && now.is_none() {
                continue;
            }
            if rounds.last().is_none_or(|last| last.title != node.title) {
                rounds.push(Round {
                    title: node.title.clone(),
                    part: node.part,
                    meetings: Vec::new(),
                    bye: None,
                });
            }
            let meetings = rounds.last_mut().map(|round| &mut round.meetings);
            meetings?.push(self.meeting(i, now));
        }
        Some(rounds)
    }
}

impl Knockout {
    /// Creates the view of a meeting; `now` is its present result while it is being played.
    fn meeting(&self, node: usize, now: Option<&MeetingResult>) -> Meeting {
        let stand = self.nodes[node].sources.map(|source| self.comes(source));
        let decided = self.decided[node];
        let winner = decided.and_then(|decided| decided.winner);
        let points = |ended: &MeetingResult| match stand {
            [Some(a), Some(b)] => points(ended, [a, b]),
            _ => None,
        };
        Meeting {
            bots: stand.map(|bot| Some(self.names[bot?].clone())),
            points: self.tried[node].iter().chain(now).map(points).collect(),
            winner: winner.and_then(|winner| stand.iter().position(|bot| *bot == Some(winner))),
            state: match (decided, now) {
                (Some(_), _) => MeetingState::Over,
                (None, Some(_)) => MeetingState::Playing,
                (None, None) => MeetingState::Open,
            },
        }
    }

    /// Returns the two bots of a meeting if they are known; a place may stay empty.
    fn stand(&self, node: usize) -> Option<[Option<usize>; 2]> {
        let sources = self.nodes[node].sources;
        let known = sources.iter().all(|source| match source {
            MeetingSource::Seed(_) => true,
            MeetingSource::Winner(node) | MeetingSource::Loser(node) => {
                self.decided[*node].is_some()
            }
        });
        known.then(|| sources.map(|source| self.comes(source)))
    }

    fn comes(&self, source: MeetingSource) -> Option<usize> {
        match source {
            MeetingSource::Seed(seed) => (seed < self.names.len()).then_some(seed),
            MeetingSource::Winner(node) => self.decided[node]?.winner,
            MeetingSource::Loser(node) => self.decided[node]?.loser,
        }
    }

    /// Returns true if the first final leaves both bots with one defeat each.
    fn is_open(&self, node: usize) -> bool {
        let second = self.stand(node).and_then(|stand| stand[1]);
        let decided = self.decided[node];
        decided.is_some_and(|d| d.loser.is_some() && d.winner == second)
    }

    /// Decides a meeting in which at most one bot can play.
    fn walk_over(&mut self, node: usize, stand: [Option<usize>; 2], active: &[bool]) {
        let plays = |bot: &usize| active[*bot];
        let winner = stand.into_iter().flatten().find(plays);
        let gone = stand.into_iter().flatten().find(|bot| !plays(bot));
        self.decided[node] = Some(Decided {
            winner,
            loser: None,
        });
        let Some(winner) = winner else {
            return;
        };
        let (title, name) = (&self.nodes[node].title, &self.names[winner]);
        self.notes.push(match gone {
            Some(gone) => format!(
                "{title}: {name} goes on, since {} has left",
                self.names[gone]
            ),
            None => format!("{title}: {name} has a bye"),
        });
    }
}
