//! Looks at what the server keeps, without changing it.

use std::time::Duration;

use anyhow::Result;
use async_nats::jetstream::consumer::Info;
use futures_util::TryStreamExt;
use referee_tournament::now_ms;

use super::{Broker, told};
use crate::subjects::{JOBS, RESULTS, job, result};

/// What the server keeps of a run.
pub(crate) struct RunQueue {
    pub(crate) run: String,
    /// Jobs that no worker has taken yet.
    pub(crate) waiting: u64,
    /// Jobs that workers have.
    pub(crate) taken: u64,
    /// Jobs that came to workers more than once.
    pub(crate) again: u64,
    /// Records that the coordinator hasn't kept yet.
    pub(crate) records: u64,
    /// How long ago the oldest job that isn't done was given out.
    pub(crate) oldest_job: Option<Duration>,
    /// How long ago the oldest record that isn't kept was sent.
    pub(crate) oldest_record: Option<Duration>,
}

impl Broker {
    /// Returns what the server keeps of each run; nothing if no run was ever there.
    pub(crate) async fn queues(&self) -> Result<Vec<RunQueue>> {
        let records = self.consumers(RESULTS).await?;
        let mut queues = Vec::new();
        for jobs in self.consumers(JOBS).await? {
            let run = jobs.name;
            let kept = records.iter().find(|info| info.name == run);
            queues.push(RunQueue {
                waiting: jobs.num_pending,
                taken: jobs.num_ack_pending as u64,
                again: jobs.num_redelivered as u64,
                records: kept.map_or(0, |info| info.num_pending + info.num_ack_pending as u64),
                oldest_job: self.oldest(JOBS, &job(&run)).await?,
                oldest_record: self.oldest(RESULTS, &result(&run, "*")).await?,
                run,
            });
        }
        Ok(queues)
    }

    /// Returns the bytes of all that the server keeps on its disk.
    pub(crate) async fn stored_bytes(&self) -> Result<u64> {
        // The client can't read what older servers answer to the same question of its own.
        let answer = self
            .client
            .request("$JS.API.INFO", Vec::new().into())
            .await
            .map_err(told)?;
        let account: serde_json::Value = serde_json::from_slice(&answer.payload)?;
        Ok(account["storage"].as_u64().unwrap_or_default())
    }

    async fn consumers(&self, stream: &str) -> Result<Vec<Info>> {
        match self.jetstream.get_stream(stream).await {
            Ok(stream) => stream.consumers().try_collect().await.map_err(told),
            Err(_) if self.is_up() => Ok(Vec::new()),
            Err(error) => Err(told(error)),
        }
    }

    /// Returns the age of the oldest message with this subject, by the server's clock and this machine's.
    async fn oldest(&self, stream: &str, subject: &str) -> Result<Option<Duration>> {
        let stream = self.stream(stream).await?;
        let Ok(message) = stream.get_first_raw_message_by_subject(subject, 1).await else {
            // There is none.
            return Ok(None);
        };
        let sent_ms = message.time.unix_timestamp_nanos() / 1_000_000;
        let age_ms = i128::from(now_ms()) - sent_ms;
        let age_ms = u64::try_from(age_ms).unwrap_or_default();
        Ok(Some(Duration::from_millis(age_ms)))
    }
}
