//! Decides whether a version may come in, before its bytes do: whose name it has, how many came before, and whether there
//! is room.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::time::Duration;

use referee_config::{LadderSettings, resemblance};
use referee_output::numbers::span_at_most;
use referee_output::text_layout::count;

use crate::error::UploadError;
use crate::names::check_bot_name;
use crate::version::BotVersion;
use crate::versions::Versions;

const HOUR_MS: u64 = 60 * 60 * 1000;

/// The uploads within an hour of which no version came: the author of each, and when it came. They cost as much as others. A
/// restart forgets them.
#[derive(Debug, Default)]
pub(crate) struct SpentUploads(Vec<(String, u64)>);

impl SpentUploads {
    /// Adds one, and forgets those that count no more: so of an author there are never more than may come within an hour.
    pub(crate) fn add(&mut self, author: &str, now_ms: u64) {
        let counts = |time: u64| time <= now_ms && now_ms - time < HOUR_MS;
        self.0.retain(|(_, time)| counts(*time));
        self.0.push((author.to_owned(), now_ms));
    }

    fn times_of(&self, author: &str) -> impl Iterator<Item = u64> {
        let own = self.0.iter().filter(move |(name, _)| name == author);
        own.map(|(_, time)| *time)
    }
}

/// Returns an error if no version of this bot may come in now from this author; `None` is the operator, whom only the
/// name and the room bind.
pub(crate) fn check(
    (versions, spent): (&Versions, &SpentUploads),
    settings: &LadderSettings,
    (author, bot): (Option<&str>, &str),
    now_ms: u64,
) -> Result<(), UploadError> {
    check_bot_name(bot).map_err(UploadError::Unfit)?;
    check_owner(versions, author, bot)?;
    if let Some(author) = author {
        check_number(versions, settings, author, bot)?;
        check_rate((versions, spent), settings, author, now_ms)?;
        check_queue(versions, settings)?;
    }
    check_room(versions, settings, 1)
}

/// Returns an error if as many versions of authors wait as may.
fn check_queue(versions: &Versions, settings: &LadderSettings) -> Result<(), UploadError> {
    let sent = versions.waiting().filter(|version| !version.is_of(None));
    let waiting = sent.count();
    if waiting < settings.queue as usize {
        return Ok(());
    }
    Err(UploadError::Full(format!(
        "the ladder has {} waiting to be checked; expected fewer than {} (queue); send it later",
        count(waiting as u64, "version"),
        settings.queue
    )))
}

/// Returns an error if there can't be room for so many more bytes of files.
pub(crate) fn check_room(
    versions: &Versions,
    settings: &LadderSettings,
    bytes: u64,
) -> Result<(), UploadError> {
    let most = settings.disk_mib << 20;
    if versions.could_hold(bytes, most) {
        return Ok(());
    }
    Err(UploadError::Full(format!(
        "the versions that wait or play leave no room for {} KiB more (disk_mib = {}); ask the operator for room",
        bytes.div_ceil(1 << 10),
        settings.disk_mib
    )))
}

/// Refuses another's bot, and a new one whose name looks like that of another.
fn check_owner(versions: &Versions, author: Option<&str>, bot: &str) -> Result<(), UploadError> {
    if let Some(first) = versions.first(bot) {
        if first.is_of(author) {
            return Ok(());
        }
        let owner = first.author.as_deref().unwrap_or("the operator");
        return Err(UploadError::NotYours(format!(
            "{bot} is a bot of {owner}, who sent it first; expected one of your own, or a new one; choose another name"
        )));
    }
    for other in versions.bots() {
        if let Some(how) = resemblance(other, bot) {
            return Err(UploadError::Unfit(format!(
                "{bot}: another bot is {other}, and the two {how}; choose another name"
            )));
        }
    }
    Ok(())
}

/// Refuses one bot more than an author may have.
fn check_number(
    versions: &Versions,
    settings: &LadderSettings,
    author: &str,
    bot: &str,
) -> Result<(), UploadError> {
    let own = versions.all().filter(|version| version.is_of(Some(author)));
    let bots: BTreeSet<&str> = own.map(|version| version.bot.as_str()).collect();
    if bots.contains(bot) || bots.len() < settings.bots_per_author as usize {
        return Ok(());
    }
    let names: Vec<&str> = bots.into_iter().collect();
    Err(UploadError::TooMany(format!(
        "you have {}; expected at most {} (bots_per_author); send a new version of one of them: {}",
        count(names.len() as u64, "bot"),
        settings.bots_per_author,
        names.join(", ")
    )))
}

/// Refuses more uploads than an author may send within an hour, or more versions than may wait.
fn check_rate(
    (versions, spent): (&Versions, &SpentUploads),
    settings: &LadderSettings,
    author: &str,
    now_ms: u64,
) -> Result<(), UploadError> {
    let is_own = |version: &&BotVersion| version.is_of(Some(author));
    let waiting = versions.waiting().filter(is_own).count();
    if waiting >= settings.waiting as usize {
        return Err(UploadError::TooMany(format!(
            "you have {} waiting to be checked; expected fewer than {} (waiting); send it when one is",
            count(waiting as u64, "version"),
            settings.waiting
        )));
    }
    let own = versions.all().filter(is_own);
    let sent = own.map(|version| version.received_ms);
    let sent = sent.chain(spent.times_of(author));
    // What is later came before the clock was set back.
    let mut times: Vec<u64> = sent.filter(|time| *time <= now_ms).collect();
    times.sort_unstable_by_key(|time| Reverse(*time));
    let allowed = settings.uploads_per_hour.saturating_sub(1) as usize;
    let free_ms = times.get(allowed).map_or(0, |time| time + HOUR_MS);
    if free_ms <= now_ms {
        return Ok(());
    }
    Err(UploadError::TooMany(format!(
        "you may send {} within an hour (uploads_per_hour), and have; send it in {}",
        count(settings.uploads_per_hour.into(), "upload"),
        span_at_most(Duration::from_millis(free_ms - now_ms))
    )))
}
