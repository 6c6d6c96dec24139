//! The result of a match of two bots: the one model from which all outputs are made.

use std::collections::BTreeMap;

use referee_output::Exit;
use referee_record::Machine;
use referee_schedule::head_to_head::{FaultCount, Hypotheses, OmittedPair, Point};
use referee_stats::{Anytime, Strength};
use serde::Serialize;

use crate::worker_notes::WorkerNotes;

/// A match of two bots; all figures are those of the first.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// The game's name.
    pub game: String,
    /// Its options that differ from the default.
    pub options: BTreeMap<String, String>,
    /// The time control of each bot, in the notation of chess engines.
    pub time: [String; 2],
    /// The bots, the new one first.
    pub bots: [String; 2],
    /// The master seed, from which everything random was drawn.
    pub seed: u64,
    /// The sequential test, if the match is one.
    pub test: Option<TestStatus>,
    /// The course of the test's ratio, in points at equal distances.
    pub course: Vec<Point>,
    /// Most games to play; `None` if only the number of starts limits them.
    pub games_wanted: Option<u64>,
    /// The wanted precision, if there is one: half of the confidence interval, in Elo.
    pub precision: Option<f64>,
    /// The status of the match.
    pub verdict: MatchStatus,
    /// The verdict in a sentence.
    pub says: String,
    /// Warnings above all figures, a sentence each.
    pub warnings: Vec<String>,
    /// Finished pairs, including those that are left out.
    pub pairs: u64,
    /// Pairs that count, by the points of the first bot: 0, ½, 1, 1½, 2.
    pub pentanomial: [u64; 5],
    /// Games that count.
    pub games: u64,
    /// Games won by the first bot.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost by the first bot.
    pub losses: u64,
    /// The strength that follows from the pairs, if there are any.
    pub strength: Option<Strength>,
    /// The anytime-valid interval, which holds at every moment, if it was asked for.
    pub anytime: Option<Anytime>,
    /// The bot that ended the match by failing all the time, if one did.
    pub parked: Option<String>,
    /// Games lost by a fault, by bot and fault.
    pub faults: Vec<FaultCount>,
    /// Pairs that don't count.
    pub left_out: Vec<OmittedPair>,
    /// Void attempts that were played again.
    pub replayed: u64,
    /// Finished games that don't count: after the end of the match, or after an unfinished pair.
    pub beyond: u64,
    /// Games with the same start, dice and moves as an earlier one, whatever the seats.
    pub identical: u64,
    /// The starting positions of the games.
    pub starts: StartsUsed,
    /// A sentence if people may confuse the bots by their names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub look_alikes: Vec<String>,
    /// The sandbox (jail) of the bots, a sentence each.
    pub jail: Vec<String>,
    /// The machines on which it was started.
    pub machines: Vec<Machine>,
    /// Warnings about too many games at once for the cores.
    pub crowded: Vec<String>,
    /// The machines of a fleet that played or were left out, a sentence each.
    #[serde(skip_serializing_if = "WorkerNotes::is_empty")]
    pub workers: WorkerNotes,
    /// The results file, quoted for a command.
    pub results: String,
}

/// A sequential test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TestStatus {
    /// The hypotheses.
    #[serde(flatten)]
    pub asks: Hypotheses,
    /// The log-likelihood ratio of elo1 to elo0.
    pub llr: f64,
    /// Lower bound: elo0 is accepted when the ratio is at or below it.
    pub lower: f64,
    /// Upper bound: elo1 is accepted when the ratio is at or above it.
    pub upper: f64,
}

/// Status of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchStatus {
    /// The test accepts elo1.
    H1,
    /// The test accepts elo0.
    H0,
    /// The match reached the games or the precision that it was to reach.
    Finished,
    /// The games or minutes that were allowed didn't decide it.
    Undecided,
    /// Too many games are copies of others.
    Copies,
    /// A bot failed all the time.
    Parked,
    /// The match was interrupted.
    Interrupted,
    /// The match is still going on.
    Unfinished,
}

/// The starting positions of a match.
#[derive(Clone, Debug, Serialize)]
pub struct StartsUsed {
    /// `default`, `deal` or `book`.
    pub from: &'static str,
    /// Random legal plies played from there.
    pub plies: u32,
    /// Pairs with a starting position of their own: all of them.
    pub distinct: u64,
    /// Deals that were skipped up to the last pair that was played, because they begin like an earlier one.
    pub passed_over: u64,
    /// Number of lines of the book, if there is one.
    pub lines: Option<usize>,
}

impl MatchReport {
    /// Returns the exit code of the command.
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
