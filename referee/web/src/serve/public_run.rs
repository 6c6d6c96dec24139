//! What somebody sees of a run who doesn't hold it.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use referee_record::Record;

use crate::run_page::{Aliases, Viewer};

/// What somebody sees who doesn't hold a run.
pub struct PublicRun {
    /// What the bots are called, where that is secret.
    pub aliases: Option<Aliases>,
    /// How much later than it happens something is shown.
    pub delay: Duration,
    /// Whether nobody may know who is ahead until all games are played.
    pub hide_standings: bool,
}

impl PublicRun {
    /// As those see it for whom a page is.
    pub fn audience(&self) -> Viewer<'_> {
        Viewer::Anybody(self.aliases.as_ref())
    }

    /// Whether it learns of things later than they happen.
    pub fn is_late(&self) -> bool {
        !self.delay.is_zero()
    }

    /// Whether it may know by now of all that is in a file, to which nothing is added any more.
    pub fn knows_all(&self, path: &Path) -> bool {
        let written = std::fs::metadata(path).and_then(|file| file.modified());
        let age = written.map(|written| SystemTime::now().duration_since(written));
        age.is_ok_and(|age| age.is_ok_and(|age| age >= self.delay))
    }

    /// Whether it may know of a game by now.
    pub fn knows(&self, record: &Record) -> bool {
        let measured = &record.measured;
        let ended =
            Duration::from_millis(measured.began_ms) + Duration::from_micros(measured.took_us);
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        !self.is_late() || now.is_ok_and(|now| ended + self.delay <= now)
    }
}
