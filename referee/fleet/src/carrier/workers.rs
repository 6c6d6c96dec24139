//! Looks after the workers of a run: which are there, and which are left out.

use std::sync::atomic::Ordering;

use async_nats::Message;
use referee_engine::ExecutorEvent;

use super::{Carrier, LARGEST_WINDOW, SMALLEST_WINDOW};
use crate::messages::{WorkerHello, WorkerRefusal};
use crate::seal::is_signed;
use crate::subjects::{self, GONE, last_word};
use crate::worker_list::WorkerNews;

impl Carrier {
    /// Hears what a worker says of itself.
    pub(super) async fn hear(&mut self, message: &Message) {
        let name = last_word(&message.subject);
        let Ok(hello) = serde_json::from_slice::<WorkerHello>(&message.payload) else {
            return;
        };
        if hello.run.as_ref() == Some(&self.run)
            && let Err(why) = self.trusts(message, name)
        {
            return self.leave_out(name, &why).await;
        }
        if hello.worker != name {
            return;
        }
        for news in self.workers.hear(hello, &self.run) {
            match news {
                WorkerNews::Said(text) => self.remark(&text),
                WorkerNews::Plays(session) => self.tell(ExecutorEvent::Session(session)),
                WorkerNews::LeftOut(name) => self.refuse(&name).await,
                WorkerNews::Doubled(name) => {
                    let why = "two workers have this name; expected another one for each";
                    self.leave_out(&name, why).await;
                }
            }
        }
        for (name, why) in self.workers.slow() {
            self.leave_out(&name, &why).await;
        }
    }

    /// Returns an error if a worker isn't one of the fleet, or a message isn't signed by its key.
    pub(super) fn trusts(&self, message: &Message, worker: &str) -> Result<(), String> {
        let Some(keys) = &self.keys else {
            return Ok(());
        };
        let Some(key) = keys.get(worker) else {
            return Err("the coordinator's file has no worker of this name".to_owned());
        };
        if is_signed(Some(key), message) {
            return Ok(());
        }
        Err("its message isn't signed by the key that the coordinator's file has of it".to_owned())
    }

    /// Takes no more games from a worker, and says so here, there and in the results.
    pub(super) async fn leave_out(&mut self, name: &str, why: &str) {
        if let Some(session) = self.workers.leave_out(name, why) {
            self.remark(&format!("worker {name} is left out: {why}"));
            self.tell(ExecutorEvent::Session(Box::new(session)));
            self.refuse(name).await;
        }
    }

    /// Tells a worker that it is left out.
    async fn refuse(&self, name: &str) {
        if let Some(why) = self.workers.left_out(name) {
            let refusal = WorkerRefusal {
                run: self.run.clone(),
                session: self.session,
                why: why.to_owned(),
            };
            self.broker.tell(subjects::refusal(name), &refusal).await;
        }
    }

    /// Counts the workers that are there, and gives out as many games as they want.
    pub(super) async fn count_workers(&mut self) {
        for name in self.workers.forget_gone() {
            self.remark(&format!("worker {name} is gone; others play its games"));
        }
        let wanted = self.workers.wanted();
        let window = (2 * wanted.unwrap_or(0)).clamp(SMALLEST_WINDOW, LARGEST_WINDOW);
        if window > self.window.swap(window, Ordering::Relaxed) {
            // The run gives out more only when it hears something.
            self.tell(ExecutorEvent::Room);
        }
        let alone = wanted.is_none();
        if alone && self.no_more {
            self.stop().await;
        }
        if alone && !self.told_alone && self.began.elapsed() > GONE {
            self.told_alone = true;
            self.remark(&format!(
                "no worker plays this run; start one: referee worker {}",
                self.server
            ));
        }
        self.told_alone &= alone;
    }
}
