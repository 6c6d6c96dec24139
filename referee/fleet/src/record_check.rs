//! Checks a record before it counts: a worker may be broken, or lie.

use referee_engine::{AuditError, audit, audit_evidence, is_failure_of_rules, void_verdict};
use referee_games::Rules;
use referee_record::{Played, Record, Step};

use crate::foreign::Foreign;
use crate::messages::FleetTask;

/// Difference of the clocks of two machines that is no lie, in milliseconds.
const SKEW_MS: u64 = 60_000;

/// Most bytes of a record, approximately.
const HEAVIEST: usize = 32 << 20;

/// What a record has to agree with.
pub(crate) struct RecordCheck<'a> {
    /// Name of the worker that sent it.
    pub(crate) worker: &'a str,
    /// What it was asked to play.
    pub(crate) task: &'a FleetTask,
    /// When the run began, in milliseconds since 1970.
    pub(crate) began_ms: u64,
    /// The time now, in milliseconds since 1970.
    pub(crate) now_ms: u64,
    /// The rules of the game.
    pub(crate) rules: &'a dyn Rules,
    /// Whether CPU time is charged, which can be more than the time that passed.
    pub(crate) cpu: bool,
}

/// Why a record doesn't count.
pub(crate) enum RecordFault {
    /// What it says can't be, in words: the worker is broken, or lies.
    Wrong(String),
    /// The rules failed where they were asked about it, in words: nobody can tell.
    Unanswered(String),
}

impl RecordCheck<'_> {
    /// Returns an error if a record is of another job, against the rules, or has impossible times, or if the rules
    /// fail.
    pub(crate) fn check(&self, record: &Record) -> Result<(), RecordFault> {
        let played = &record.played;
        let number = self.task.job.number;
        let refuse =
            |why: String| RecordFault::Wrong(format!("its record of game {number}: {why}"));
        if played.job != self.task.job {
            return Err(refuse("it is of another job than it was given".to_owned()));
        }
        if record.measured.worker.as_deref() != Some(self.worker) {
            return Err(refuse("it names another worker".to_owned()));
        }
        check_size(record).map_err(refuse)?;
        audit(self.rules, record).map_err(|error| match error {
            AuditError::Failed(why) => RecordFault::Unanswered(why),
            error => refuse(error.to_string()),
        })?;
        audit_evidence(record, &self.task.earlier).map_err(|e| refuse(e.to_string()))?;
        self.check_times(record).map_err(refuse)
    }

    fn check_times(&self, record: &Record) -> Result<(), String> {
        let measured = &record.measured;
        if record.played.verdict.void.is_some() && measured.began_ms == 0 {
            // The worker itself failed.
            return Ok(());
        }
        let ended_ms = measured.began_ms.saturating_add(measured.took_us / 1000);
        let seconds = |ms: u64| ms / 1000;
        if ended_ms > self.now_ms + SKEW_MS {
            return Err(format!(
                "it ended {} s in the future; set the clock of the worker's machine, as by NTP",
                seconds(ended_ms - self.now_ms)
            ));
        }
        if measured.began_ms + SKEW_MS < self.began_ms {
            return Err(format!(
                "it began {} s before the run; set the clock of the worker's machine, as by NTP",
                seconds(self.began_ms - measured.began_ms)
            ));
        }
        let moves = moves(&record.played);
        if measured.plies.len() != moves {
            let times = measured.plies.len();
            return Err(format!("it has {moves} moves and {times} times of moves"));
        }
        let charged = measured.plies.iter().map(|ply| ply.ns);
        let charged_us = charged.fold(0, u64::saturating_add) / 1000;
        if !self.cpu && charged_us > measured.took_us {
            return Err(format!(
                "its moves took {charged_us} µs, and all of it {} µs",
                measured.took_us
            ));
        }
        Ok(())
    }
}

/// Returns an error if a record has more to tell than a game has, or text for people that isn't one line.
fn check_size(record: &Record) -> Result<(), String> {
    let weight = record.weight();
    if weight > HEAVIEST {
        return Err(format!(
            "it has {weight} bytes; expected at most {HEAVIEST}"
        ));
    }
    let seats = record.played.job.seats.len();
    let (bots, faults) = (record.measured.bots.len(), record.measured.evidence.len());
    if bots > seats || faults > seats {
        return Err(format!(
            "it tells of {bots} bots and {faults} faults, and the game has {seats} seats"
        ));
    }
    let Some(why) = &record.played.verdict.void else {
        return Ok(());
    };
    if is_failure_of_rules(&record.played.verdict) && record.played.job.rules.is_none() {
        return Err("built-in rules are said to have failed".to_owned());
    }
    if Foreign::from(&**why).to_string() != *why {
        return Err("why it is void isn't a sentence of at most 500 characters".to_owned());
    }
    if void_verdict(&record.played.job, why.clone()) != record.played.verdict {
        return Err("its verdict isn't that of a void game".to_owned());
    }
    Ok(())
}

fn moves(played: &Played) -> usize {
    let is_move = |step: &&Step| matches!(step, Step::Move { .. });
    played.steps.iter().filter(is_move).count()
}
