//! Statistics over many games: their length, their results, and the time of moves.

use std::collections::BTreeMap;

use referee_output::numbers::percent;
use referee_record::{Record, Step};
use referee_report::columns::Columns;
use referee_report::document::Table;
use referee_stats::Worth;

use crate::model::{Bars, Curves, Series};

/// Most plies of a game whose mean time is plotted.
const PLIES: usize = 400;
/// Most bars of a histogram.
const BINS: u32 = 30;
/// Most deals in a table.
pub const DEALS: usize = 200;

/// Counts over many games, to which records are added one by one.
#[derive(Debug, Default)]
pub struct Analysis {
    /// What the result of a game is worth, if not its place.
    worth: Option<Worth>,
    lengths: BTreeMap<u32, u64>,
    reasons: BTreeMap<String, u64>,
    times: BTreeMap<String, Vec<(u64, u64)>>,
    deals: BTreeMap<u32, Deal>,
}

/// The games that play one deal.
#[derive(Debug, Default)]
struct Deal {
    games: u32,
    moves: u64,
    /// Points of each seat, as a share of what as many wins would bring.
    points: BTreeMap<char, f64>,
}

impl Deal {
    /// Returns the points per game.
    fn share(&self, points: f64) -> f64 {
        points / f64::from(self.games.max(1))
    }

    /// Returns the difference in points per game between the best and the worst seat.
    fn tilt(&self) -> f64 {
        let points = || self.points.values().copied();
        self.share(points().fold(0.0, f64::max) - points().fold(f64::MAX, f64::min))
    }
}

impl Analysis {
    /// Creates counts of no game. `worth` says what the result of a game is worth, if not its place.
    pub fn new(worth: Option<Worth>) -> Analysis {
        Analysis {
            worth,
            ..Analysis::default()
        }
    }

    /// Adds a game that counts. `shown` maps a bot to its displayed name, or to `None` if the bot isn't
    /// shown.
    pub fn add(&mut self, record: &Record, shown: impl Fn(&str) -> Option<String>) {
        let played = &record.played;
        let moves = || played.steps.iter().filter_map(mover);
        let length = u32::try_from(moves().count()).unwrap_or(u32::MAX);
        *self.lengths.entry(length).or_default() += 1;
        *self
            .reasons
            .entry(played.verdict.reason.clone())
            .or_default() += 1;
        let deal = self.deals.entry(played.job.place.deal).or_default();
        deal.games += 1;
        deal.moves += u64::from(length);
        for seated in &played.job.seats {
            let points = played.verdict.points(seated.seat);
            *deal.points.entry(seated.seat).or_default() += self.worth.map_or(points, |worth| {
                f64::from(worth.game(points)) / f64::from(worth.win)
            });
        }
        for seated in &played.job.seats {
            let Some(name) = shown(&seated.bot) else {
                continue;
            };
            let sums = self.times.entry(name).or_default();
            let plies = moves().zip(&record.measured.plies).take(PLIES);
            for (ply, (_, measure)) in plies
                .enumerate()
                .filter(|(_, (seat, _))| *seat == seated.seat)
            {
                if measure.ns > 0 {
                    if sums.len() <= ply {
                        sums.resize(ply + 1, (0, 0));
                    }
                    sums[ply].0 += measure.ns;
                    sums[ply].1 += 1;
                }
            }
        }
    }

    /// Returns the number of games by reason of their end, the most frequent first.
    pub fn reasons(&self) -> Bars {
        #[expect(clippy::cast_precision_loss, reason = "lengths of bars")]
        let bar =
            |(label, count): (&String, &u64)| (label.clone(), *count as f64, count.to_string());
        let mut bars: Vec<_> = self.reasons.iter().map(bar).collect();
        bars.sort_by(|a, b| b.1.total_cmp(&a.1));
        Bars {
            title: "How games ended".to_owned(),
            bars,
        }
    }

    /// Returns the number of deals.
    pub fn deals(&self) -> usize {
        self.deals.len()
    }

    /// Returns the results of the seats by deal; if there are more than `DEALS`, only the deals that favoured
    /// one seat most.
    pub fn by_deal(&self) -> Table {
        let mut deals: Vec<_> = self.deals.iter().collect();
        if deals.len() > DEALS {
            deals.sort_by(|a, b| b.1.tilt().total_cmp(&a.1.tilt()));
            deals.truncate(DEALS);
        }
        let seats: Vec<char> = deals.first().map_or(Vec::new(), |(_, deal)| {
            deal.points.keys().copied().collect()
        });
        let mut columns = Columns::<(&u32, &Deal)>::default();
        columns.people("deal", |(number, _)| **number);
        columns.people("games", |(_, deal)| deal.games);
        for seat in seats {
            columns.people(format!("{seat} %"), move |(_, deal)| {
                let points = deal.points.get(&seat).copied().unwrap_or(0.0);
                percent(deal.share(points))
            });
        }
        #[expect(clippy::cast_precision_loss, reason = "a mean")]
        columns.people("mean moves", |(_, deal)| {
            format!("{:.1}", deal.share(deal.moves as f64))
        });
        columns.table(&deals)
    }

    /// Returns the curves of game lengths and of times by move.
    pub fn curves(&self) -> Vec<Curves> {
        let mut curves = Vec::new();
        if self.lengths.len() > 1 {
            curves.push(self.histogram());
        }
        if self.times.values().any(|sums| sums.len() > 1) {
            curves.push(self.course());
        }
        curves
    }

    fn histogram(&self) -> Curves {
        let first = self.lengths.keys().next().copied().unwrap_or(0);
        let last = self.lengths.keys().last().copied().unwrap_or(0);
        let step = (last - first) / BINS + 1;
        let bins: Vec<u32> = (0..=(last - first) / step)
            .map(|bin| first + bin * step)
            .collect();
        let count = |from: &u32| -> u64 {
            self.lengths
                .range(from..&(from + step))
                .map(|(_, n)| n)
                .sum()
        };
        #[expect(clippy::cast_precision_loss, reason = "heights of bars")]
        let values = bins.iter().map(|from| Some(count(from) as f64)).collect();
        Curves {
            id: "lengths".to_owned(),
            title: "Length of games".to_owned(),
            across: if step == 1 {
                "moves".to_owned()
            } else {
                format!("moves, in steps of {step}")
            },
            y: "games".to_owned(),
            bars: true,
            x: bins.into_iter().map(u64::from).collect(),
            series: vec![Series {
                name: "games".to_owned(),
                values,
            }],
        }
    }

    fn course(&self) -> Curves {
        let plies = self.times.values().map(Vec::len).max().unwrap_or(0);
        let mean = |sums: &Vec<(u64, u64)>, ply: usize| {
            let (sum, count) = sums.get(ply).copied().filter(|(_, count)| *count > 0)?;
            #[expect(clippy::cast_precision_loss, reason = "heights of a curve")]
            Some(((sum / count) as f64 / 1e3).round() / 1e3)
        };
        let series = self.times.iter().map(|(name, sums)| Series {
            name: name.clone(),
            values: (0..plies).map(|ply| mean(sums, ply)).collect(),
        });
        Curves {
            id: "times".to_owned(),
            title: "Time by move".to_owned(),
            across: "move of the game".to_owned(),
            y: "mean ms".to_owned(),
            bars: false,
            x: (1..=plies as u64).collect(),
            series: series.collect(),
        }
    }
}

fn mover(step: &Step) -> Option<char> {
    match step {
        Step::Move { seat, .. } => Some(*seat),
        _ => None,
    }
}
