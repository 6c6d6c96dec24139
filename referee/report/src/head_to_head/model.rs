//! What a match of two came to: the one model of which all outputs are made.

use std::collections::BTreeMap;

use referee_output::exit_code::Exit;
use referee_schedule::head_to_head::{FaultCount, Hypotheses, OmittedPair, Point};
use referee_stats::{Anytime, Strength};
use referee_store::Machine;
use serde::Serialize;

/// A match of two bots; all figures are those of the first.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// The game's name.
    pub game: String,
    /// Its options that differ from the default.
    pub options: BTreeMap<String, String>,
    /// The time of each bot, as engines have it.
    pub time: [String; 2],
    /// The bots, the new one first.
    pub bots: [String; 2],
    /// What everything random was drawn from.
    pub seed: u64,
    /// The test, if it is one.
    pub test: Option<TestStatus>,
    /// How its ratio went, in points of equal distances.
    pub course: Vec<Point>,
    /// The games and the precision that a match goes for, if it is no test.
    pub games_wanted: Option<u64>,
    /// Half of the interval, in Elo, that it goes for.
    pub precision: Option<f64>,
    /// How it ended.
    pub verdict: MatchStatus,
    /// The same in a sentence.
    pub says: String,
    /// What stands above all figures, a sentence each.
    pub warnings: Vec<String>,
    /// Finished pairs, those that are left out included.
    pub pairs: u64,
    /// Pairs that count, by the points of the first bot: 0, ½, 1, 1½, 2.
    pub pentanomial: [u64; 5],
    /// Games that count.
    pub games: u64,
    /// Of these, won by the first bot.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// What they say, if there are any.
    pub strength: Option<Strength>,
    /// The interval that holds at every moment, if it was asked for.
    pub anytime: Option<Anytime>,
    /// The bot that ended it by failing all the time, if one did.
    pub parked: Option<String>,
    /// Games lost by a fault, by bot and fault.
    pub faults: Vec<FaultCount>,
    /// Pairs that don't count.
    pub left_out: Vec<OmittedPair>,
    /// Void attempts that were played again.
    pub replayed: u64,
    /// Finished games that don't count, behind the end or behind an unfinished pair.
    pub beyond: u64,
    /// Games that have start, dice and moves of an earlier one, whoever sat where.
    pub identical: u64,
    /// Where the games started from.
    pub starts: StartsUsed,
    /// What the bots were confined by, a sentence each.
    pub jail: Vec<String>,
    /// The machines that it was played on.
    pub machines: Vec<Machine>,
    /// What was said about too many games for the cores.
    pub crowded: Vec<String>,
    /// The file of results, as it stands in a command.
    pub results: String,
}

/// A sequential test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TestStatus {
    /// What it asks.
    #[serde(flatten)]
    pub asks: Hypotheses,
    /// The log-likelihood ratio of elo1 to elo0.
    pub llr: f64,
    /// At or below it, elo0 is accepted.
    pub lower: f64,
    /// At or above it, elo1 is.
    pub upper: f64,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchStatus {
    /// The test accepts elo1.
    H1,
    /// The test accepts elo0.
    H0,
    /// A match has the games or the precision that it went for.
    Finished,
    /// The games or minutes that were allowed don't decide it.
    Undecided,
    /// Too many games are copies.
    Copies,
    /// A bot failed all the time.
    Parked,
    /// Somebody ended it.
    Interrupted,
    /// It goes on.
    Unfinished,
}

/// Where the games started from.
#[derive(Clone, Debug, Serialize)]
pub struct StartsUsed {
    /// `default`, `deal` or `book`.
    pub from: &'static str,
    /// Random legal plies from there.
    pub plies: u32,
    /// Pairs that started from a position of their own: all of them.
    pub distinct: u64,
    /// Deals that were passed over, since they begin as an earlier one.
    pub passed_over: u64,
    /// How many lines a book has.
    pub lines: Option<usize>,
}

impl MatchReport {
    /// What the command ends with.
    pub fn exit(&self) -> Exit {
        let is_test = self.test.is_some();
        match self.verdict {
            MatchStatus::H0 => Exit::No,
            MatchStatus::Parked => Exit::Parked,
            MatchStatus::Interrupted => Exit::Interrupted,
            MatchStatus::Undecided | MatchStatus::Copies => Exit::Undecided,
            MatchStatus::Unfinished if is_test => Exit::Undecided,
            _ => Exit::Fine,
        }
    }
}
