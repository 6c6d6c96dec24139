//! Somebody who reads the stream.

use std::collections::VecDeque;

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::event::StreamEvent;
use super::event_stream::EventStream;

/// Somebody who reads the stream.
pub struct StreamReader {
    feed: EventStream,
    events: Receiver<StreamEvent>,
    /// What it gets before anything else.
    first: VecDeque<StreamEvent>,
    /// The last event that it has got.
    last: u64,
}

impl EventStream {
    /// Somebody begins to read, or comes back after this event.
    pub fn read(&self, after: Option<u64>) -> StreamReader {
        let (last, first, events) = self.begin(after);
        StreamReader {
            feed: self.clone(),
            events,
            first,
            last,
        }
    }
}

impl StreamReader {
    /// The next event; none when the stream has ended.
    pub async fn next(&mut self) -> Option<StreamEvent> {
        loop {
            if let Some(event) = self.first.pop_front() {
                return Some(event);
            }
            match self.events.recv().await {
                Ok(event) if event.id <= self.last => {}
                Ok(event) => {
                    self.last = event.id;
                    return Some(event);
                }
                Err(RecvError::Lagged(_)) => *self = self.feed.read(None),
                Err(RecvError::Closed) => return None,
            }
        }
    }
}
