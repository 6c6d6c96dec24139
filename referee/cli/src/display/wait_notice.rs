//! Says on stderr that a bot is slow to start, so that nobody takes the wait for a hang.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use referee_output::remarks;
use referee_output::sanitize::plain;

/// A wait that is this short isn't mentioned.
const SHORT: Duration = Duration::from_secs(1);

/// A wait that is mentioned, unless this is dropped before.
pub struct WaitNotice(#[expect(dead_code, reason = "dropped to tell the thread")] Sender<()>);

impl WaitNotice {
    /// Begins to wait for the `ready` of a bot; `bot` is its name and its seat.
    pub fn for_ready(bot: &str) -> WaitNotice {
        let text = format!("waiting for {} to say `ready`", plain(bot));
        let (until, over) = channel();
        thread::spawn(move || {
            if over.recv_timeout(SHORT) == Err(RecvTimeoutError::Timeout) {
                remarks::lines(&text);
            }
        });
        WaitNotice(until)
    }
}
