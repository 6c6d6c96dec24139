//! Versions of a bot: one whose files changed during a run, and whose games were kept, played as several.

use std::collections::{BTreeMap, BTreeSet};

use referee_record::Outcome;
use serde::Serialize;

use crate::marks::{Results, Worth};
use crate::points::Score;

/// Fewest digits of a hash that name a version.
const DIGITS: usize = 8;

/// The versions of those bots that have several, by config revision and bot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotVersions(Vec<BTreeMap<String, String>>);

/// Games of one version of a bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VersionRow {
    /// The first digits of the hash of its files.
    pub version: String,
    /// Number of its first game that counts.
    pub first: u64,
    /// Number of its last game that counts.
    pub last: u64,
    /// Games that count.
    pub games: u64,
    /// Sum of the points.
    pub points: f64,
    /// Games won; in games of more than two, those in which it was first alone.
    pub wins: u64,
    /// Games drawn; in games of more than two, those in which it shared the first place.
    pub draws: u64,
    /// All other games.
    pub losses: u64,
    /// Its share of the points that as many wins would bring, in per cent.
    pub percent: f64,
}

/// Counts the games of each version.
#[derive(Clone, Debug)]
pub struct VersionTally<'a> {
    versions: &'a BotVersions,
    counts: BTreeMap<(String, String), VersionCount>,
}

#[derive(Clone, Debug, Default)]
struct VersionCount {
    first: u64,
    last: u64,
    score: Score,
}

impl BotVersions {
    /// Takes the hash of each bot's files, by its name, for each config revision of a run in order.
    pub fn new(revisions: Vec<BTreeMap<String, String>>) -> BotVersions {
        let mut hashes: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
        for (bot, hash) in revisions.iter().flatten() {
            hashes.entry(bot).or_default().insert(hash);
        }
        hashes.retain(|_, hashes| hashes.len() > 1);
        let digits: BTreeMap<String, usize> = hashes
            .iter()
            .map(|(bot, hashes)| ((*bot).clone(), digits(hashes)))
            .collect();
        let named = |(bot, hash): (String, String)| {
            let digits = *digits.get(&bot)?;
            Some((bot, hash.chars().take(digits).collect()))
        };
        let revisions = revisions.into_iter();
        BotVersions(
            revisions
                .map(|bots| bots.into_iter().filter_map(named).collect())
                .collect(),
        )
    }

    /// Returns whether no bot has several versions.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(BTreeMap::is_empty)
    }

    /// Returns whether a bot has several versions.
    pub fn has(&self, bot: &str) -> bool {
        self.0.iter().any(|bots| bots.contains_key(bot))
    }

    /// Returns the name under which the last version of a bot is rated as a bot of its own.
    pub fn latest(&self, bot: &str) -> String {
        let last = self.0.iter().rev().find_map(|bots| bots.get(bot));
        rated(bot, last)
    }

    /// Renames the bots of a game to the versions that played it.
    pub fn split(&self, outcome: &mut Outcome) {
        let revision = outcome.revision;
        outcome.rename(|bot| rated(bot, self.of(bot, revision)));
    }

    fn of(&self, bot: &str, revision: u32) -> Option<&String> {
        self.0.get(revision as usize)?.get(bot)
    }
}

/// Returns the name of a version that is rated as a bot of its own. No bot has such a name: they have no spaces.
fn rated(bot: &str, version: Option<&String>) -> String {
    version.map_or_else(|| bot.to_owned(), |version| format!("{bot} @{version}"))
}

/// Returns how many digits of these hashes tell them apart.
fn digits(hashes: &BTreeSet<&String>) -> usize {
    let longest = hashes.iter().map(|hash| hash.chars().count()).max();
    let longest = longest.unwrap_or(0);
    let apart = |digits: &usize| {
        let short = hashes
            .iter()
            .map(|hash| hash.chars().take(*digits).collect::<String>());
        short.collect::<BTreeSet<_>>().len() == hashes.len()
    };
    (DIGITS..longest).find(apart).unwrap_or(longest)
}

impl<'a> VersionTally<'a> {
    /// Creates a tally without a game.
    pub fn new(versions: &'a BotVersions) -> VersionTally<'a> {
        VersionTally {
            versions,
            counts: BTreeMap::new(),
        }
    }

    /// Counts a game; each outcome must be added once, by ascending number.
    pub fn add(&mut self, outcome: &Outcome) {
        if !outcome.counts() {
            return;
        }
        let seats = &outcome.verdict.seats;
        let firsts = seats.iter().filter(|seat| seat.place == 1).count();
        for seated in &outcome.seats {
            let version = self.versions.of(&seated.bot, outcome.revision);
            let result = outcome.verdict.seat(seated.seat);
            let (Some(version), Some(result)) = (version, result) else {
                continue;
            };
            let key = (seated.bot.clone(), version.clone());
            let count = self.counts.entry(key).or_insert_with(|| VersionCount {
                first: outcome.number,
                ..VersionCount::default()
            });
            count.last = outcome.number;
            let counted = Results::of_place(result.place, firsts);
            count.score.add(outcome.points(seated.seat), counted);
        }
    }

    /// Returns the versions of each bot that played with more than one, in the order of their first games. The results
    /// have the points of their places, unless they have a `worth` of their own.
    pub fn rows(self, worth: Option<Worth>) -> BTreeMap<String, Vec<VersionRow>> {
        let mut rows: BTreeMap<String, Vec<VersionRow>> = BTreeMap::new();
        for ((bot, version), count) in self.counts {
            let row = VersionRow {
                version,
                first: count.first,
                last: count.last,
                games: count.score.games(),
                points: count.score.sum(worth).points(),
                wins: count.score.results.wins,
                draws: count.score.results.draws,
                losses: count.score.results.losses,
                percent: 100.0 * count.score.share(worth).unwrap_or(0.0),
            };
            rows.entry(bot).or_default().push(row);
        }
        rows.retain(|_, versions| versions.len() > 1);
        for versions in rows.values_mut() {
            versions.sort_by_key(|row| row.first);
        }
        rows
    }
}
