//! Checking a run from top to bottom: chain, schedule, rules, dice, tallies.

use anyhow::Result;
use referee_arena::{audit, audit_evidence};
use referee_record::{Outcome, Record};
use referee_schedule::{Follower, Plan};
use referee_store::{Fault, Filter, Header, ReadError, Run, rule, saveable};

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
    /// What could be changed without changing that, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uncovered: Vec<String>,
    /// How many games of a damaged database can be saved, from the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saveable: Option<u64>,
}

/// A game as the tables have it.
type Shown = std::result::Result<Outcome, ReadError>;

/// Checks everything that can be checked.
pub fn check(run: &Run) -> Result<Findings> {
    let mut found = Findings::default();
    let mut damaged = note(run.check_chain(), &mut found)?;
    let looked = results::plan(run).and_then(|plan| {
        found.wrong.extend(contradiction(run.header(), &plan));
        check_games(run, &plan, &mut found)
    });
    match looked.map_err(anyhow::Error::downcast::<ReadError>) {
        Ok(()) => {}
        Err(Ok(error)) => damaged |= note(Err(error), &mut found)?,
        // What was changed needn't make sense.
        Err(Err(_)) if damaged => {}
        Err(Err(error)) => return Err(error),
    }
    damaged |= note(run.check_tallies(), &mut found)?;
    if !found.wrong.is_empty() {
        found.missing = 0;
    } else if !found.torn {
        found.fingerprint = Some(run.fingerprint().map_err(unreadable)?);
        found.uncovered = run.uncovered().map_err(unreadable)?;
    }
    if damaged && run.is_database() {
        found.saveable = Some(saveable(run.path()).unwrap_or(0));
    }
    Ok(found)
}

/// Notes a fault of a database, be it one that keeps it from being read; whether there is one.
fn note(
    checked: std::result::Result<Option<Fault>, ReadError>,
    found: &mut Findings,
) -> Result<bool> {
    let why = match checked {
        Err(error @ ReadError::Broken { .. }) => Some(told(&error)),
        Err(ReadError::Damaged { .. } | ReadError::Torn { .. }) => None,
        checked => checked.map_err(unreadable)?.map(|fault| fault.to_string()),
    };
    let damaged = why.is_some();
    found.wrong.extend(why);
    Ok(damaged)
}

/// What keeps a database from being read, without the advice to come here.
pub fn told(error: &ReadError) -> String {
    match error {
        ReadError::Broken { path, why } => {
            format!("{}: the database is damaged: {why}", path.display())
        }
        error => error.to_string(),
    }
}

/// Of an export the games before some damage are looked at, and the damage is named behind them.
fn damage<T>(read: std::result::Result<T, ReadError>, otherwise: T) -> Result<T> {
    match read {
        Err(ReadError::Damaged { .. } | ReadError::Torn { .. }) => Ok(otherwise),
        read => Ok(read?),
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
        Some(run.outcomes(&Filter::default())?.peekable())
    } else {
        None
    };
    for record in run.records()? {
        let record = match record {
            Ok(record) => record,
            Err(error @ ReadError::Torn { .. }) => {
                found.torn = true;
                out::remark(&format!("referee: {error}"));
                break;
            }
            Err(error) => {
                found.wrong.push(told(&error));
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
            shown = columns.next_if(same).transpose()?;
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
    for skip in damage(run.skips(), Vec::new())? {
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
