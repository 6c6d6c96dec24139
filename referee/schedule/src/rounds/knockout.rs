//! Knockout, single and double: who loses a meeting is out, or who loses two.
//!
//! Bots are seeded in the order of the configuration; where the field is no power of two, the best
//! have byes. Whoever can meet meets in the next round, so the rounds of one bracket needn't wait for
//! the other's. Where two are level, or a meeting stands void, they meet once more in the next round,
//! until `tries` are spent; after that the better seed goes on. Who has left loses.

use super::bracket::{self, MeetingSource, Node};
use super::meeting::MeetingResult;
use super::pairings::points;
use super::{
    Meeting, MeetingBatch, MeetingSize, MeetingState, Round, RoundFormat, RoundSchedule,
    check_seats, names,
};
use crate::fixed::deals;
use crate::game_config::from_one;
use crate::plan::{Plan, PlanError};
use crate::{Schedule, TieBreak};

/// How a meeting of a bracket was decided; there may be nobody left for it.
#[derive(Clone, Copy)]
struct Decided {
    winner: Option<usize>,
    loser: Option<usize>,
}

struct Knockout {
    names: Vec<String>,
    nodes: Vec<Node>,
    decided: Vec<Option<Decided>>,
    /// How each meeting ended, each time that it was played.
    tried: Vec<Vec<MeetingResult>>,
    tries: u32,
    /// The meetings of the current round, by their index.
    paired: Vec<usize>,
    rounds: usize,
    notes: Vec<String>,
}

/// The schedule of a knockout, or what is wrong with it.
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
        // A meeting stands behind those that it depends on: one pass settles all that needs no game.
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

    /// Everybody but the winner loses once, or twice; the winner of a double one may lose once too.
    fn most(&self, bots: usize) -> u64 {
        let nodes = self.nodes.len();
        let byes = bots.next_power_of_two() - bots;
        let double = nodes + 1 > bots.next_power_of_two();
        let played = nodes.saturating_sub(if double { 2 * byes } else { byes });
        (played as u64).saturating_mul(self.tries.into())
    }

    /// How far each has come: the level of the farthest meeting that it stands in, and one more for
    /// the winner.
    fn merits(&self) -> Vec<TieBreak> {
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
        let merit = |(level, title): (u32, &str)| TieBreak {
            keys: vec![level.into()],
            shown: vec![("reached", title.to_owned())],
        };
        reached.into_iter().map(merit).collect()
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn bracket(&self, now: &[MeetingResult]) -> Option<Vec<Round>> {
        let mut rounds: Vec<Round> = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            let playing = self.paired.iter().position(|paired| *paired == i);
            let now = playing.and_then(|at| now.get(at));
            // Nobody needs to know of a second final that isn't played.
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
    /// A meeting as people see it; `now` is how it stands where it is being played.
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

    /// Who stands in a meeting, where that is known; there may be nobody for a place.
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

    /// Whether the first final leaves both with a single defeat.
    fn is_open(&self, node: usize) -> bool {
        let second = self.stand(node).and_then(|stand| stand[1]);
        let decided = self.decided[node];
        decided.is_some_and(|d| d.loser.is_some() && d.winner == second)
    }

    /// Decides a meeting in which at most one can play.
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
