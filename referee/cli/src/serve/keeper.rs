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
    /// When it was first looked at, and how many games there were then.
    pace: Mutex<Option<(Instant, u64)>>,
}

impl Keeper {
    /// For the run in a file.
    pub fn new(path: PathBuf) -> Keeper {
        Keeper {
            path,
            pace: Mutex::new(None),
        }
    }

    fn run(&self) -> Result<Run> {
        open(&self.path)
    }

    fn standing(&self) -> Result<Standing> {
        let run = self.run()?;
        let report = Report::of(&run, MAIN)?;
        let games = count(report.games, "game");
        let bots = count(report.standings.len() as u64, "bot");
        let played = run.past().map_err(unreadable)?.map_or(0, |past| past.settled);
        Ok(Standing {
            title: self.title(),
            lead: format!("{bots}, {games} that count."),
            progress: Progress {
                played,
                of: run.header().edition.games,
                rest: self.rest(played, run.header().edition.games),
            },
            sections: html::sections(&report),
            faults: faults(&run)?,
        })
    }

    fn title(&self) -> String {
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
        known.then(|| Recorded::find(&run, number, None)).transpose()
    }
}

/// The last games that ended by a fault, the newest first.
fn faults(run: &Run) -> Result<Vec<(u64, String)>> {
    let mut last = std::collections::VecDeque::new();
    for outcome in run.outcomes(&Filter::default()).map_err(unreadable)? {
        let outcome = outcome.map_err(unreadable)?;
        for own in &outcome.seats {
            let result = outcome.verdict.seat(own.seat);
            if let Some(word) = result.and_then(|result| result.fault.as_deref()) {
                last.push_front((outcome.number, format!("{} as {}: {word}", own.bot, own.seat)));
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

    fn standing(&self) -> Result<Standing, String> {
        self.standing().map_err(|why| why.to_string())
    }

    fn games(&self, from: u64, most: usize) -> Result<Vec<Story>, String> {
        let list = || -> Result<Vec<Story>> {
            let run = self.run()?;
            let outcomes = run.outcomes_after(from.saturating_sub(1)).map_err(unreadable)?;
            let mut games = Vec::new();
            for outcome in outcomes {
                let outcome = outcome.map_err(unreadable)?;
                if outcome.again {
                    continue;
                }
                if games.len() == most {
                    break;
                }
                games.push(Story {
                    replay: true,
                    ..listed(&outcome, Audience::Holder)
                });
            }
            Ok(games)
        };
        list().map_err(|why| why.to_string())
    }

    fn game(&self, number: u64) -> Result<Option<(Story, Reel)>, String> {
        let find = || -> Result<Option<(Story, Reel)>> {
            let Some(game) = self.found(number)? else {
                return Ok(None);
            };
            let name = quoted(std::path::Path::new(self.path.file_name().unwrap_or_default()));
            let told = story(&game, Audience::Holder, &name)?;
            let seen = reel(&game, Audience::Holder).map_err(anyhow::Error::msg)?;
            Ok(Some((told, seen)))
        };
        find().map_err(|why| why.to_string())
    }

    fn record(&self, number: u64) -> Result<Option<String>, String> {
        let game = self.found(number).map_err(|why| why.to_string())?;
        let text = game.map(|game| serde_json::to_string(&game.record));
        text.transpose().map_err(|why| why.to_string())
    }
}
