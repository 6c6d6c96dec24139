//! Checking a run from top to bottom: chain, schedule, rules, dice, tallies.

use anyhow::Result;
use referee_arena::{audit, audit_evidence};
use referee_record::{Outcome, Record};
use referee_schedule::{Follower, Plan};
use referee_store::{Filter, Header, ReadError, Run, rule};

use crate::exit::bad_input;
use crate::results::unreadable;
use crate::{out, results};

/// What was found.
#[derive(Default, serde::Serialize)]
pub struct Findings {
    /// Games whose records are sound.
    pub games: u64,
    /// Games of the schedule that have no record.
    pub missing: u64,
    /// The last line of an export was not written to its end.
    pub torn: bool,
    /// What is wrong, one sentence each.
    pub wrong: Vec<String>,
    /// The last hash of the chain, where it holds.
    pub fingerprint: Option<String>,
}

/// A game as the tables have it.
type Shown = std::result::Result<Outcome, ReadError>;

/// Checks everything that can be checked.
pub fn check(run: &Run) -> Result<Findings> {
    let plan = results::plan(run)?;
    let mut found = Findings::default();
    found.wrong.extend(contradiction(run.header(), &plan));
    if let Some(fault) = damage(run.check_chain(), None)? {
        found.wrong.push(fault.to_string());
    }
    check_games(run, &plan, &mut found)?;
    if let Some(fault) = damage(run.check_tallies(), None)? {
        found.wrong.push(fault.to_string());
    }
    if !found.wrong.is_empty() {
        found.missing = 0;
    } else if !found.torn {
        found.fingerprint = Some(run.fingerprint().map_err(unreadable)?);
    }
    Ok(found)
}

/// Of an export the games before some damage are looked at, and the damage is named behind them.
fn damage<T>(read: std::result::Result<T, ReadError>, otherwise: T) -> Result<T> {
    match read {
        Err(ReadError::Damaged { .. } | ReadError::Torn { .. }) => Ok(otherwise),
        read => read.map_err(unreadable),
    }
}

/// Plays every game again, and looks whether it is one of the schedule and in the tables as it was
/// played.
fn check_games(run: &Run, plan: &Plan, found: &mut Findings) -> Result<()> {
    let refuse = |why| bad_input(format!("{}: {why}", run.path().display()));
    let size = plan.schedule().map_err(refuse)?.size();
    let mut follower = Follower::new(plan).map_err(refuse)?;
    let rulings = damage(run.rulings(), Vec::new())?;
    let said = run.header().edition.games;
    if said != size {
        let words = |n: Option<u64>| n.map_or("no number of".to_owned(), |n| n.to_string());
        let (said, games) = (words(said), words(size));
        let why = format!("it says {said} games; its plan has {games}");
        found.wrong.push(why);
    }
    // A database has the same in columns, of which the tables are made.
    let mut columns = if run.is_database() {
        Some(
            run.outcomes(&Filter::default())
                .map_err(unreadable)?
                .peekable(),
        )
    } else {
        None
    };
    for record in run.records().map_err(unreadable)? {
        let record = match record {
            Ok(record) => record,
            Err(error @ ReadError::Torn { .. }) => {
                found.torn = true;
                out::remark(&format!("referee: {error}"));
                break;
            }
            Err(error) => {
                found.wrong.push(error.to_string());
                break;
            }
        };
        let mut outcome = Outcome::of(&record);
        rule(&mut outcome, &rulings);
        let number = outcome.number;
        let key = (number, outcome.attempt);
        let mut shown = None;
        if let Some(columns) = &mut columns {
            // Games whose records were removed stand in the tables alone; the chain names them.
            let earlier = |row: &Shown| row.as_ref().is_ok_and(|it| (it.number, it.attempt) < key);
            while columns.next_if(earlier).is_some() {}
            let same = |row: &Shown| {
                row.as_ref()
                    .map_or(true, |it| (it.number, it.attempt) == key)
            };
            shown = columns.next_if(same).transpose().map_err(unreadable)?;
        }
        let wrong = audited(&record)
            .or_else(|| follower.admit(&outcome).err().map(|e| e.to_string()))
            .or_else(|| {
                let differs = columns.is_some() && shown.as_ref() != Some(&outcome);
                differs
                    .then(|| format!("game {number}: the tables have it otherwise than its record"))
            });
        match wrong {
            None => found.games += 1,
            Some(why) => found.wrong.push(why),
        }
    }
    let rest = follower.finish();
    found.missing = rest.missing;
    let skips = match run.skips() {
        Err(error @ ReadError::Broken { .. }) => {
            found.wrong.push(error.to_string());
            return Ok(());
        }
        skips => damage(skips, Vec::new())?,
    };
    for skip in skips {
        if !rest.skipped.contains(&skip.number) {
            found.wrong.push(format!(
                "game {}: it is recorded as passed over, but all of its bots take part",
                skip.number
            ));
        }
    }
    Ok(())
}

fn audited(record: &Record) -> Option<String> {
    let sound = audit(&record.played).and_then(|()| audit_evidence(&record.measured.evidence));
    let error = sound.err()?;
    Some(format!("game {}: {error}", record.played.job.number))
}

/// Where the header says one thing and its plan another.
fn contradiction(header: &Header, plan: &Plan) -> Option<String> {
    if header.master != plan.setup.master {
        let (master, planned) = (header.master, plan.setup.master);
        return Some(format!(
            "the header says master seed {master}; its plan has {planned}"
        ));
    }
    let gone = plan.withdrawn();
    let plays = |name: &str| plan.everybody().any(|bot| bot.name == name);
    let mut bots = header.edition.bots.iter();
    let same = bots.all(|bot| plays(&bot.name) && !gone.contains(bot.name.as_str()))
        && header.edition.bots.len() == plan.everybody().count() - gone.len();
    (!same).then(|| "the header has other bots than in its plan".to_owned())
}
