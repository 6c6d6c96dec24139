//! Takes the records that workers bring.

use std::time::Instant;

use referee_engine::{ExecutorEvent, failed_rules, is_failure_of_rules, void_record};
use referee_record::Record;
use referee_tournament::now_ms;

use super::{Carrier, Unkept};
use crate::foreign::Foreign;
use crate::ledger::Return;
use crate::messages::CoordinatorMessage;
use crate::messages::TaskKey;
use crate::record_check::{RecordCheck, RecordFault};
use crate::worker_list::AfterFailure;

/// How often workers may not be able to begin a game before that counts as an attempt: it may be the game.
const FAILURES: u32 = 5;

impl Carrier {
    /// Takes a record from a worker, which repeats it until it is told that it may forget the game.
    pub(super) async fn take_back(&mut self, worker: &str, mut record: Box<Record>) {
        let key = (record.played.job.number, record.attempt);
        let Some(task) = self.ledger.leased(worker, key) else {
            // It comes late, or again. The run hasn't kept yet what waits for it.
            if self.unkept.get(&key).is_none_or(|one| one.worker != worker) {
                self.say(worker, &CoordinatorMessage::Kept(key)).await;
            }
            return;
        };
        let rules = match self.rules.of(&task.job) {
            Ok(rules) => rules,
            Err(why) => return self.tell(ExecutorEvent::Failed(why.into())),
        };
        let check = RecordCheck {
            worker,
            task,
            began_ms: self.start.began_ms,
            now_ms: self.now_ms(),
            rules: &*rules,
            cpu: self.start.manifest.cpu,
        };
        match check.check(&record) {
            Ok(()) => {}
            Err(RecordFault::Wrong(why)) => {
                self.leave_out(worker, &why).await;
                return self.feed_all().await;
            }
            // No worker and no bot is to blame for that, and what the record says can't be checked.
            Err(RecordFault::Unanswered(why)) => {
                let verdict = failed_rules(&task.job, &why);
                let why = verdict.void.unwrap_or_default();
                *record = void_record(&task.job, record.attempt, String::new(), why);
            }
        }
        let own = record.measured.worker.is_none() && is_failure_of_rules(&record.played.verdict);
        if let Some(why) = unplayed(&record).filter(|_| !own) {
            let counts = self.ledger.count_failure(key) >= FAILURES;
            if !counts {
                self.ledger.give_up(worker, key);
                self.say(worker, &CoordinatorMessage::Kept(key)).await;
            }
            self.note_failure(worker, key, why).await;
            if !counts {
                return self.feed_all().await;
            }
        } else {
            self.workers.note_game(worker);
            self.longest = self.longest.max(self.back.elapsed());
            (self.back, self.told_still) = (Instant::now(), None);
        }
        match self.ledger.take_back(worker, &record) {
            Some(Return::First) => {
                let weight = record.weight();
                self.heavy += weight;
                let unkept = Unkept {
                    worker: worker.to_owned(),
                    weight,
                    since: Instant::now(),
                };
                self.unkept.insert(key, unkept);
                self.tell(ExecutorEvent::Finished(record));
            }
            Some(Return::Second { other }) => {
                self.compare(&record, worker, other.as_deref());
                self.say(worker, &CoordinatorMessage::Kept(key)).await;
            }
            None => {}
        }
        self.feed(worker).await;
    }

    /// Returns the time, in milliseconds since 1970, though this machine's clock may be set back.
    fn now_ms(&self) -> u64 {
        let passed = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        now_ms().max(self.started_ms.saturating_add(passed))
    }

    /// Notes that a worker couldn't even begin a game.
    async fn note_failure(&mut self, worker: &str, key: TaskKey, why: Foreign) {
        match self.workers.note_failure(worker) {
            Some(AfterFailure::LeaveOut) => {
                let why =
                    format!("it couldn't play five games in a row; of the last it says: {why}");
                self.leave_out(worker, &why).await;
            }
            Some(AfterFailure::Pause(pause)) => self.remark(&format!(
                "worker {worker} can't play game {}: {why}; it gets another one in {:.0} s",
                key.0,
                pause.as_secs_f64()
            )),
            None => {}
        }
    }

    /// Counts games of which two workers sent a record, and shows those that differ.
    fn compare(&mut self, record: &Record, worker: &str, other: Option<&str>) {
        self.compared += 1;
        let Some(other) = other else {
            return;
        };
        self.different += 1;
        if self.different.is_power_of_two() {
            self.remark(&format!(
                "game {}: workers {other} and {worker} played it otherwise; so far {} of {} games that went to two \
                 workers; either the bots don't repeat their moves, or one of the workers isn't true",
                record.played.job.number, self.different, self.compared
            ));
        }
    }
}

/// Returns why a worker couldn't begin a game, if so: the fault is its machine's.
fn unplayed(record: &Record) -> Option<Foreign> {
    let why = record.played.verdict.void.as_deref()?;
    let blank = record.measured.began_ms == 0 && record.measured.late.is_none();
    blank.then(|| why.into())
}
