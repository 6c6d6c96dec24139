//! Verifies a whole run: hash chain, schedule, rules, dice and tallies.

use std::collections::HashMap;

use anyhow::Result;
use referee_engine::{AuditError, DealError, JobRules, audit, audit_evidence};
use referee_games::GameSource;
use referee_output::failure::bad_input;
use referee_output::remarks;
use referee_record::{Lateness, Outcome, Record};
use referee_schedule::{Plan, ScheduleVerifier};
use referee_store::{Filter, Header, LastRulings, ReadError, Run, RunDamage, saveable};

use crate::distinct_starts::finder;
use crate::games_hash::GamesHash;
use crate::results;
use crate::results::unreadable;

/// What verifying a run has found.
#[derive(Default, serde::Serialize)]
pub struct Findings {
    /// Games whose records are sound.
    pub games: u64,
    /// Games that can't be checked, as the program that holds their rules isn't there or fails.
    #[serde(skip_serializing_if = "is_zero")]
    pub unasked: u64,
    /// Why the first of them can't be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unanswered: Option<String>,
    /// The game and the hash of the program that holds its rules, if they aren't built in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<(String, String)>,
    /// Games of the schedule that have no record.
    pub missing: u64,
    /// Whether the last line of an export is incomplete.
    pub torn: bool,
    /// Faults that were found, one sentence each.
    pub wrong: Vec<String>,
    /// The fingerprint of the run, if nothing is wrong and no line is torn.
    pub fingerprint: Option<String>,
    /// Hash of the games without their times, in hexadecimal digits, if none is missing: the same for each run of
    /// this configuration and seed whose bots repeat their moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games_hash: Option<String>,
    /// Parts that could be changed without changing the fingerprint, one sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uncovered: Vec<String>,
    /// Number of games of a damaged database that can be saved, from the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saveable: Option<u64>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A game as the columns of the database hold it.
type Shown = std::result::Result<Outcome, ReadError>;

/// Checks everything in a run that can be checked. Returns an error only if the run can't be read at all;
/// faults of the run itself are in the findings.
///
/// `games` holds the games that the run was played by.
pub fn verify(run: &Run, games: &GameSource) -> Result<Findings> {
    let mut findings = Findings::default();
    let [chain, tallies] = run.check_chain_and_tallies();
    let mut damaged = note(chain, &mut findings)?;
    let looked = results::plan(run).and_then(|plan| {
        findings.wrong.extend(contradiction(run.header(), &plan));
        check_games(run, games, &plan, &mut findings)
    });
    match looked.map_err(anyhow::Error::downcast::<ReadError>) {
        Ok(()) => {}
        Err(Ok(error)) => damaged |= note(Err(error), &mut findings)?,
        // After damage the plan or the games may make no sense; the damage is already in the findings.
        Err(Err(_)) if damaged => {}
        Err(Err(error)) => return Err(error),
    }
    damaged |= note(tallies, &mut findings)?;
    if findings.missing > 0 || findings.torn || !findings.wrong.is_empty() {
        findings.games_hash = None;
    }
    if !findings.wrong.is_empty() {
        findings.missing = 0;
    } else if !findings.torn {
        findings.fingerprint = Some(run.fingerprint().map_err(unreadable)?);
        findings.uncovered = run.uncovered().map_err(unreadable)?;
    }
    if damaged && run.is_database() {
        findings.saveable = Some(saveable(run.path()).unwrap_or(0));
    }
    Ok(findings)
}

/// Notes the fault of a database in the findings, even one that keeps it from being read; returns whether
/// there is one.
fn note(
    checked: std::result::Result<Option<RunDamage>, ReadError>,
    findings: &mut Findings,
) -> Result<bool> {
    let why = match checked {
        Err(error @ ReadError::Broken { .. }) => Some(describe_error(&error)),
        Err(ReadError::Damaged { .. } | ReadError::Torn { .. }) => None,
        checked => checked.map_err(unreadable)?.map(|fault| fault.to_string()),
    };
    let damaged = why.is_some();
    findings.wrong.extend(why);
    Ok(damaged)
}

/// Describes why a database can't be read, without the advice to run this check.
pub fn describe_error(error: &ReadError) -> String {
    match error {
        ReadError::Broken { path, why } => {
            format!("{}: the database is damaged: {why}", path.display())
        }
        error => error.to_string(),
    }
}

/// Returns `otherwise` for a damaged or torn export: its games before the damage are still checked, and the
/// damage is named after them.
fn damage<T>(read: std::result::Result<T, ReadError>, otherwise: T) -> Result<T> {
    match read {
        Err(ReadError::Damaged { .. } | ReadError::Torn { .. }) => Ok(otherwise),
        read => Ok(read?),
    }
}

/// Replays every game, and checks that it is in the schedule and that the database's columns match its
/// record.
fn check_games(run: &Run, games: &GameSource, plan: &Plan, findings: &mut Findings) -> Result<()> {
    let refuse = |why| bad_input(format!("{}: {why}", run.path().display()));
    let size = plan.schedule().map_err(refuse)?.size();
    let hash = plan.setup.rules.clone();
    findings.rules = hash.map(|hash| (plan.setup.game.clone(), hash));
    let mut verifier = ScheduleVerifier::new(plan).map_err(refuse)?;
    let known = find_starts(&mut verifier, games, plan, findings);
    let rulings = LastRulings::of(&damage(run.rulings(), Vec::new())?);
    let said = run.header().revision.games;
    if said != size {
        let words = |n: Option<u64>| n.map_or("no number of".to_owned(), |n| n.to_string());
        let (said, games) = (words(said), words(size));
        let why = format!("it says {said} games; its plan has {games}");
        findings.wrong.push(why);
    }
    // A database holds the outcomes a second time, in columns, from which the standings are made.
    let mut columns = if run.is_database() {
        Some(run.outcomes(&Filter::default())?.peekable())
    } else {
        None
    };
    let revisions = run.header().revisions().count();
    let mut late: HashMap<u64, Vec<Lateness>> = HashMap::new();
    let mut hash = GamesHash::default();
    let mut rules = JobRules::new(games.clone());
    for record in run.records()? {
        let record = match record {
            Ok(record) => record,
            Err(error @ ReadError::Torn { .. }) => {
                findings.torn = true;
                remarks::lines(&format!("referee: {error}"));
                break;
            }
            Err(error) => {
                findings.wrong.push(describe_error(&error));
                break;
            }
        };
        hash.add(&record.played)?;
        let mut outcome = Outcome::of(&record);
        rulings.apply(&mut outcome);
        let number = outcome.number;
        let key = (number, outcome.attempt);
        let mut shown = None;
        if let Some(columns) = &mut columns {
            // Games whose records were removed are in the columns alone; the chain check names them.
            let earlier = |row: &Shown| row.as_ref().is_ok_and(|it| (it.number, it.attempt) < key);
            while columns.next_if(earlier).is_some() {}
            let same = |row: &Shown| {
                row.as_ref()
                    .map_or(true, |it| (it.number, it.attempt) == key)
            };
            shown = columns.next_if(same).transpose()?;
        }
        let before = late.entry(number).or_default();
        let audited = audited(&mut rules, &record, before);
        let unanswered = audited.as_ref().err().filter(|error| is_unanswered(error));
        let unanswered = unanswered.map(|error| format!("game {number}: {error}"));
        let wrong = audited
            .err()
            .filter(|_| unanswered.is_none())
            .map(|error| format!("game {number}: {error}"))
            .or_else(|| {
                let revision = outcome.revision;
                (revision as usize >= revisions).then(|| {
                    format!("game {number}: it is of config revision {revision}, counted from 0; the run has {revisions}")
                })
            })
            .or_else(|| {
                let error = verifier.admit(&outcome).err()?;
                (outcome.place.deal <= known).then(|| error.to_string())
            })
            .or_else(|| {
                let differs = columns.is_some() && shown.as_ref() != Some(&outcome);
                differs
                    .then(|| format!("game {number}: the tables have it otherwise than its record"))
            });
        match record.measured.late {
            Some(lateness) => before.push(lateness),
            None => drop(late.remove(&number)),
        }
        match (wrong, unanswered) {
            (Some(why), _) => findings.wrong.push(why),
            (None, None) => findings.games += 1,
            (None, Some(why)) => {
                findings.unasked += 1;
                findings.unanswered.get_or_insert(why);
            }
        }
    }
    findings.games_hash = Some(hash.finish());
    let rest = verifier.finish();
    findings.missing = rest.missing;
    for skip in damage(run.skips(), Vec::new())? {
        if !rest.skipped.contains(&skip.number) {
            findings.wrong.push(format!(
                "game {}: it is recorded as passed over, but all of its bots take part",
                skip.number
            ));
        }
    }
    Ok(())
}

/// Lets the verifier find the starts that the plan foresees. Returns the last deal whose games can be told from those
/// of other schedules.
fn find_starts(
    verifier: &mut ScheduleVerifier,
    games: &GameSource,
    plan: &Plan,
    findings: &mut Findings,
) -> u32 {
    match finder(games, &plan.setup) {
        Ok(Some(finder)) => verifier.find_starts_by(finder),
        Ok(None) => {}
        Err(why) => {
            let known = plan.setup.distinct.as_ref();
            let known = known.map_or(0, |starts| starts.deals);
            findings.wrong.push(format!(
                "its schedule can't be followed beyond deal {known}: {why}"
            ));
            return known;
        }
    }
    u32::MAX
}

fn audited(
    rules: &mut JobRules,
    record: &Record,
    late_before: &[Lateness],
) -> std::result::Result<(), AuditError> {
    let rules = rules.of(&record.played.job)?;
    audit(&*rules, record)?;
    audit_evidence(record, late_before)
}

/// Tells if nothing is known to be wrong, as the program that holds the rules isn't there or fails.
fn is_unanswered(error: &AuditError) -> bool {
    matches!(
        error,
        AuditError::Failed(_) | AuditError::Start(DealError::Program(_) | DealError::Failed(_))
    )
}

/// Describes a contradiction between the header and its plan, if there is one.
fn contradiction(header: &Header, plan: &Plan) -> Option<String> {
    if header.master != plan.setup.master {
        let (master, planned) = (header.master, plan.setup.master);
        return Some(format!(
            "the header says master seed {master}; its plan has {planned}"
        ));
    }
    let gone = plan.withdrawn();
    let plays = |name: &str| plan.everybody().any(|bot| bot.name == name);
    let mut bots = header.revision.bots.iter();
    let same = bots.all(|bot| plays(&bot.name) && !gone.contains(bot.name.as_str()))
        && header.revision.bots.len() == plan.everybody().count() - gone.len();
    (!same).then(|| "the header has other bots than in its plan".to_owned())
}
