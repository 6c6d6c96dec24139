//! Queries on the games of a run: the list, the neighbours of a game, its files.

use anyhow::Result;
use referee_engine::SeatTranscript;
use referee_record::Outcome;
use referee_report::repro_bundle;
use referee_tournament::results::{plan, unreadable};

use super::{PublicRun, RunQueries};
use crate::model::{GameList, GameQuery, GameSummary};
use crate::run_page::listed;

/// No game has a larger number.
const LAST: u64 = i64::MAX as u64;
/// Most games that are looked at for one list.
const LOOKED_AT: u64 = 100_000;
/// Most games of which it is asked whether a late reader may know them, which reads their records.
const ASKED: u64 = 2000;

impl RunQueries {
    pub(super) fn listed(&self, wanted: &GameQuery) -> Result<GameList> {
        let run = self.run()?;
        let plan = plan(&run)?;
        let mut list = GameList::default();
        if !self.open_to(&run)? {
            return Ok(list);
        }
        let is_late = self.guest.as_ref().is_some_and(PublicRun::is_late);
        let mut asked = 0;
        let from = wanted.number().unwrap_or(wanted.from).min(LAST);
        let outcomes = run.outcomes_after(from.saturating_sub(1));
        for (looked_at, outcome) in (0..).zip(outcomes.map_err(unreadable)?) {
            let outcome = outcome.map_err(unreadable)?;
            if wanted
                .number()
                .is_some_and(|number| outcome.number > number)
            {
                break;
            }
            let is_full = list.games.len() == wanted.most;
            if looked_at == LOOKED_AT || asked == ASKED || is_late && is_full {
                // A late reader is told no number of a game that it may not see.
                let last = list.games.last().filter(|_| is_late);
                let next = last.map_or(outcome.number, |last| last.number + 1);
                list.next = (list.next).or((!is_late || last.is_some()).then_some(next));
                list.is_cut = true;
                break;
            }
            let game = GameSummary {
                replay: true,
                ..listed(&outcome, &plan, self.audience())
            };
            if outcome.again || !wanted.matches(&game) {
                continue;
            }
            asked += u64::from(is_late);
            if !self.is_told(&run, outcome.number)? {
                continue;
            }
            list.found += 1;
            if is_full {
                list.next.get_or_insert(outcome.number);
            } else {
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
