//! What a report lists of games that are missing from some or all of its numbers.

use std::collections::BTreeSet;

use referee_record::{FaultKind, Outcome};

use super::model::{MeetingRow, VoidGame};

/// Void games and units that are left out, gathered game by game.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LeftGames {
    /// Attempts that don't count. Each is kept, as JSON lists them all.
    pub(super) void: Vec<VoidGame>,
    /// Units that are left out: a game that won't be replayed takes the rest of its pair or block with it.
    pub(super) units: BTreeSet<MeetingRow>,
}

impl LeftGames {
    /// Adds a game, if it is void, or if it counts but no bot started.
    pub(super) fn add(&mut self, outcome: &Outcome) {
        let counts = outcome.counts();
        if counts && !is_unstarted(outcome) {
            return;
        }
        let place = &outcome.place;
        if !outcome.again && place.rotations > 1 {
            self.units.insert(MeetingRow {
                round: place.round,
                deal: place.deal,
                bots: place.block.clone(),
            });
        }
        if !counts {
            self.void.push(VoidGame {
                game: outcome.number,
                attempt: outcome.attempt,
                annulled: outcome.annulled,
                again: outcome.again,
                because: outcome.verdict.void.clone().unwrap_or_default(),
            });
        }
    }
}

/// Tells if no bot started in a game: it says nothing about strength.
fn is_unstarted(outcome: &Outcome) -> bool {
    let seats = outcome.verdict.seats.iter();
    let mut faults = seats.filter_map(|seat| seat.fault);
    outcome.verdict.nobody_started() && faults.any(FaultKind::fails_handshake)
}
