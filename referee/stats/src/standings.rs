//! Standings: ranked by the format's own criteria, then points per game, then the direct score; equal bots
//! share a rank.

use referee_record::FaultKind;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;

use crate::marks::{Results, Worth};
use crate::points::{PointSum, Score};
use crate::tally::{BotTally, Tally};

/// A bot in the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StandingsRow {
    /// Rank from 1; equal bots share the better rank.
    pub rank: usize,
    /// Name of the bot.
    pub bot: String,
    /// Games that count.
    pub games: u64,
    /// Sum of the points, from 0 to 1 for each game; in an exam what the results are worth.
    pub points: f64,
    /// Games won; in games of more than two, those in which it was first alone.
    pub wins: u64,
    /// Games drawn; in games of more than two, those in which it shared the first place.
    pub draws: u64,
    /// All other games.
    pub losses: u64,
    /// Share of the points that as many wins would bring, in per cent; None without a game.
    pub percent: Option<f64>,
    /// Its faults by verdict word; resigning isn't a fault.
    pub faults: BTreeMap<FaultKind, u64>,
    /// The longest charged time of an accepted move, in milliseconds; None without a move.
    pub max_ms: Option<f64>,
    /// The mean charged time of its accepted moves, in milliseconds; None without a move.
    pub mean_ms: Option<f64>,
    /// The share of its allowed time that it used, from 0 to 1; None if the time is unlimited.
    pub budget: Option<f64>,
    /// Lines of chatter that it wrote in its games: lines that are no messages of the protocol.
    #[serde(skip)]
    pub chatter: u64,
    /// Number and attempt of the first game with some.
    #[serde(skip)]
    pub chatter_game: Option<(u64, u32)>,
}

/// A bot while the rows are sorted.
struct Candidate<'a> {
    bot: usize,
    criteria: &'a [i64],
    score: PointSum,
    /// Score against the bots with equally many points per game.
    direct: PointSum,
}

impl Candidate<'_> {
    /// Compares two bots; the better one is less.
    fn compare(&self, other: &Candidate<'_>) -> Ordering {
        let criteria = other.criteria.cmp(self.criteria);
        criteria
            .then_with(|| other.score.compare(self.score))
            .then_with(|| other.direct.compare(self.direct))
    }
}

impl Tally {
    /// Returns the standings, best bot first.
    pub fn standings(&self) -> Vec<StandingsRow> {
        self.ranked(&BTreeMap::new(), None)
    }

    /// Returns the standings of a format with criteria of its own: these are compared one after the other,
    /// higher is better, before points per game, and the direct score isn't used. A bot without any ranks below all
    /// that have some. Points are those of the places in the games, unless results have a worth of their own.
    pub fn ranked(
        &self,
        criteria: &BTreeMap<String, Vec<i64>>,
        worth: Option<Worth>,
    ) -> Vec<StandingsRow> {
        rank(self, criteria, worth)
    }
}

fn rank(
    tally: &Tally,
    criteria: &BTreeMap<String, Vec<i64>>,
    worth: Option<Worth>,
) -> Vec<StandingsRow> {
    let (names, bots) = (&tally.names, &tally.bots);
    let candidate = |(bot, tally): (usize, &BotTally)| Candidate {
        bot,
        criteria: criteria.get(&names[bot]).map_or(&[], Vec::as_slice),
        score: tally.score.sum(worth),
        direct: PointSum::default(),
    };
    let mut order: Vec<Candidate> = bots.iter().enumerate().map(candidate).collect();
    // Sorting is stable: equal bots stay in the order of the configuration.
    order.sort_by(Candidate::compare);
    // A format that has criteria of its own breaks its ties by them.
    if criteria.is_empty() {
        for group in order.chunk_by_mut(|a, b| a.compare(b).is_eq()) {
            add_direct(group, |pair| {
                let met = tally.meetings.get(&pair);
                met.copied().map(|score: Score| score.sum(worth))
            });
        }
        order.sort_by(Candidate::compare);
    }

    let mut rows = Vec::with_capacity(order.len());
    let mut rank = 1;
    for (i, candidate) in order.iter().enumerate() {
        if i > 0 && candidate.compare(&order[i - 1]).is_ne() {
            rank = i + 1;
        }
        rows.push(row(
            rank,
            &names[candidate.bot],
            &bots[candidate.bot],
            worth,
        ));
    }
    rows
}

/// Adds the direct scores of a group, if each of its bots has met another one of the group; `met` returns the
/// score of one bot against another.
fn add_direct(group: &mut [Candidate<'_>], met: impl Fn((usize, usize)) -> Option<PointSum>) {
    let direct = |bot: usize| {
        let mut sum = PointSum::default();
        for other in group.iter() {
            sum += met((bot, other.bot)).unwrap_or_default();
        }
        sum
    };
    let sums: Vec<PointSum> = group.iter().map(|c| direct(c.bot)).collect();
    if sums.iter().all(|sum| sum.games > 0) {
        for (candidate, sum) in group.iter_mut().zip(sums) {
            candidate.direct = sum;
        }
    }
}

fn row(rank: usize, name: &str, bot: &BotTally, worth: Option<Worth>) -> StandingsRow {
    let asked = bot.moves > 0;
    let Results {
        wins,
        draws,
        losses,
    } = bot.score.results;
    StandingsRow {
        rank,
        bot: name.to_owned(),
        games: bot.score.games(),
        points: bot.score.sum(worth).points(),
        wins,
        draws,
        losses,
        percent: bot.score.share(worth).map(|share| 100.0 * share),
        faults: bot.failures(),
        max_ms: asked.then(|| ms(bot.max_ns)),
        mean_ms: asked.then(|| ms(bot.sum_ns) / count(bot.moves)),
        budget: (bot.allowed_ns > 0).then(|| ms(bot.sum_ns) / ms(bot.allowed_ns)),
        chatter: bot.chatter,
        chatter_game: bot.chatter_game,
    }
}

fn ms(ns: u64) -> f64 {
    count(ns) / 1e6
}

#[expect(clippy::cast_precision_loss, reason = "sixteen digits are plenty")]
fn count(n: u64) -> f64 {
    n as f64
}
