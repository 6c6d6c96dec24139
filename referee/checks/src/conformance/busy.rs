//! Notices others that leave the bot no core, so that it is said at once, and what they spoil isn't tried again in
//! vain.

use std::time::{Duration, Instant};

use referee_engine::{Cores, LoadWatch};
use referee_output::remarks;
use referee_output::sanitize::plain;

/// Least time over which the load is measured.
const MEASURED: Duration = Duration::from_millis(300);

/// Watches the cores on which a bot is checked.
pub struct BusyWatch {
    watch: Option<LoadWatch>,
    looked_at: Instant,
    busy: bool,
    told: bool,
}

impl BusyWatch {
    /// Begins to watch.
    pub fn begin() -> BusyWatch {
        BusyWatch {
            watch: LoadWatch::begin(&Cores::plan(Some(1), 1, false)),
            looked_at: Instant::now(),
            busy: false,
            told: false,
        }
    }

    /// Returns whether others leave the bot no core; says so the first time.
    pub(super) fn is_busy(&mut self) -> bool {
        let Some(watch) = self.watch.as_mut() else {
            return false;
        };
        if self.looked_at.elapsed() < MEASURED {
            return self.busy;
        }
        let load = watch.look();
        (self.looked_at, self.busy) = (Instant::now(), load.leaves_no_core());
        if self.busy && !self.told {
            self.told = true;
            remarks::sentences(&format!(
                "the machine is busy: {}; what that spoils is undecided",
                plain(&load.to_string())
            ));
        }
        self.busy
    }
}
