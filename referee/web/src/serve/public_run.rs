//! The view of a run for readers who don't hold it.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use referee_record::Record;

use crate::run_page::{Aliases, Viewer};

/// Restrictions for readers who don't hold a run.
pub struct PublicRun {
    /// Aliases of the bots, if their names are secret.
    pub aliases: Option<Aliases>,
    /// Delay between an event and its publication.
    pub delay: Duration,
    /// Hides the standings until all games are played.
    pub hide_standings: bool,
}

impl PublicRun {
    /// Returns the audience of the pages for these readers.
    pub fn audience(&self) -> Viewer<'_> {
        Viewer::Anybody(self.aliases.as_ref())
    }

    /// Returns whether these readers see events with a delay.
    pub fn is_late(&self) -> bool {
        !self.delay.is_zero()
    }

    /// Returns whether these readers may see a whole file to which nothing is added any more: whether it is
    /// older than the delay.
    pub fn knows_all(&self, path: &Path) -> bool {
        let written = std::fs::metadata(path).and_then(|file| file.modified());
        let age = written.map(|written| SystemTime::now().duration_since(written));
        age.is_ok_and(|age| age.is_ok_and(|age| age >= self.delay))
    }

    /// Returns whether these readers may see a game yet.
    pub fn knows(&self, record: &Record) -> bool {
        let measured = &record.measured;
        let ended =
            Duration::from_millis(measured.began_ms) + Duration::from_micros(measured.took_us);
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        !self.is_late() || now.is_ok_and(|now| ended + self.delay <= now)
    }
}
