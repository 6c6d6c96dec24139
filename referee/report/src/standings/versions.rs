//! Versions of bots: bots whose files changed during the run, and whose games were kept.

use std::collections::BTreeMap;

use referee_stats::{BotVersions, VersionTally, Worth};
use referee_store::{Header, StoredBot};

use super::model::StandingsEntry;
use super::schedule_info::ScheduleInfo;

/// Returns the versions of the bots of a run, by the hashes of their files.
pub(super) fn versions_of(header: &Header) -> BotVersions {
    let hash = |bot: &StoredBot| Some((bot.name.clone(), bot.sources.clone()?));
    let revisions = header.revisions();
    BotVersions::new(
        revisions
            .map(|revision| revision.bots.iter().filter_map(hash).collect())
            .collect(),
    )
}

/// Returns what holds of the course where each version of a bot is a bot of its own. A format draws its
/// conclusions on bots, so its tie-breaks and pairings aren't among it.
pub(super) fn by_versions(course: ScheduleInfo, versions: &BotVersions) -> ScheduleInfo {
    let said = if versions.is_empty() {
        "Each bot has one version."
    } else {
        "Each version of a bot is a bot of its own here, with a hash of its files behind its name. Ranks are by points \
         per game. A pair or block that two versions of a bot share is in no rating."
    };
    let mut course = ScheduleInfo {
        tie_breaks: BTreeMap::new(),
        pairings: None,
        ..course
    };
    for gone in course.parked.iter_mut().chain(&mut course.withdrawn) {
        gone.bot = versions.latest(&gone.bot);
    }
    course.notes.push(said.to_owned());
    course
}

/// Fills in the games of each version of the bots that played with more than one.
pub(super) fn fill_versions(
    standings: &mut [StandingsEntry],
    tally: VersionTally<'_>,
    worth: Option<Worth>,
) {
    let mut rows = tally.rows(worth);
    for bot in standings {
        bot.versions = rows.remove(&bot.row.bot).unwrap_or_default();
    }
}
