//! Permits for requests to the games of people: few at a time, and a queue of limited length.

use std::sync::Arc;

use referee_play::PlayRefusal;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Requests that are answered at the same time.
const ASKED: usize = 4;
/// Requests that wait or are answered.
const QUEUE: usize = 64;

/// The permits.
pub struct Turns {
    queue: Arc<Semaphore>,
    asked: Arc<Semaphore>,
}

/// A permit, until it is dropped.
pub struct TurnPermit(
    #[expect(dead_code, reason = "they are given back when the turn is over")]
    [OwnedSemaphorePermit; 2],
);

impl Default for Turns {
    fn default() -> Turns {
        Turns {
            queue: Arc::new(Semaphore::new(QUEUE)),
            asked: Arc::new(Semaphore::new(ASKED)),
        }
    }
}

impl Turns {
    /// Waits for a permit; returns an error at once if too many requests wait.
    pub async fn take(&self) -> Result<TurnPermit, PlayRefusal> {
        let busy = || PlayRefusal::Busy("Too many ask at once; try again in a moment.".to_owned());
        let place = Arc::clone(&self.queue).try_acquire_owned();
        let place = place.map_err(|_| busy())?;
        let turn = Arc::clone(&self.asked).acquire_owned().await;
        Ok(TurnPermit([place, turn.map_err(|_| busy())?]))
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Waker};

    use super::*;

    #[test]
    fn few_are_asked_at_once_and_the_queue_has_an_end() {
        let turns = Turns::default();
        let mut context = Context::from_waker(Waker::noop());
        let mut waiting: Vec<_> = (0..QUEUE).map(|_| Box::pin(turns.take())).collect();
        let mut served = Vec::new();
        for question in &mut waiting {
            if let std::task::Poll::Ready(turn) = question.as_mut().poll(&mut context) {
                served.push(turn.expect("a turn"));
            }
        }
        assert_eq!(served.len(), ASKED);
        let mut another = pin!(turns.take());
        assert!(matches!(
            another.as_mut().poll(&mut context),
            std::task::Poll::Ready(Err(PlayRefusal::Busy(_)))
        ));
        // The next request in the queue gets the permit that is given back.
        drop(served.pop());
        assert!(waiting[ASKED].as_mut().poll(&mut context).is_ready());
    }
}
