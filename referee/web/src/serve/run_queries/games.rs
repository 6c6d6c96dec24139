//! Queries on the games of a run: the list, the neighbours of a game, its files.

use anyhow::Result;
use referee_engine::SeatTranscript;
use referee_record::Outcome;
use referee_report::repro_bundle;
use referee_tournament::results::{plan, unreadable};

use super::RunQueries;
use crate::model::{GameList, GameQuery, GameSummary};
use crate::run_page::listed;

/// Most games that are looked at for one list.
const LOOKED_AT: u64 = 100_000;

impl RunQueries {
    pub(super) fn listed(&self, wanted: &GameQuery) -> Result<GameList> {
        let run = self.run()?;
        let plan = plan(&run)?;
        let mut list = GameList {
            is_whole: true,
            ..GameList::default()
        };
        if !self.open_to(&run)? {
            return Ok(list);
        }
        let outcomes = run.outcomes_after(wanted.from.saturating_sub(1));
        for (looked_at, outcome) in (0..).zip(outcomes.map_err(unreadable)?) {
            let outcome = outcome.map_err(unreadable)?;
            if looked_at == LOOKED_AT {
                list.is_whole = false;
                break;
            }
            let game = GameSummary {
                replay: true,
                ..listed(&outcome, &plan, self.audience())
            };
            if outcome.again || !wanted.matches(&game) || !self.is_told(&run, outcome.number)? {
                continue;
            }
            list.found += 1;
            if list.games.len() < wanted.most {
                list.games.push(game);
            }
        }
        Ok(list)
    }

    /// Returns the nearest games before and after this one that may be shown.
    pub(super) fn neighbours(&self, number: u64) -> Result<[Option<u64>; 2]> {
        let run = self.run()?;
        let shown = |outcome: &Outcome| {
            Ok::<_, anyhow::Error>(!outcome.again && self.is_told(&run, outcome.number)?)
        };
        let mut after = None;
        for outcome in run.outcomes_after(number).map_err(unreadable)? {
            let outcome = outcome.map_err(unreadable)?;
            if shown(&outcome)? {
                after = Some(outcome.number);
                break;
            }
        }
        // Games before it are searched in ever larger steps back.
        let (mut before, mut step) = (None, 4);
        while before.is_none() {
            let from = number.saturating_sub(step);
            for outcome in run
                .outcomes_after(from.saturating_sub(1))
                .map_err(unreadable)?
            {
                let outcome = outcome.map_err(unreadable)?;
                if outcome.number >= number {
                    break;
                }
                if shown(&outcome)? {
                    before = Some(outcome.number);
                }
            }
            if from == 0 {
                break;
            }
            step *= 4;
        }
        Ok([before, after])
    }

    pub(super) fn packed(&self, number: u64, seat: char) -> Result<Option<Vec<u8>>> {
        let Some(game) = self.find_game(number)?.filter(|_| self.guest.is_none()) else {
            return Ok(None);
        };
        if !game.outcome.seats.iter().any(|seated| seated.seat == seat) {
            return Ok(None);
        }
        let script = SeatTranscript::of(&*game.rules(&self.played_by)?, &game.record, seat)
            .map_err(anyhow::Error::msg)?;
        Ok(Some(repro_bundle::packed(
            &game,
            &script,
            &format!("game-{number}-{seat}"),
        )?))
    }
}
