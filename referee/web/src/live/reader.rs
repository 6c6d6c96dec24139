//! A reader of the event stream.

use std::collections::VecDeque;

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::event::StreamEvent;
use super::event_stream::EventStream;

/// A reader of the event stream.
pub struct StreamReader {
    feed: EventStream,
    events: Receiver<StreamEvent>,
    /// Events that it gets before any other.
    first: VecDeque<StreamEvent>,
    /// Number of the last event that it got.
    last: u64,
}

impl EventStream {
    /// Starts a reader that is new, or that comes back after the event `after`.
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
    /// Waits for the next event; returns `None` when the stream has ended.
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
