//! Tells how a run ended, and how it can be continued.

use std::path::Path;

use anyhow::Result;
use referee_output::failure::machine;
use referee_output::remarks;
use referee_output::sanitize::plain;
use referee_output::text_layout::count;
use referee_schedule::{Format, Plan};
use referee_stats::Tally;
use referee_store::{Filter, ResultWord, Run};

use super::format::ends;
use super::resume::next_free;
use super::{DispatchEnd, Finished, faults};
use crate::results;

/// Most void games that are listed.
const LISTED: usize = 10;

/// Reports on stderr how a run ended. `file` is the tournament file, `again` the command that played it.
pub fn tell_end(
    finished: &Finished,
    run: &Run,
    (tally, spoilt): (&Tally, &SpoiltGames),
    (file, again): (&Path, &str),
) -> Result<()> {
    let path = finished.path.display();
    match finished.closed {
        _ if finished.before => {
            let next = next_free(&finished.path);
            remarks::lines(&format!(
                "this run is finished; to play it anew, into {}: {again} --new",
                next.display()
            ));
            if let Some(further) = further(&results::plan(run)?, file) {
                remarks::lines(&further);
            }
        }
        DispatchEnd::Done => {}
        DispatchEnd::TimeUp => remarks::lines(&format!(
            "its minutes are over, and what was played is kept; to go on: {again}"
        )),
        DispatchEnd::Interrupted => remarks::lines(&format!(
            "interrupted: games in play were given up, all others are kept; to go on: {again}"
        )),
    }
    faults::tell(run, tally)?;
    if let Some(text) = spoilt.text() {
        remarks::sentences(&plain(&text));
    }
    remarks::lines(&format!("results: {path}"));
    Ok(())
}

/// The games of a run that are void for good, and not by a ruling.
#[derive(Debug, Default)]
pub struct SpoiltGames {
    games: u64,
    /// Numbers of the first of them, at most [`LISTED`].
    first: Vec<u64>,
    /// Why the first one is void.
    why: String,
}

impl SpoiltGames {
    /// Finds them in a run, of whose main stage this is the tally; none is read if it has no void game.
    pub fn of(run: &Run, tally: &Tally) -> Result<SpoiltGames> {
        let mut spoilt = SpoiltGames::default();
        if tally.games().void == 0 {
            return Ok(spoilt);
        }
        let filter = Filter {
            result: Some(ResultWord::Void),
            ..Filter::default()
        };
        for outcome in run.outcomes(&filter).map_err(machine)? {
            let outcome = outcome.map_err(machine)?;
            if outcome.again || outcome.annulled {
                continue;
            }
            spoilt.games += 1;
            if spoilt.games == 1 {
                spoilt.why = outcome.verdict.void.unwrap_or_default();
            }
            if spoilt.first.len() < LISTED {
                spoilt.first.push(outcome.number);
            }
        }
        Ok(spoilt)
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// Lists the games, with the reason of the first; `None` if there are none.
    fn text(&self) -> Option<String> {
        let first = self.first.first()?;
        let numbers: Vec<String> = self.first.iter().map(u64::to_string).collect();
        let more = if self.games > LISTED as u64 {
            ", …"
        } else {
            ""
        };
        Some(format!(
            "{} void, and counted for nobody: {}{more}; in game {first}: {}",
            count(self.games, "game"),
            numbers.join(", "),
            self.why
        ))
    }
}

/// Describes how to continue a run of which everything is played; `None` where its own end already says so.
fn further(plan: &Plan, file: &Path) -> Option<String> {
    let file = file.display();
    let format = plan.format_now();
    let keys: Vec<&str> = format.bounds().iter().map(|(key, _)| *key).collect();
    Some(match format {
        Format::Sprt { .. } => {
            format!(
                "nothing is left to play; a test that is undecided goes on with more games in {file}"
            )
        }
        Format::Match { .. } | Format::Tune(_) => return None,
        Format::Exam(_) => {
            "nothing is left to play; for submissions that came late, add them and give --extend"
                .to_owned()
        }
        Format::Standing { .. } => {
            "nothing is left to play: a game takes more bots; to go on, add some and give --extend"
                .to_owned()
        }
        _ if keys.is_empty() => format!(
            "nothing is left to play: {}",
            ends(format).unwrap_or_default()
        ),
        Format::Adaptive { .. } => format!(
            "nothing is left to play; to go on, raise games in {file} where ranks aren't separated, \
             or add bots, and give --extend"
        ),
        _ => format!(
            "nothing is left to play; to go on, raise {} in {file}, or add bots, and give --extend",
            keys.join(" or ")
        ),
    })
}
