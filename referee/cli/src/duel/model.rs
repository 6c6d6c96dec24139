//! What a match of two came to: the one model of which text and JSON are made.

use std::collections::BTreeMap;

use anyhow::Result;
use referee_schedule::Starts;
use referee_schedule::duel::{End, Fault, Goal, Hypotheses, LeftOut, Prefix, Side};
use referee_stats::{Bounds, Counts, Strength};
use referee_store::{Machine, Run};
use serde::Serialize;

use super::tc;
use crate::exit::{Exit, bad_input};
use crate::jail::{jails_of, remarks};
use crate::results::{plan, quoted};
use crate::run::{Closed, feed, issuer};

/// Of so many games in a hundred may end by a fault, or be copies, before that stands above the Elo.
const TOLERATED: u64 = 1;

/// A match of two bots; all figures are those of the first.
#[derive(Clone, Debug, Serialize)]
pub struct Match {
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
    pub test: Option<Test>,
    /// The games and the precision that a match goes for, if it is no test.
    pub games_wanted: Option<u64>,
    /// Half of the interval, in Elo, that it goes for.
    pub precision: Option<f64>,
    /// How it ended.
    pub verdict: Verdict,
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
    /// Games lost by a fault, by bot and fault.
    pub faults: Vec<Fault>,
    /// Pairs that don't count.
    pub left_out: Vec<LeftOut>,
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
pub struct Test {
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
pub enum Verdict {
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
    pub passed_over: usize,
    /// How many lines a book has.
    pub lines: Option<usize>,
}

impl Match {
    /// What a run came to, that ended so; nothing where it is no match of two.
    pub fn of(run: &Run, closed: Option<Closed>) -> Result<Option<Match>> {
        let plan = plan(run)?;
        let mut issuer = issuer(&plan, run.path())?;
        if issuer.schedule().duel().is_none() {
            return Ok(None);
        }
        feed(&mut issuer, run)?;
        let Some(prefix) = issuer.schedule().duel() else {
            return Ok(None);
        };
        let setup = &plan.setup;
        let [first, second] = &plan.bots[..] else {
            return Err(bad_input("a match is between two bots"));
        };
        let header = run.header();
        let sittings = || header.sittings.iter();
        let (test, precision) = match prefix.rule().goal() {
            Goal::Test(asks, Bounds { lower, upper }) => {
                let llr = prefix.llr();
                (
                    Some(Test {
                        asks,
                        llr,
                        lower,
                        upper,
                    }),
                    None,
                )
            }
            Goal::Precision(elo) => (None, Some(elo)),
            Goal::Games => (None, None),
        };
        let [losses, draws, wins] = prefix.games();
        let verdict = verdict(prefix, closed);
        let is_book = match &setup.start {
            Starts::States(lines) => Some(lines.len()),
            Starts::Default | Starts::Deal => None,
        };
        let tally = run.tallies().map_err(crate::results::unreadable)?;
        Ok(Some(Match {
            game: setup.game.clone(),
            options: setup.options.clone(),
            time: [first, second].map(|bot| tc::shown(&bot.time)),
            bots: prefix.names().clone(),
            seed: setup.master,
            test,
            games_wanted: (!prefix.rule().is_bounded_by_starts())
                .then(|| 2 * prefix.rule().pairs()),
            precision,
            verdict,
            says: says(prefix, verdict, closed),
            warnings: warnings(prefix, verdict),
            pairs: prefix.pairs(),
            pentanomial: prefix.counts(),
            games: wins + draws + losses,
            wins,
            draws,
            losses,
            strength: Strength::of(&Counts::Pairs(prefix.counts())).ok(),
            faults: prefix.faults().to_vec(),
            left_out: prefix.left_out().to_vec(),
            replayed: tally.main().games().tried_again,
            beyond: prefix.beyond(),
            identical: prefix.identical(),
            starts: StartsUsed {
                from: match (&setup.start, is_book) {
                    (_, Some(_)) => "book",
                    (Starts::Deal, None) => "deal",
                    _ => "default",
                },
                plies: setup.openings,
                distinct: prefix.pairs(),
                passed_over: setup.distinct.as_ref().map_or(0, |d| d.repeats.len()),
                lines: is_book,
            },
            jail: remarks(&jails_of(header)),
            machines: each_once(sittings().map(|own| own.machine.clone())),
            crowded: each_once(sittings().filter_map(|own| own.crowded.clone())),
            results: quoted(run.path()),
        }))
    }

    /// What the command ends with.
    pub fn exit(&self) -> Exit {
        let is_test = self.test.is_some();
        match self.verdict {
            Verdict::H0 => Exit::No,
            Verdict::Parked => Exit::Parked,
            Verdict::Interrupted => Exit::Interrupted,
            Verdict::Undecided | Verdict::Copies | Verdict::Unfinished if is_test => {
                Exit::Undecided
            }
            _ => Exit::Fine,
        }
    }
}

fn verdict(prefix: &Prefix, closed: Option<Closed>) -> Verdict {
    match (prefix.end(), closed) {
        (Some(End::Accepted(Side::H1)), _) => Verdict::H1,
        (Some(End::Accepted(Side::H0)), _) => Verdict::H0,
        (Some(End::Played | End::Precise), _) => Verdict::Finished,
        (Some(End::Copies), _) => Verdict::Copies,
        (Some(End::Parked(_)), _) => Verdict::Parked,
        (Some(End::Cap | End::Starts), _) | (None, Some(Closed::TimeUp)) => Verdict::Undecided,
        (None, Some(Closed::Interrupted)) => Verdict::Interrupted,
        (None, _) => Verdict::Unfinished,
    }
}

fn says(prefix: &Prefix, verdict: Verdict, closed: Option<Closed>) -> String {
    let [new, base] = prefix.names();
    let (goal, pairs) = (prefix.rule().goal(), prefix.pairs());
    match (prefix.end(), goal) {
        (Some(End::Accepted(side)), Goal::Test(test, _)) => {
            let Hypotheses { elo0, elo1, .. } = test;
            match side {
                Side::H1 if elo0 < 0.0 => {
                    format!("H1 accepted: {new} isn't {} weaker than {base}", -elo0)
                }
                Side::H1 => format!("H1 accepted: {new} is stronger than {base}"),
                Side::H0 if elo0 < 0.0 => format!("H0 accepted: {new} is weaker than {base}"),
                Side::H0 => format!("H0 accepted: {new} isn't {elo1} stronger than {base}"),
            }
        }
        (Some(End::Played), _) => "played to its end".to_owned(),
        (Some(End::Precise), Goal::Precision(elo)) => {
            format!("ended at ± {elo} Elo, as was asked for")
        }
        (Some(End::Copies), _) => {
            "undecided: copies. Too many games are equal to others to the move, so the bots hardly \
             differ, or don't vary"
                .to_owned()
        }
        (Some(End::Parked(bot)), _) => {
            format!("ended: {bot} lost game after game by its own fault")
        }
        (Some(End::Starts), _) => {
            format!("undecided: the starts are used up after {pairs} pairs")
        }
        (Some(_), _) => format!("undecided: {} games are the most allowed", 2 * pairs),
        (None, _) if closed == Some(Closed::TimeUp) => {
            "undecided: its minutes are over; the same command goes on".to_owned()
        }
        (None, _) if verdict == Verdict::Interrupted => {
            "interrupted; the same command goes on".to_owned()
        }
        (None, _) => "not finished".to_owned(),
    }
}

fn warnings(prefix: &Prefix, verdict: Verdict) -> Vec<String> {
    let games: u64 = prefix.games().iter().sum();
    let faults: u64 = prefix.faults().iter().map(|fault| fault.games).sum();
    let many = |count: u64| 100 * count > TOLERATED * games.max(1);
    let mut warnings = Vec::new();
    if many(faults) {
        let whose: Vec<String> = prefix
            .faults()
            .iter()
            .map(|own| format!("{} {} by {}", own.games, own.fault, own.bot))
            .collect();
        warnings.push(format!(
            "Faults first: {faults} games were lost by a fault ({}), more than 1 %. The figures \
             below say more about that than about strength.",
            whose.join(", ")
        ));
    }
    if many(prefix.identical()) {
        let copied = if prefix.is_copied() {
            " Nothing follows from them."
        } else {
            ""
        };
        warnings.push(format!(
            "Copies: {} of {games} games are equal to an earlier one to the move, more than 1 %; \
             the errors below are too small.{copied}",
            prefix.identical()
        ));
    }
    let looked = !matches!(prefix.rule().goal(), Goal::Test(..))
        && matches!(verdict, Verdict::Interrupted | Verdict::Unfinished);
    if looked {
        warnings.push(
            "Looked at before its end: the interval holds for a match that is ended without a look \
             at its figures. Who stops when they please is misled; for that there is `referee sprt`."
                .to_owned(),
        );
    }
    warnings
}

fn each_once<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}
