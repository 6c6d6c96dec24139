//! The report on a stage of a run, as data; programs read it as JSON.

use std::collections::{BTreeMap, BTreeSet};

use referee_config::look_alikes;
use referee_record::{ClockError, JailRecord};
use referee_schedule::pairings::Pairings;
use referee_stats::{
    Crosstable, MatchStatistics, Ratings, SeatRow, StandingsRow, Tally, VersionRow, Worth,
};
use referee_tournament::ExamFaults;
use serde::Serialize;

use super::schedule_info::ScheduleInfo;
use crate::worker_notes::WorkerNotes;

/// The report on a stage of a run.
#[derive(Debug, Serialize)]
pub struct RunReport {
    /// The stage's name.
    pub stage: String,
    /// The results file, quoted for a command, if there is one.
    #[serde(skip)]
    pub run: Option<String>,
    /// Whether the games of a worker can be annulled, and true if most of them can then be played again.
    #[serde(skip)]
    pub rules_on_workers: Option<bool>,
    /// Why the numbers may not be those that were recorded, as a sentence: the run was damaged or changed, or
    /// not all of it was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_verified: Option<String>,
    /// Games that count.
    pub games: u64,
    /// Games that count, where games with the same bots, seats, start, dice and moves count once.
    pub distinct: u64,
    /// Void games, including annulled ones.
    pub void: u64,
    /// Void attempts at games that were to be played again.
    pub tried_again: u64,
    /// Games that rulings annulled.
    pub annulled: u64,
    /// Points for a game, in an exam; elsewhere they follow from the places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<Worth>,
    /// The standings, the best bot first.
    pub standings: Vec<StandingsEntry>,
    /// Statistics of a match of two bots, instead of ratings.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub duel: Option<MatchStatistics>,
    /// The fit of the ratings of a field: its prior, groups and cycles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<FieldFit>,
    /// The results of each bot against each other, in the order of the configuration.
    pub crosstable: Crosstable,
    /// The pairings, where they depend on results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairings: Option<Pairings>,
    /// How often each bot took each place, from the first, where more than two bots play; in the order of the
    /// standings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceCounts>,
    /// The results of each seat, whichever bot was in it.
    pub seats: Vec<SeatRow>,
    /// Games and bots that are missing from some or all numbers.
    pub left_out: Omission,
    /// Bots that people may confuse by their names, a sentence for each pair.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub look_alikes: Vec<String>,
    /// Notes of the format on the course of the tournament, a sentence each.
    pub notes: Vec<String>,
    /// The sandboxes (jails) of the run, if known, beginning with that of the first session.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub jails: Vec<JailRecord>,
    /// Errors of the referee's clock, as measured at the start of each session.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<ClockError>,
    /// Bots that wrote lines that are no messages, in the order of the standings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chatter: Vec<ChatterNote>,
    /// Warnings about too many games at once for the cores, each once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub crowded: Vec<String>,
    /// The machines of a fleet that played or were left out, a sentence each.
    #[serde(skip_serializing_if = "WorkerNotes::is_empty")]
    pub workers: WorkerNotes,
}

/// A bot in the standings.
#[derive(Clone, Debug, Serialize)]
pub struct StandingsEntry {
    /// Its rank and counts.
    #[serde(flatten)]
    pub row: StandingsRow,
    /// Its versions, if it played with more than one, in the order of their first games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<VersionRow>,
    /// Faults by stage, in an exam: those of the row are their sum.
    #[serde(rename = "faults_by_stage", skip_serializing_if = "Option::is_none")]
    pub exam_faults: Option<ExamFaults>,
    /// Tie-breaks that the format counts for the bot: name and value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tie_breaks: Vec<TieBreakRow>,
    /// Rating on the Elo scale; the mean of all bots is 0.
    pub rating: Option<f64>,
    /// Half of the 95 % interval of the rating.
    pub rating_error: Option<f64>,
    /// Probability of each rank, from the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rank_probabilities: Vec<f64>,
}

/// The lines of a bot that are no messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChatterNote {
    /// The bot.
    pub bot: String,
    /// Number of these lines in all games.
    pub lines: u64,
    /// Number of the first game with such a line.
    pub game: u64,
    /// The first line there, or its beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
}

/// How often a bot took each place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceCounts {
    /// The bot.
    pub bot: String,
    /// A count for each place, from the first; bots that share a place all get the better one.
    pub counts: Vec<u64>,
}

/// A tie-break: a value that decides ranks before points do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TieBreakRow {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// The fit of the ratings of a field.
#[derive(Debug, Serialize)]
pub struct FieldFit {
    /// The prior that was added to the results, if they alone don't bound all ratings.
    pub prior: Option<String>,
    /// Groups of bots that can't be told apart, the best first; groups may overlap.
    pub groups: Vec<Vec<String>>,
    /// Cycles of three bots that each beat the next, each win beyond its error.
    pub cycles: Vec<[String; 3]>,
}

/// Games and bots that are missing from some or all numbers.
#[derive(Debug, Default, Serialize)]
pub struct Omission {
    /// Games that don't count.
    pub void: Vec<VoidGame>,
    /// Pairs or blocks of games that are left out of ratings and errors.
    pub units: Vec<MeetingRow>,
    /// Bots whose games are left out of the ratings because they kept failing.
    pub parked: Vec<Gone>,
    /// Withdrawn bots.
    pub withdrawn: Vec<Gone>,
}

/// An attempt at a game that doesn't count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VoidGame {
    /// The game's number.
    pub game: u64,
    /// Number of the attempt.
    pub attempt: u32,
    /// The reason.
    pub because: String,
    /// A ruling made it void.
    pub annulled: bool,
    /// Another attempt follows.
    pub again: bool,
}

/// The games of a pair or block that play one deal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MeetingRow {
    /// Round, from 1.
    pub round: u32,
    /// Deal in the stage, from 1.
    pub deal: u32,
    /// The bots, in the order of the configuration.
    pub bots: Vec<String>,
}

/// A bot that no longer takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gone {
    /// Its name.
    pub bot: String,
    /// Number of its games that were skipped so far.
    pub skipped: u64,
}

/// The input from which a report is computed.
pub struct Material<'a> {
    /// The stage's name.
    pub stage: &'a str,
    /// The tally of its games.
    pub tally: &'a Tally,
    /// The format's information on the course of the tournament.
    pub course: ScheduleInfo,
    /// Attempts that don't count, with rulings applied.
    pub void: Vec<VoidGame>,
    /// Units of which a game doesn't count or says nothing about strength, as nobody started.
    pub units: BTreeSet<MeetingRow>,
    /// How often each bot took each place, where more than two bots play.
    pub places: BTreeMap<String, Vec<u64>>,
    /// The sandboxes (jails) of its sessions, each once.
    pub jails: Vec<JailRecord>,
    /// What the result of a game is worth, if it isn't its place.
    pub worth: Option<Worth>,
}

impl RunReport {
    /// Computes the report.
    pub fn new(material: Material<'_>) -> RunReport {
        let Material {
            stage,
            tally,
            course,
            void,
            units,
            places,
            jails,
            worth,
        } = material;
        let keys = |(bot, tie_break): (&String, &referee_schedule::TieBreak)| {
            (bot.clone(), tie_break.keys.clone())
        };
        let mut rows = tally.ranked(&course.tie_breaks.iter().map(keys).collect(), worth);
        // The examiner's bots have no games and so come last, and no rank depends on them.
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
            rules_on_workers: None,
            not_verified: None,
            look_alikes: look_alikes(rows.iter().map(|row| row.bot.as_str())),
            games: games.counted,
            distinct: games.distinct,
            void: games.void,
            tried_again: games.tried_again,
            annulled: games.annulled,
            worth,
            standings: rows
                .into_iter()
                .map(|row| standing(row, &course.tie_breaks, &ratings))
                .collect(),
            field: (!ratings.bots.is_empty()).then(|| FieldFit {
                prior: ratings.prior.map(str::to_owned),
                groups: ratings.groups,
                cycles: ratings.cycles,
            }),
            duel,
            crosstable: tally
                .crosstable(worth)
                .only(|bot| !course.staff.contains(bot)),
            pairings: course.pairings,
            places,
            seats: tally.seats(worth),
            left_out: Omission {
                units: units.into_iter().collect(),
                void,
                parked: course.parked,
                withdrawn: course.withdrawn,
            },
            notes: course.notes,
            jails,
            clocks: Vec::new(),
            chatter: Vec::new(),
            crowded: Vec::new(),
            workers: WorkerNotes::default(),
        }
    }
}

impl StandingsEntry {
    /// Returns an entry with nothing but the counts of a bot.
    pub fn plain(row: StandingsRow) -> StandingsEntry {
        StandingsEntry {
            row,
            versions: Vec::new(),
            exam_faults: None,
            tie_breaks: Vec::new(),
            rating: None,
            rating_error: None,
            rank_probabilities: Vec::new(),
        }
    }
}

fn standing(
    row: StandingsRow,
    tie_breaks: &BTreeMap<String, referee_schedule::TieBreak>,
    ratings: &Ratings,
) -> StandingsEntry {
    let shown = tie_breaks.get(&row.bot).map(|tie_break| &tie_break.shown);
    let tie_break = |(name, value): &(&str, String)| TieBreakRow {
        name: (*name).to_owned(),
        value: value.clone(),
    };
    let tie_breaks = shown.into_iter().flatten().map(tie_break).collect();
    let rating = ratings.bots.get(&row.bot);
    StandingsEntry {
        versions: Vec::new(),
        exam_faults: None,
        tie_breaks,
        rating: rating.map(|rating| rating.rating),
        rating_error: rating.map(|rating| rating.error),
        rank_probabilities: rating.map_or(Vec::new(), |rating| rating.ranks.clone()),
        row,
    }
}
