//! Points of the first bot in a game, and the faults that it shows.

use referee_record::Outcome;

use super::{FirstFault, PairResults, game};

impl PairResults {
    /// Returns the points of the first bot in halves, or an error with the reason if the game doesn't count;
    /// counts the faults.
    pub(super) fn points(&mut self, outcome: &Outcome) -> Result<u8, String> {
        if let Some(why) = &outcome.verdict.void {
            return Err(format!("game {}: {why}", outcome.number));
        }
        self.judged += 1;
        for bot in 0..2 {
            let name = &self.names[bot];
            let Some(fault_word) = game::fault(name, outcome) else {
                self.rows[bot] = 0;
                continue;
            };
            self.rows[bot] += 1;
            if self.first_fault.is_none() {
                self.first_fault = FirstFault::of(name, outcome);
            }
            game::count(&mut self.faults, name, fault_word);
        }
        if outcome.verdict.nobody_started() {
            return Err(format!("game {}: nobody started", outcome.number));
        }
        Ok(game::halves(&self.names, outcome))
    }
}
