//! Looks after the workers of a run: which are there, which are left out, and what each of them gets.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use async_nats::Message;
use referee_engine::ExecutorEvent;

use super::{Carrier, HEAVY, LARGEST_WINDOW, SMALLEST_WINDOW};
use crate::foreign::Foreign;
use crate::messages::{CoordinatorMessage, WorkerHello};
use crate::subjects::GONE;

use crate::worker_list::{AfterFailure, WorkerNews};

/// Time without a game coming back after which it is said who has them, at least.
const STILL: Duration = Duration::from_secs(30);

impl Carrier {
    /// Hears what a worker says of itself.
    pub(super) async fn hear(&mut self, message: &Message) {
        let opened = (self.hello_gate).open_of::<WorkerHello>(self.start.keys.as_ref(), message);
        let Some(hello) = self.passed(opened, message).await else {
            return;
        };
        let (name, process) = (hello.name, hello.process);
        let held: HashSet<_> = hello.contents.held.iter().copied().collect();
        let news = self
            .workers
            .hear(&name, process, hello.contents, &self.start.run);
        for news in news {
            match news {
                WorkerNews::Said(text) => self.remark(&text),
                WorkerNews::Plays(session) => self.tell(ExecutorEvent::Session(session)),
                WorkerNews::Rests => drop(self.ledger.give_up_all(&name)),
                WorkerNews::Refused { why } => self.refuse(&name, process, &why).await,
                WorkerNews::Slow(why) => self.leave_out(&name, &why).await,
            }
        }
        if self.workers.process(&name) == Some(process) {
            let now = self.began.elapsed();
            self.ledger.give_up_missing(&name, &held, now);
            self.feed(&name).await;
        }
    }

    /// Takes no more games from a worker, and says so here, there and in the results.
    pub(super) async fn leave_out(&mut self, name: &str, why: &str) {
        // Much of it may be the worker's own words.
        let why = &Foreign::from(why).to_string();
        let process = self.workers.process(name);
        if let Some(session) = self.workers.leave_out(name, why) {
            self.ledger.give_up_all(name);
            self.hungry.remove(name);
            self.remark(&format!("worker {name} is left out: {why}"));
            self.tell(ExecutorEvent::Session(Box::new(session)));
        }
        if let Some(process) = process {
            self.refuse(name, process, why).await;
        }
    }

    /// Tells a process of a worker that its games aren't taken.
    async fn refuse(&self, name: &str, process: u64, why: &str) {
        let why = why.into();
        self.say(name, &CoordinatorMessage::LeftOut { process, why })
            .await;
    }

    /// Gives a worker as many games as it should have.
    pub(super) async fn feed(&mut self, name: &str) {
        while self.feed_one(name).await {}
    }

    /// Gives games to all workers that should have more, one after the other.
    pub(super) async fn feed_all(&mut self) {
        while self.ledger.has_waiting() && !self.hungry.is_empty() {
            let mut given = false;
            for name in self.hungry.clone() {
                given |= self.ledger.has_waiting() && self.feed_one(&name).await;
            }
            if !given {
                break;
            }
        }
    }

    /// Gives a worker a game, if it should have one more and there is one for it.
    async fn feed_one(&mut self, name: &str) -> bool {
        if self.ledger.held_by(name) >= self.workers.wants(name) {
            self.hungry.remove(name);
            return false;
        }
        self.hungry.insert(name.to_owned());
        if self.heavy >= HEAVY || self.deaf_since.is_some() {
            return false;
        }
        let now = self.began.elapsed();
        let mut task = self.ledger.lease(name, false, now).cloned();
        if task.is_none() && self.ledger.has_waiting() && !self.others_are_hungry(name) {
            task = self.ledger.lease(name, true, now).cloned();
        }
        let Some(task) = task else {
            return false;
        };
        let task = CoordinatorMessage::Play(Box::new(task));
        self.say(name, &task).await;
        true
    }

    /// Tells if another worker wants a game that this one should rather not play.
    fn others_are_hungry(&self, name: &str) -> bool {
        let others = self.hungry.iter().filter(|other| *other != name);
        let wants = |other: &String| self.ledger.held_by(other) < self.workers.wants(other);
        others.into_iter().any(wants)
    }

    /// Counts the workers that are there, and has as many games given out as they want.
    pub(super) fn count_workers(&mut self) {
        for name in self.workers.forget_gone() {
            self.ledger.give_up_all(&name);
            self.hungry.remove(&name);
            self.remark(&format!("worker {name} is gone; others play its games"));
        }
        // Who was paused may want games again.
        self.hungry.extend(self.workers.names());
        let wanted = self.workers.wanted();
        let window = (2 * wanted.unwrap_or(0)).clamp(SMALLEST_WINDOW, LARGEST_WINDOW);
        if window > self.start.window.swap(window, Ordering::Relaxed) {
            // The run gives out more only when it hears something.
            self.tell(ExecutorEvent::Room);
        }
        let alone = wanted.is_none();
        if alone && self.no_more {
            self.stop();
        }
        if alone && !self.told.alone && self.began.elapsed() > GONE {
            self.told.alone = true;
            let place = match &self.start.keys {
                Some(_) => "worker-N/worker.toml, on its machine",
                None => &self.start.server,
            };
            self.remark(&format!(
                "no worker plays this run; start one: referee worker {place}"
            ));
        }
        self.told.alone &= alone;
    }

    /// Looks for games that should be back.
    pub(super) async fn look_for_games(&mut self) {
        for (worker, (number, _)) in self.ledger.give_up_overdue(self.began.elapsed()) {
            let why = format!("it took longer for game {number} than its clocks allow");
            match self.workers.note_failure(&worker) {
                Some(AfterFailure::LeaveOut) => {
                    let why =
                        format!("it didn't bring five games in a row; of the last one: {why}");
                    self.leave_out(&worker, &why).await;
                }
                Some(AfterFailure::Pause(_)) => {
                    self.remark(&format!("worker {worker}: {why}; another one plays it"));
                }
                None => {}
            }
        }
        let holders = self.ledger.holders();
        let since = self.told_still.unwrap_or(self.back);
        if holders.is_empty() || since.elapsed() < STILL.max(2 * self.longest) {
            return;
        }
        let each = holders.iter().map(|(worker, (count, (number, _)))| {
            let others = match count {
                1 => String::new(),
                count => format!(" and {} more", count - 1),
            };
            format!("{worker} has game {number}{others}")
        });
        let each: Vec<String> = each.take(8).collect();
        let text = format!(
            "no game came back for {:.0} s: {}",
            self.back.elapsed().as_secs_f64(),
            each.join(", ")
        );
        self.remark(&text);
        self.told_still = Some(std::time::Instant::now());
    }
}
