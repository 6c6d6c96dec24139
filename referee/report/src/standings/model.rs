//! The report on a stage of a run, as data; printed as JSON it is what programs read.

use std::collections::{BTreeMap, BTreeSet};

use referee_record::Outcome;
use referee_schedule::pairings::Pairings;
use referee_stats::{Crosstable, MatchStatistics, Ratings, SeatRow, StandingsRow, Tally};
use referee_store::{ClockError, JailRecord};
use referee_tournament::exam_faults::Faults;
use serde::Serialize;

use super::schedule_info::ScheduleInfo;

/// Everything that is told about a stage of a run.
#[derive(Debug, Serialize)]
pub struct RunReport {
    /// The stage's name.
    pub stage: String,
    /// The file of results, as it stands in a command, where there is one.
    #[serde(skip)]
    pub run: Option<String>,
    /// Games that count.
    pub games: u64,
    /// How many of them differ from all others in bots, seats, start, dice or moves.
    pub distinct: u64,
    /// Games that stand void; annulled ones are among them.
    pub void: u64,
    /// Void attempts at games that were to be played again.
    pub tried_again: u64,
    /// Games that rulings took out.
    pub annulled: u64,
    /// The best bot first.
    pub standings: Vec<StandingsEntry>,
    /// What a match of two came to, instead of ratings.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub duel: Option<MatchStatistics>,
    /// What the ratings of a field came to beside the bots' own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<FieldFit>,
    /// Everybody against everybody, in the order of the configuration.
    pub crosstable: Crosstable,
    /// Who met whom, where that depends on results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairings: Option<Pairings>,
    /// How often each bot came in at each place, from the first, where more than two play; in the order of
    /// the standings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceCounts>,
    /// How each seat did, whoever sat in it.
    pub seats: Vec<SeatRow>,
    /// What isn't in the numbers, or not in all of them.
    pub left_out: Omission,
    /// What the format has to say about the course, a sentence each.
    pub notes: Vec<String>,
    /// The jails under which the run was played, where that is known: the first sitting's first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub jails: Vec<JailRecord>,
    /// How far the referee's clock was off, as measured at the start of each sitting.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<ClockError>,
    /// What was said about too many games for the cores, each once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub crowded: Vec<String>,
}

/// A bot in the standings.
#[derive(Clone, Debug, Serialize)]
pub struct StandingsEntry {
    /// Its rank and counts.
    #[serde(flatten)]
    pub row: StandingsRow,
    /// In an exam, its faults by stage: those of the row are the sum of these.
    #[serde(rename = "faults_by_stage", skip_serializing_if = "Option::is_none")]
    pub exam_faults: Option<Faults>,
    /// What the format holds to its credit: what it is called, and how it stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub merits: Vec<TieBreakRow>,
    /// On the scale of Elo, the mean of all being 0.
    pub rating: Option<f64>,
    /// Half of the 95 % interval of the rating.
    pub rating_error: Option<f64>,
    /// The probability of each rank, from the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rank_probabilities: Vec<f64>,
}

/// How often a bot came in at each place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceCounts {
    /// The bot.
    pub bot: String,
    /// A count for each place, from the first; those who share one share the better.
    pub counts: Vec<u64>,
}

/// Something that decides ranks before points do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TieBreakRow {
    /// What it is called.
    pub name: String,
    /// How it stands.
    pub value: String,
}

/// What the ratings of a field came to.
#[derive(Debug, Serialize)]
pub struct FieldFit {
    /// What was added to the results, where they alone bound no ratings.
    pub prior: Option<String>,
    /// Sets of bots that can't be told apart, the best first; they may overlap.
    pub groups: Vec<Vec<String>>,
    /// Threes that beat each other in a circle, each win beyond its error.
    pub cycles: Vec<[String; 3]>,
}

/// What isn't in the numbers, or not in all of them.
#[derive(Debug, Default, Serialize)]
pub struct Omission {
    /// Games that don't count.
    pub void: Vec<VoidGame>,
    /// Pairs or blocks of games that ratings and errors leave out.
    pub units: Vec<MeetingRow>,
    /// Bots whose games are left out of the ratings since they kept failing.
    pub parked: Vec<Gone>,
    /// Bots that don't take part any more.
    pub withdrawn: Vec<Gone>,
}

/// An attempt at a game that doesn't count.
#[derive(Clone, Debug, Serialize)]
pub struct VoidGame {
    /// The game's number.
    pub game: u64,
    /// Which attempt.
    pub attempt: u32,
    /// Why.
    pub because: String,
    /// Whether a ruling made it void.
    pub annulled: bool,
    /// Whether another attempt follows.
    pub again: bool,
}

/// The games of a pair or block with one deal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MeetingRow {
    /// From 1.
    pub round: u32,
    /// From 1.
    pub deal: u32,
    /// The bots, in the order of the configuration.
    pub bots: Vec<String>,
}

/// A bot that has left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gone {
    /// Its name.
    pub bot: String,
    /// How many of its games were passed over so far.
    pub skipped: u64,
}

/// What a report is made of.
pub struct Material<'a> {
    /// The stage's name.
    pub stage: &'a str,
    /// What its games add up to.
    pub tally: &'a Tally,
    /// What the format says about the course.
    pub course: ScheduleInfo,
    /// The attempts that don't count, rulings applied.
    pub void: Vec<Outcome>,
    /// How often each bot came in at each place, where more than two play.
    pub places: BTreeMap<String, Vec<u64>>,
    /// The games that nobody started: they count, but say nothing about strength.
    pub unstarted: Vec<Outcome>,
    /// The jails of its sittings, each once.
    pub jails: Vec<JailRecord>,
}

impl RunReport {
    /// Adds everything up.
    pub fn new(material: Material<'_>) -> RunReport {
        let Material {
            stage,
            tally,
            course,
            void,
            places,
            unstarted,
            jails,
        } = material;
        let keys = |(bot, merit): (&String, &referee_schedule::TieBreak)| {
            (bot.clone(), merit.keys.clone())
        };
        let mut rows = tally.ranked(&course.merits.iter().map(keys).collect());
        // Without a game they are behind everybody, so no rank rests on them.
        rows.retain(|row| !course.staff.contains(&row.bot));
        let parked: BTreeSet<&str> = course.parked.iter().map(|gone| gone.bot.as_str()).collect();
        let order: Vec<&str> = rows.iter().map(|row| row.bot.as_str()).collect();
        let duel = tally.duel(&order);
        let ratings = match duel {
            Some(_) => Ratings::default(),
            None => tally.ratings(&parked),
        };
        let games = tally.games();
        let came = |row: &StandingsRow| PlaceCounts {
            bot: row.bot.clone(),
            counts: places.get(&row.bot).cloned().unwrap_or_default(),
        };
        let places: Vec<PlaceCounts> = if places.is_empty() {
            Vec::new()
        } else {
            rows.iter().map(came).collect()
        };
        RunReport {
            stage: stage.to_owned(),
            run: None,
            games: games.counted,
            distinct: games.distinct,
            void: games.void,
            tried_again: games.tried_again,
            annulled: games.annulled,
            standings: rows
                .into_iter()
                .map(|row| standing(row, &course.merits, &ratings))
                .collect(),
            field: (!ratings.bots.is_empty()).then(|| FieldFit {
                prior: ratings.prior.map(str::to_owned),
                groups: ratings.groups,
                cycles: ratings.cycles,
            }),
            duel,
            crosstable: tally.crosstable().only(|bot| !course.staff.contains(bot)),
            pairings: course.pairings,
            places,
            seats: tally.seats(),
            left_out: Omission {
                units: left_units(void.iter().chain(&unstarted)),
                void: void.into_iter().map(void_game).collect(),
                parked: course.parked,
                withdrawn: course.withdrawn,
            },
            notes: course.notes,
            jails,
            clocks: Vec::new(),
            crowded: Vec::new(),
        }
    }
}

impl StandingsEntry {
    /// A bot of which there is no more than its counts.
    pub fn plain(row: StandingsRow) -> StandingsEntry {
        StandingsEntry {
            row,
            exam_faults: None,
            merits: Vec::new(),
            rating: None,
            rating_error: None,
            rank_probabilities: Vec::new(),
        }
    }
}

fn standing(
    row: StandingsRow,
    merits: &BTreeMap<String, referee_schedule::TieBreak>,
    ratings: &Ratings,
) -> StandingsEntry {
    let shown = merits.get(&row.bot).map(|merit| &merit.shown);
    let merit = |(name, value): &(&str, String)| TieBreakRow {
        name: (*name).to_owned(),
        value: value.clone(),
    };
    let merits = shown.into_iter().flatten().map(merit).collect();
    let rating = ratings.bots.get(&row.bot);
    StandingsEntry {
        exam_faults: None,
        merits,
        rating: rating.map(|rating| rating.rating),
        rating_error: rating.map(|rating| rating.error),
        rank_probabilities: rating.map_or(Vec::new(), |rating| rating.ranks.clone()),
        row,
    }
}

/// A game that won't be played again takes the others of its pair or block along.
fn left_units<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> Vec<MeetingRow> {
    let settled = outcomes.filter(|outcome| !outcome.again && outcome.place.rotations > 1);
    let meeting = |outcome: &Outcome| MeetingRow {
        round: outcome.place.round,
        deal: outcome.place.deal,
        bots: outcome.place.block.clone(),
    };
    let meetings: BTreeSet<MeetingRow> = settled.map(meeting).collect();
    meetings.into_iter().collect()
}

fn void_game(outcome: Outcome) -> VoidGame {
    VoidGame {
        game: outcome.number,
        attempt: outcome.attempt,
        annulled: outcome.annulled,
        again: outcome.again,
        because: outcome.verdict.void.unwrap_or_default(),
    }
}
