//! Swiss: each round pairs bots with scores as equal as possible, and no two bots twice.

use super::meeting::MeetingResult;
use super::{MeetingBatch, MeetingSize, RoundFormat, RoundSchedule, check_seats, names};
use crate::fixed::deals;
use crate::plan::game_config::from_one;
use crate::plan::{Plan, PlanError};
use crate::swiss::{
    MOST_PLAYERS, Seats, SwissEvent, SwissNext, SwissPairing, SwissRound, SwissStanding, standings,
};
use crate::{Schedule, TieBreak};

struct Swiss {
    names: Vec<String>,
    /// Results on which rounds are paired.
    event: SwissEvent,
    /// Results for the standings: without games that a ruling annulled.
    counted: Vec<SwissRound>,
    /// Pairs of the current round.
    paired: Vec<[usize; 2]>,
    bye: Option<usize>,
    notes: Vec<String>,
}

/// Creates the schedule of a Swiss tournament; returns an error if the game hasn't two seats, there are too
/// many bots or a setting is out of range.
pub(crate) fn swiss(
    plan: &Plan,
    rounds: u32,
    games: u32,
    seats: Seats,
) -> Result<Box<dyn Schedule>, PlanError> {
    check_seats(plan, "swiss")?;
    let mirrored = seats == Seats::Mirrored;
    if !mirrored && games != 1 {
        let why = format!("games_per_pair = {games}: with mirrored = false a meeting is 1 game");
        return Err(PlanError::Format(why));
    }
    let names = names(plan);
    if names.len() > MOST_PLAYERS {
        let why = format!("a Swiss tournament takes at most {MOST_PLAYERS} bots");
        return Err(PlanError::Format(why));
    }
    let rotations = if mirrored { 2 } else { 1 };
    let deals = deals(rounds, games, rotations)?;
    plan.setup.check_deals(rounds, deals as u64)?;
    let event = SwissEvent {
        active: Vec::new(),
        rounds: Vec::new(),
        total_rounds: rounds as usize,
        games,
        seats,
    };
    let format = Swiss {
        names,
        event,
        counted: Vec::new(),
        paired: Vec::new(),
        bye: None,
        notes: Vec::new(),
    };
    Ok(Box::new(RoundSchedule::new(
        plan,
        MeetingSize { deals, rotations },
        format,
    )))
}

impl RoundFormat for Swiss {
    fn pair(&mut self, active: &[bool]) -> Option<MeetingBatch> {
        active.clone_into(&mut self.event.active);
        let played = self.event.rounds.len();
        match self.event.next() {
            SwissNext::Round(pairing) => {
                let round = from_one(played);
                if let Some(bye) = pairing.bye {
                    let name = &self.names[bye];
                    self.notes.push(format!("round {round}: {name} has a bye"));
                }
                self.bye = pairing.bye;
                self.paired.clone_from(&pairing.pairs);
                Some(MeetingBatch {
                    round,
                    meetings: pairing.pairs,
                    bye: pairing.bye,
                })
            }
            SwissNext::Over => None,
            SwissNext::Exhausted => {
                let all = self.event.total_rounds;
                let why = self.event.exhausted();
                self.notes.push(format!(
                    "the event ended early, after {played} of {all} rounds: {why}"
                ));
                None
            }
        }
    }

    fn take(&mut self, ended: &[MeetingResult]) {
        let round = self.event.rounds.len() + 1;
        for ended in ended {
            if let Some(note) = self.note(ended) {
                self.notes.push(format!("round {round}: {note}"));
            }
        }
        let meetings = |halves: fn(&MeetingResult) -> Option<[u32; 2]>| {
            let pairs = self.paired.iter().zip(ended);
            let meeting = |(pair, ended): (&[usize; 2], &MeetingResult)| SwissPairing {
                players: *pair,
                halves: halves(ended).map(|[a, b]| {
                    if *pair == ended.players {
                        [a, b]
                    } else {
                        [b, a]
                    }
                }),
            };
            SwissRound {
                meetings: pairs.map(meeting).collect(),
                byes: self.bye.into_iter().collect(),
            }
        };
        self.counted.push(meetings(|ended| ended.counted));
        self.event.rounds.push(meetings(|ended| ended.halves));
    }

    fn most(&self, bots: usize) -> u64 {
        let bots = bots as u64;
        // No two bots meet twice.
        let all = bots.saturating_mul(bots.saturating_sub(1)) / 2;
        (self.event.total_rounds as u64)
            .saturating_mul(bots / 2)
            .min(all)
    }

    fn tie_breaks(&self) -> Vec<TieBreak> {
        let counted = SwissEvent {
            rounds: self.counted.clone(),
            ..self.event.clone()
        };
        standings(&counted).iter().map(tie_break).collect()
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }
}

impl Swiss {
    fn note(&self, ended: &MeetingResult) -> Option<String> {
        let [one, other] = ended.players.map(|player| &self.names[player]);
        match ended.left {
            [true, true] => Some(format!("{one} and {other} had left before they met")),
            [true, false] => Some(format!("{other} won against {one}, which had left")),
            [false, true] => Some(format!("{one} won against {other}, which had left")),
            _ if ended.halves.is_none() => Some(format!(
                "the meeting of {one} and {other} stands void and counts as drawn"
            )),
            _ => None,
        }
    }
}

fn tie_break(standing: &SwissStanding) -> TieBreak {
    let SwissStanding {
        score,
        games,
        buchholz,
    } = *standing;
    TieBreak {
        keys: [score, games, buchholz].map(i64::from).to_vec(),
        shown: vec![
            ("match points", halves(score)),
            ("game points", halves(games)),
            ("Buchholz", halves(buchholz)),
        ],
    }
}

/// Writes a number of halves as a decimal number.
fn halves(halves: u32) -> String {
    let half = if halves.is_multiple_of(2) { 0 } else { 5 };
    format!("{}.{half}", halves / 2)
}
