//! Renames the bots of a report.

use referee_config::look_alikes;

use super::model::RunReport;

impl RunReport {
    /// Replaces every name of a bot, and removes sentences that could name one.
    #[must_use]
    pub fn renamed(mut self, name: impl Fn(&str) -> String) -> RunReport {
        let all = |bots: &mut Vec<String>| bots.iter_mut().for_each(|bot| *bot = name(bot));
        for standing in &mut self.standings {
            standing.row.bot = name(&standing.row.bot);
            // Who has the files of a bot could find it by their hash.
            for (row, number) in standing.versions.iter_mut().zip(1_u32..) {
                row.version = number.to_string();
            }
        }
        if let Some(duel) = &mut self.duel {
            (duel.first, duel.second) = (name(&duel.first), name(&duel.second));
        }
        if let Some(field) = &mut self.field {
            field.groups.iter_mut().for_each(all);
            for bot in field.cycles.iter_mut().flatten() {
                *bot = name(bot);
            }
        }
        all(&mut self.crosstable.names);
        for round in self
            .pairings
            .iter_mut()
            .flat_map(|pairings| &mut pairings.rounds)
        {
            let met = round
                .meetings
                .iter_mut()
                .flat_map(|meeting| meeting.bots.iter_mut().flatten());
            for bot in met.chain(&mut round.bye) {
                *bot = name(bot);
            }
        }
        for place_counts in &mut self.places {
            place_counts.bot = name(&place_counts.bot);
        }
        for chatter in &mut self.chatter {
            chatter.bot = name(&chatter.bot);
            chatter.first = None;
        }
        let left = &mut self.left_out;
        left.units.iter_mut().for_each(|unit| all(&mut unit.bots));
        for gone in left.parked.iter_mut().chain(&mut left.withdrawn) {
            gone.bot = name(&gone.bot);
        }
        for game in &mut left.void {
            "it doesn't count".clone_into(&mut game.because);
        }
        let names = self.standings.iter();
        self.look_alikes = look_alikes(names.map(|bot| bot.row.bot.as_str()));
        self.notes.clear();
        self.workers.differ.clear();
        self
    }
}
