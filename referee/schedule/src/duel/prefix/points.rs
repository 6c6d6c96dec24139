//! What a game is worth for the first bot, and whose faults it shows.

use std::cmp::Ordering;

use referee_record::Outcome;

use super::{Fault, Prefix};

impl Prefix {
    /// The points of the first bot in halves, or why the game doesn't count; takes note of faults.
    pub(super) fn points(&mut self, outcome: &Outcome) -> Result<u8, String> {
        if let Some(why) = &outcome.verdict.void {
            return Err(format!("game {}: {why}", outcome.number));
        }
        for bot in 0..2 {
            let name = &self.names[bot];
            let own = outcome.seats.iter().find(|own| own.bot == *name);
            let result = own.and_then(|own| outcome.verdict.seat(own.seat));
            let fault = result.and_then(|result| result.fault.clone());
            let Some(word) = fault.filter(|word| word != "resigned") else {
                self.rows[bot] = 0;
                continue;
            };
            self.rows[bot] += 1;
            let same = |known: &&mut Fault| known.bot == *name && known.fault == word;
            match self.faults.iter_mut().find(same) {
                Some(known) => known.games += 1,
                None => self.faults.push(Fault {
                    bot: name.clone(),
                    fault: word,
                    games: 1,
                }),
            }
        }
        if outcome.verdict.nobody_started() {
            return Err(format!("game {}: nobody started", outcome.number));
        }
        Ok(self.halves(outcome))
    }

    /// The points of the first bot in a game that counts: 0, 1 or 2 halves.
    pub(super) fn halves(&self, outcome: &Outcome) -> u8 {
        let place = |name: &String| {
            let own = outcome.seats.iter().find(|own| own.bot == *name);
            own.and_then(|own| outcome.verdict.seat(own.seat))
                .map(|result| result.place)
        };
        match place(&self.names[0]).cmp(&place(&self.names[1])) {
            Ordering::Less => 2,
            Ordering::Equal => 1,
            Ordering::Greater => 0,
        }
    }
}
