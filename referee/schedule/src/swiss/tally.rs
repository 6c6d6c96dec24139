//! History of each player in a Swiss event, and the standings.

use std::collections::HashSet;

use super::event::{SwissEvent, SwissRound};
use super::seats::{Sat, SwissSeat};

/// History of a player.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlayerHistory {
    /// Match points in halves.
    pub(crate) score: u32,
    /// Game points in halves.
    pub(crate) games: u32,
    /// True if it had a bye.
    pub(crate) bye: bool,
    /// Players that it met, including void meetings.
    pub(crate) met: HashSet<usize>,
    /// Seats that it had in meetings that count.
    pub(crate) sat: Sat,
    /// How it floated in each round.
    pub(crate) floats: Vec<Option<Float>>,
    /// Players that it met in meetings that count.
    opponents: Vec<usize>,
}

/// Says that a player's round wasn't a meeting of players with equal scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Float {
    /// Its opponent had fewer points, or it got points without a meeting.
    Down,
    /// Its opponent had more points.
    Up,
}

/// Values that decide a rank in a Swiss event, in this order; all in halves, more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SwissStanding {
    /// Match points in halves: 2 for a meeting won, 1 for a drawn one, 0 if neither got a point. A bye counts
    /// as won, a void meeting as drawn.
    pub score: u32,
    /// Game points in halves. A bye has all points of a meeting, a void meeting none.
    pub games: u32,
    /// Buchholz: the sum of the opponents' match points. A round without a meeting that counts (a bye, a void
    /// meeting, a round before a late entry or after a withdrawal) adds the player's own match points
    /// instead, as an opponent of equal strength would.
    pub buchholz: u32,
}

/// Returns the histories of all players.
pub(crate) fn pasts(event: &SwissEvent) -> Vec<PlayerHistory> {
    let mut pasts = vec![PlayerHistory::default(); event.active.len()];
    for round in &event.rounds {
        add(&mut pasts, round, event.games);
    }
    pasts
}

fn add(pasts: &mut [PlayerHistory], round: &SwissRound, games: u32) {
    let floats = floats(pasts, round);
    for (past, float) in pasts.iter_mut().zip(floats) {
        past.floats.push(float);
    }
    for meeting in &round.meetings {
        for (index, seat) in [(0, SwissSeat::First), (1, SwissSeat::Second)] {
            let (player, other) = (meeting.players[index], meeting.players[1 - index]);
            let Some(past) = pasts.get_mut(player) else {
                continue;
            };
            past.met.insert(other);
            let Some(halves) = meeting.halves else {
                past.score += 1;
                continue;
            };
            past.opponents.push(other);
            past.sat.push(seat);
            past.games += halves[index];
            past.score += match halves[index].cmp(&halves[1 - index]) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => u32::from(halves[index] > 0),
                std::cmp::Ordering::Greater => 2,
            };
        }
    }
    for player in &round.byes {
        if let Some(past) = pasts.get_mut(*player) {
            past.bye = true;
            past.score += 2;
            past.games += 2 * games;
        }
    }
}

/// Returns how each player floats in a round, from the scores before it.
fn floats(pasts: &[PlayerHistory], round: &SwissRound) -> Vec<Option<Float>> {
    let mut floats = vec![None; pasts.len()];
    let mut set = |player: usize, float| {
        if let Some(known_float) = floats.get_mut(player) {
            *known_float = float;
        }
    };
    for meeting in &round.meetings {
        let scores = meeting.players.map(|p| pasts.get(p).map(|past| past.score));
        for seat_index in 0..2 {
            let float = match scores[seat_index].cmp(&scores[1 - seat_index]) {
                _ if meeting.halves.is_none() => Some(Float::Down),
                std::cmp::Ordering::Less => Some(Float::Up),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(Float::Down),
            };
            set(meeting.players[seat_index], float);
        }
    }
    for player in &round.byes {
        set(*player, Some(Float::Down));
    }
    floats
}

/// Returns the standing of each player, by its index; a withdrawn player keeps its own.
pub fn standings(event: &SwissEvent) -> Vec<SwissStanding> {
    let pasts = pasts(event);
    let rounds = event.rounds.len();
    let standing = |past: &PlayerHistory| {
        let met = past.opponents.iter().filter_map(|p| pasts.get(*p));
        let without = rounds.saturating_sub(past.opponents.len());
        let unplayed_score = u32::try_from(without)
            .unwrap_or(u32::MAX)
            .saturating_mul(past.score);
        SwissStanding {
            score: past.score,
            games: past.games,
            buchholz: met
                .map(|p| p.score)
                .sum::<u32>()
                .saturating_add(unplayed_score),
        }
    };
    pasts.iter().map(standing).collect()
}
