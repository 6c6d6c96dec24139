//! The end of the last game of a run.

use std::sync::{Arc, PoisonError};

use anyhow::Result;
use referee_engine::replay;
use referee_store::Filter;
use referee_tournament::results::{plan, unreadable};

use super::RunQueries;
use crate::model::LastGame;
use crate::run_page::listed;
use crate::serve::PublicRun;
use crate::server::RunData;
use crate::text::harmless;

impl RunQueries {
    /// Returns the end of the last game that readers may see; it is kept until the run changes. Those who see everything
    /// later are shown none.
    pub(super) fn last_game(&self) -> Result<Option<Arc<LastGame>>> {
        if self.guest.as_ref().is_some_and(PublicRun::is_late) {
            return Ok(None);
        }
        let mut kept = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let mark = self.mark();
        if let Some((at, last)) = &*kept
            && *at == mark
        {
            return Ok(last.clone());
        }
        let last = self.find_last()?.map(Arc::new);
        *kept = Some((mark, last.clone()));
        Ok(last)
    }

    fn find_last(&self) -> Result<Option<LastGame>> {
        let run = self.run()?;
        let highest = if let Some(past) = run.past().map_err(unreadable)? {
            past.highest
        } else {
            // An export isn't indexed.
            let outcomes = run.outcomes(&Filter::default()).map_err(unreadable)?;
            let last = outcomes.last().transpose().map_err(unreadable)?;
            last.map_or(0, |last| last.number)
        };
        let [before, _] = self.neighbours(highest.saturating_add(1))?;
        let Some(game) = before
            .map(|number| self.find_game(number))
            .transpose()?
            .flatten()
        else {
            return Ok(None);
        };
        let rules = game.rules(&self.played_by)?;
        let played = &game.record.played;
        let mut end = rules.read(&played.start)?;
        for step in replay(&*rules, played)? {
            end = step?.1;
        }
        // Who won is what the list of games says, rulings included.
        let listed = listed(&game.outcome, &plan(&run)?, self.audience());
        let winner = listed.winner().map(|seat| seat.seat);
        let seats = listed.seats.iter();
        let seats = seats.map(|own| (own.seat, harmless(&own.bot), winner == Some(own.seat)));
        Ok(Some(LastGame {
            number: listed.number,
            seats: seats.collect(),
            scene: end.scene(),
        }))
    }
}
