//! A run on disk, as a server of pages asks about it. Each question opens the file anew: a run may be written
//! meanwhile, by this process or by another.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use referee_arena::Script;
use referee_record::Outcome;
use referee_stats::MAIN;
use referee_store::{Filter, Run};
use referee_web::board::Reel;
use referee_web::model::{Story, Summary};
use referee_web::server::{Progress, Source, Standing, Wanted};

use super::guest::Guest;
use crate::html::{Audience, analysis, listed, reel, story};
use crate::layout::count;
use crate::recorded::Recorded;
use crate::report::{Report, html};
use crate::repro;
use crate::results::{open, quoted, unreadable};
use crate::run::span;

/// How long an analysis is good for, at least.
const ANALYSED: Duration = Duration::from_secs(5);
/// Faults that are shown.
const FAULTS: usize = 8;

/// Who answers for a run.
pub struct Keeper {
    path: PathBuf,
    /// What its readers may see, if not everything.
    guest: Option<Guest>,
    /// When it was first looked at, and how many games there were then.
    pace: Mutex<Option<(Instant, u64)>>,
    analysed: Mutex<Option<Analysed>>,
}

/// What the games had in common at the last look.
struct Analysed {
    mark: u64,
    /// Till when it is good for even if games have come since.
    until: Instant,
    summary: Arc<Summary>,
}

impl Keeper {
    /// For the run in a file; without a guest, for those who hold it.
    pub fn new(path: PathBuf, guest: Option<Guest>) -> Keeper {
        Keeper {
            path,
            guest,
            pace: Mutex::new(None),
            analysed: Mutex::new(None),
        }
    }

    fn audience(&self) -> Audience<'_> {
        self.guest
            .as_ref()
            .map_or(Audience::Holder, Guest::audience)
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
        let report = self.report(&run)?;
        let audience = self.audience();
        let games = count(report.games, "game");
        let bots = count(report.standings.len() as u64, "bot");
        let played = run
            .past()
            .map_err(unreadable)?
            .map_or(0, |past| past.settled);
        let lead = if open {
            format!("{bots}, {games} that count.")
        } else {
            format!("{bots}. Results are secret until the last game is played.")
        };
        Ok(Standing {
            title: self.title(),
            lead,
            progress: Progress {
                played,
                of: run.header().edition.games,
                rest: self.rest(played, run.header().edition.games),
            },
            sections: if open {
                html::sections(&report)
            } else {
                Vec::new()
            },
            faults: if open {
                faults(&run, audience)?
            } else {
                Vec::new()
            },
        })
    }

    /// The report as its readers see it.
    fn report(&self, run: &Run) -> Result<Report> {
        let report = Report::of(run, MAIN)?;
        let audience = self.audience();
        Ok(if audience.sees_rulings() {
            report
        } else {
            report.renamed(|bot| audience.name(bot))
        })
    }

    fn analysis(&self) -> Result<Arc<Summary>> {
        let mut last = self.analysed.lock().unwrap_or_else(PoisonError::into_inner);
        let (mark, now) = (self.mark(), Instant::now());
        if let Some(last) = last
            .as_ref()
            .filter(|last| last.mark == mark || now < last.until)
        {
            return Ok(Arc::clone(&last.summary));
        }
        let run = self.run()?;
        // What all games have in common would tell of those that may not be known as yet.
        let late = self.guest.as_ref().is_some_and(Guest::is_late) && !is_over(&run)?;
        let summary = if late || !self.open_to(&run)? {
            Summary {
                title: format!("Analysis of {}", self.title()),
                lead: "It is shown when the last game is played.".to_owned(),
                ..Summary::default()
            }
        } else {
            analysis(&run, &self.report(&run)?, self.audience(), &self.title())?
        };
        let summary = Arc::new(summary);
        *last = Some(Analysed {
            mark,
            until: Instant::now() + ANALYSED + 20 * now.elapsed(),
            summary: Arc::clone(&summary),
        });
        Ok(summary)
    }

    /// What the run is called.
    pub fn title(&self) -> String {
        self.path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    }

    /// How long it takes from here, at the pace since the first look.
    fn rest(&self, played: u64, of: Option<u64>) -> String {
        let mut pace = self
            .pace
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
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
        let told = self
            .guest
            .as_ref()
            .is_none_or(|guest| guest.knows(&game.record));
        Ok(told.then_some(game))
    }

    fn listed(&self, wanted: &Wanted) -> Result<Vec<Story>> {
        let run = self.run()?;
        let mut games = Vec::new();
        if !self.open_to(&run)? {
            return Ok(games);
        }
        for outcome in run
            .outcomes_after(wanted.from.saturating_sub(1))
            .map_err(unreadable)?
        {
            let outcome = outcome.map_err(unreadable)?;
            let story = Story {
                replay: true,
                ..listed(&outcome, self.audience())
            };
            if outcome.again || !wanted.lets(&story) || !self.is_told(&run, outcome.number)? {
                continue;
            }
            if games.len() == wanted.most {
                break;
            }
            games.push(story);
        }
        Ok(games)
    }

    /// The games before and after one that can be shown.
    fn neighbours(&self, number: u64) -> Result<[Option<u64>; 2]> {
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
        // Before it they are looked for in wider and wider steps back.
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

    fn packed(&self, number: u64, seat: char) -> Result<Option<Vec<u8>>> {
        let Some(game) = self.found(number)?.filter(|_| self.guest.is_none()) else {
            return Ok(None);
        };
        if !game.outcome.seats.iter().any(|own| own.seat == seat) {
            return Ok(None);
        }
        let script = Script::of(&game.record, seat).map_err(anyhow::Error::msg)?;
        Ok(Some(repro::packed(
            &game,
            &script,
            &format!("game-{number}-{seat}"),
        )?))
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
                last.push_front((
                    outcome.number,
                    format!("{} as {}: {word}", audience.name(&own.bot), own.seat),
                ));
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

    fn games(&self, wanted: &Wanted) -> Result<Vec<Story>, String> {
        self.listed(wanted).map_err(|why| why.to_string())
    }

    fn game(&self, number: u64) -> Result<Option<(Story, Reel)>, String> {
        let find = || -> Result<Option<(Story, Reel)>> {
            let Some(game) = self.found(number)? else {
                return Ok(None);
            };
            let name = quoted(std::path::Path::new(
                self.path.file_name().unwrap_or_default(),
            ));
            let told = Story {
                files: self.guest.is_none(),
                ..story(&game, self.audience(), &name)?
            };
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

    fn beside(&self, number: u64) -> Result<[Option<u64>; 2], String> {
        self.neighbours(number).map_err(|why| why.to_string())
    }

    fn repro(&self, number: u64, seat: char) -> Result<Option<Vec<u8>>, String> {
        self.packed(number, seat).map_err(|why| why.to_string())
    }

    fn analysis(&self) -> Result<Arc<Summary>, String> {
        self.analysis().map_err(|why| why.to_string())
    }
}
