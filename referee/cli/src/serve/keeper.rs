//! A run on disk, as a server of pages asks about it. Each question opens the file anew: a run may be written
//! meanwhile, by this process or by another.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Result;
use referee_stats::MAIN;
use referee_store::{Filter, Run};
use referee_web::board::Reel;
use referee_web::model::Story;
use referee_web::server::{Progress, Source, Standing};

use super::guest::Guest;
use crate::html::{Audience, listed, reel, story};
use crate::layout::count;
use crate::recorded::Recorded;
use crate::report::{Report, html};
use crate::results::{open, quoted, unreadable};
use crate::run::span;

/// Faults that are shown.
const FAULTS: usize = 8;

/// Who answers for a run.
pub struct Keeper {
    path: PathBuf,
    /// What its readers may see, if not everything.
    guest: Option<Guest>,
    /// When it was first looked at, and how many games there were then.
    pace: Mutex<Option<(Instant, u64)>>,
}

impl Keeper {
    /// For the run in a file; without a guest, for those who hold it.
    pub fn new(path: PathBuf, guest: Option<Guest>) -> Keeper {
        Keeper {
            path,
            guest,
            pace: Mutex::new(None),
        }
    }

    fn audience(&self) -> Audience<'_> {
        self.guest.as_ref().map_or(Audience::Holder, Guest::audience)
    }

    /// Whether this run's results may be seen as yet.
    fn open_to(&self, run: &Run) -> Result<bool> {
        Ok(match &self.guest {
            Some(guest) if guest.hide_standings => is_over(run)?,
            _ => true,
        })
    }

    fn run(&self) -> Result<Run> {
        open(&self.path)
    }

    fn standing(&self) -> Result<Standing> {
        let run = self.run()?;
        let open = self.open_to(&run)?;
        let mut report = Report::of(&run, MAIN)?;
        let audience = self.audience();
        if !audience.sees_rulings() {
            report = report.renamed(|bot| audience.name(bot));
        }
        let games = count(report.games, "game");
        let bots = count(report.standings.len() as u64, "bot");
        let played = run.past().map_err(unreadable)?.map_or(0, |past| past.settled);
        Ok(Standing {
            title: self.title(),
            lead: match open {
                true => format!("{bots}, {games} that count."),
                false => format!("{bots}. Results are secret until the last game is played."),
            },
            progress: Progress {
                played,
                of: run.header().edition.games,
                rest: self.rest(played, run.header().edition.games),
            },
            sections: if open { html::sections(&report) } else { Vec::new() },
            faults: if open { faults(&run, audience)? } else { Vec::new() },
        })
    }

    /// What the run is called.
    pub fn title(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// How long it takes from here, at the pace since the first look.
    fn rest(&self, played: u64, of: Option<u64>) -> String {
        let mut pace = self.pace.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (since, before) = *pace.get_or_insert((Instant::now(), played));
        let Some(left) = of.map(|of| of.saturating_sub(played)) else {
            return String::new();
        };
        let (done, took) = (played.saturating_sub(before), since.elapsed());
        if left == 0 {
            return "all are played".to_owned();
        }
        if done == 0 || took < Duration::from_secs(2) {
            return String::new();
        }
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let rest = took.mul_f64(left as f64 / done as f64);
        format!("about {} left", span(rest))
    }

    fn found(&self, number: u64) -> Result<Option<Recorded>> {
        let run = self.run()?;
        let known = run.record(number, None).map_err(unreadable)?.is_some();
        if !known || !self.open_to(&run)? {
            return Ok(None);
        }
        let game = Recorded::find(&run, number, None)?;
        let told = self.guest.as_ref().is_none_or(|guest| guest.knows(&game.record));
        Ok(told.then_some(game))
    }

    fn listed(&self, from: u64, most: usize) -> Result<Vec<Story>> {
        let run = self.run()?;
        let mut games = Vec::new();
        if !self.open_to(&run)? {
            return Ok(games);
        }
        for outcome in run.outcomes_after(from.saturating_sub(1)).map_err(unreadable)? {
            let outcome = outcome.map_err(unreadable)?;
            if outcome.again || !self.is_told(&run, outcome.number)? {
                continue;
            }
            if games.len() == most {
                break;
            }
            games.push(Story {
                replay: true,
                ..listed(&outcome, self.audience())
            });
        }
        Ok(games)
    }

    /// Whether a game is known to its readers by now.
    fn is_told(&self, run: &Run, number: u64) -> Result<bool> {
        let Some(guest) = self.guest.as_ref().filter(|guest| guest.is_late()) else {
            return Ok(true);
        };
        let record = run.record(number, None).map_err(unreadable)?;
        Ok(record.is_some_and(|record| guest.knows(&record)))
    }
}

/// Whether all games of a run are played.
fn is_over(run: &Run) -> Result<bool> {
    let past = run.past().map_err(unreadable)?;
    let of = run.header().edition.games;
    // An export is of a run that is over.
    Ok(past.is_none_or(|past| of.is_some_and(|of| past.settled >= of)))
}

/// The last games that ended by a fault, the newest first.
fn faults(run: &Run, audience: Audience<'_>) -> Result<Vec<(u64, String)>> {
    let mut last = std::collections::VecDeque::new();
    for outcome in run.outcomes(&Filter::default()).map_err(unreadable)? {
        let outcome = outcome.map_err(unreadable)?;
        for own in &outcome.seats {
            let result = outcome.verdict.seat(own.seat);
            if let Some(word) = result.and_then(|result| result.fault.as_deref()) {
                last.push_front((outcome.number, format!("{} as {}: {word}", audience.name(&own.bot), own.seat)));
                last.truncate(FAULTS);
            }
        }
    }
    Ok(last.into())
}

impl Source for Keeper {
    fn mark(&self) -> u64 {
        let mark = || -> Result<u64> {
            let run = self.run()?;
            let rulings = run.rulings().map_err(unreadable)?.len() as u64;
            let past = run.past().map_err(unreadable)?;
            Ok(1 + past.map_or(0, |past| past.highest + past.settled) + rulings)
        };
        // A file that can't be read now may be so later.
        mark().unwrap_or(0)
    }

    fn name(&self, bot: &str) -> String {
        self.audience().name(bot)
    }

    fn standing(&self) -> Result<Standing, String> {
        self.standing().map_err(|why| why.to_string())
    }

    fn games(&self, from: u64, most: usize) -> Result<Vec<Story>, String> {
        self.listed(from, most).map_err(|why| why.to_string())
    }

    fn game(&self, number: u64) -> Result<Option<(Story, Reel)>, String> {
        let find = || -> Result<Option<(Story, Reel)>> {
            let Some(game) = self.found(number)? else {
                return Ok(None);
            };
            let name = quoted(std::path::Path::new(self.path.file_name().unwrap_or_default()));
            let told = story(&game, self.audience(), &name)?;
            let seen = reel(&game, self.audience()).map_err(anyhow::Error::msg)?;
            Ok(Some((told, seen)))
        };
        find().map_err(|why| why.to_string())
    }

    fn record(&self, number: u64) -> Result<Option<String>, String> {
        // It holds everything, whoever wrote it.
        if self.guest.is_some() {
            return Ok(None);
        }
        let game = self.found(number).map_err(|why| why.to_string())?;
        let text = game.map(|game| serde_json::to_string(&game.record));
        text.transpose().map_err(|why| why.to_string())
    }
}
