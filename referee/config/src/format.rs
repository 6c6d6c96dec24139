//! Determines the format of a schedule from the keys and tables of a tournament file.
//!
//! A key or table that doesn't go with the format is refused, so that no setting is silently ignored.

use std::num::NonZeroU32;

use referee_schedule::Format;
use referee_schedule::head_to_head::Hypotheses;
use referee_stats::SprtModel;

use super::closest;
use super::place::Refusal;
use super::spec::{self, ChangedBots, FormatName, TournamentSpec};
use super::tune::tuning;

/// Maximum of games in an adaptive tournament that bounds neither games nor minutes.
const GAMES: u64 = 10_000;
/// Default probability with which ranks are separated in an adaptive or standing tournament.
const SEPARATED: f64 = 0.95;
/// Default number of pairs in a batch of an adaptive tournament.
const BATCH: u32 = 10;
/// Default number of meetings in a batch of a standing tournament.
const STANDING_BATCH: u32 = 32;
/// Default number of meetings after which a newcomer of a standing tournament is placed.
const PLACEMENT: u32 = 8;
/// Default number of times that a meeting of a knockout is played if no bot is ahead.
const TRIES: u32 = 3;

/// Returns the format of a tournament with so many seats and bots.
pub(crate) fn format(spec: &TournamentSpec, seats: usize, bots: usize) -> Result<Format, Refusal> {
    check_keys(spec)?;
    let format_name = spec.format;
    let any_seats = [
        FormatName::RoundRobin,
        FormatName::Gauntlet,
        FormatName::Standing,
    ];
    if seats > 2 && !any_seats.contains(&format_name) {
        return Err(Refusal::value(
            "format",
            format!(
                "format: {} pairs two bots, but a game of {} has {seats} seats here; expected \
                 round-robin, gauntlet or standing",
                format_name.name(),
                spec.game
            ),
        ));
    }
    if seats == 2 && spec.groups.is_some() {
        let why = "groups goes with games of more than two seats; in this one a group is a pair";
        return Err(Refusal::key("groups", why));
    }
    let whole = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let games_per_pair = spec.games_per_pair.map_or(whole(seats), NonZeroU32::get);
    let rounds = |default: u32| spec.rounds.map_or(default.max(1), NonZeroU32::get);
    Ok(match format_name {
        FormatName::RoundRobin => Format::RoundRobin {
            rounds: rounds(1),
            games_per_pair,
            groups: spec.groups.map(NonZeroU32::get),
        },
        FormatName::Gauntlet => Format::Gauntlet {
            newcomers: spec.gauntlet.clone().unwrap_or_default().newcomers,
            rounds: rounds(1),
            games_per_pair,
        },
        FormatName::Swiss => swiss(spec, rounds(halvings(bots)), games_per_pair)?,
        FormatName::Knockout | FormatName::DoubleKnockout => {
            let table = spec.knockout.clone().unwrap_or_default();
            let double = format_name == FormatName::DoubleKnockout;
            Format::Knockout {
                games_per_pair,
                double,
                reset: double && table.reset.unwrap_or(true),
                tries: table.tries.map_or(TRIES, NonZeroU32::get),
            }
        }
        FormatName::Ladder => Format::Ladder {
            rounds: rounds(whole(bots)),
            games_per_pair,
        },
        FormatName::Adaptive => adaptive(spec, games_per_pair)?,
        FormatName::Standing => standing(spec, games_per_pair)?,
        FormatName::Match => fixed(spec, bots)?,
        FormatName::Sprt => sprt(spec, bots)?,
        FormatName::Tune => Format::Tune(tuning(spec)?),
        FormatName::Exam => return Err(Refusal::from("an exam has no rounds".to_owned())),
    })
}

/// Refuses the keys and tables of other formats.
fn check_keys(spec: &TournamentSpec) -> Result<(), Refusal> {
    use FormatName::{
        Adaptive, DoubleKnockout, Exam, Gauntlet, Knockout, Ladder, Match, RoundRobin, Sprt,
        Standing, Swiss, Tune,
    };
    let reset = spec.knockout.as_ref().is_some_and(|k| k.reset.is_some());
    let tables: [(&str, bool, &[FormatName]); 15] = [
        (
            "rounds",
            spec.rounds.is_some(),
            &[RoundRobin, Gauntlet, Swiss, Ladder],
        ),
        ("groups", spec.groups.is_some(), &[RoundRobin]),
        (
            "changed_bots",
            spec.changed_bots.is_some(),
            &[
                RoundRobin,
                Gauntlet,
                Swiss,
                Knockout,
                DoubleKnockout,
                Ladder,
                Adaptive,
                Standing,
                Exam,
            ],
        ),
        ("allow_faults", spec.allow_faults, &[Gauntlet, Match, Sprt]),
        ("gauntlet", spec.gauntlet.is_some(), &[Gauntlet]),
        ("swiss", spec.swiss.is_some(), &[Swiss]),
        (
            "knockout",
            spec.knockout.is_some(),
            &[Knockout, DoubleKnockout],
        ),
        ("knockout.reset", reset, &[DoubleKnockout]),
        ("adaptive", spec.adaptive.is_some(), &[Adaptive]),
        ("standing", spec.standing.is_some(), &[Standing]),
        ("ladder", spec.ladder.is_some(), &[Standing]),
        ("match", spec.fixed.is_some(), &[Match]),
        ("sprt", spec.sprt.is_some(), &[Sprt]),
        ("tune", spec.tune.is_some(), &[Tune]),
        (
            "games_per_pair",
            spec.games_per_pair.is_some(),
            &[
                RoundRobin,
                Gauntlet,
                Swiss,
                Knockout,
                DoubleKnockout,
                Ladder,
                Adaptive,
                Standing,
                Exam,
            ],
        ),
    ];
    for (key, given, with) in tables {
        if given && !with.contains(&spec.format) {
            let names: Vec<&str> = with.iter().map(|format_name| format_name.name()).collect();
            return Err(Refusal::key(
                key,
                format!(
                    "{key} goes with format = {}, but the format is {}; leave it out",
                    names.join(", "),
                    spec.format.name()
                ),
            ));
        }
    }
    let replays = spec.changed_bots == Some(ChangedBots::Replay);
    if replays && spec.park_after.is_some() {
        let why = "changed_bots: found replay, expected keep: with park_after who plays on rests on earlier results";
        return Err(Refusal::value("changed_bots", why.to_owned()));
    }
    let free = matches!(spec.format, RoundRobin | Gauntlet);
    if replays && !free {
        let why = format!(
            "changed_bots: found replay, expected keep: with format = {} later pairings rest on earlier results",
            spec.format.name()
        );
        return Err(Refusal::value("changed_bots", why));
    }
    Ok(())
}

fn swiss(spec: &TournamentSpec, rounds: u32, games_per_pair: u32) -> Result<Format, Refusal> {
    let mirrored = spec.swiss.as_ref().is_none_or(|swiss| swiss.mirrored);
    match spec.games_per_pair.map(NonZeroU32::get) {
        Some(games) if !mirrored && games != 1 => Err(Refusal::value(
            "games_per_pair",
            format!("games_per_pair: found {games}, but without mirrored games a meeting is 1"),
        )),
        _ => Ok(Format::Swiss {
            rounds,
            games_per_pair: if mirrored { games_per_pair } else { 1 },
            mirrored,
        }),
    }
}

fn adaptive(spec: &TournamentSpec, games_per_pair: u32) -> Result<Format, Refusal> {
    let table = spec.adaptive.clone().unwrap_or_default();
    let separated = probability("adaptive.separated", table.separated)?;
    let bounded = table.games.is_some() || table.minutes.is_some();
    Ok(Format::Adaptive {
        games_per_pair,
        batch: table.batch.map_or(BATCH, NonZeroU32::get),
        separated,
        games: if bounded {
            table.games.map(|games| games.get().into())
        } else {
            Some(GAMES)
        },
    })
}

fn standing(spec: &TournamentSpec, games_per_pair: u32) -> Result<Format, Refusal> {
    let table = spec.standing.clone().unwrap_or_default();
    Ok(Format::Standing {
        games_per_pair,
        batch: table.batch.map_or(STANDING_BATCH, NonZeroU32::get),
        placement: table.placement.map_or(PLACEMENT, NonZeroU32::get),
        separated: probability("standing.separated", table.separated)?,
    })
}

/// Returns the probability with which ranks are separated; refuses one out of range.
fn probability(key: &str, given: Option<f64>) -> Result<f64, Refusal> {
    let separated = given.unwrap_or(SEPARATED);
    if (0.5..1.0).contains(&separated) {
        return Ok(separated);
    }
    let why = format!(
        "separated: found {separated}, expected a probability from 0.5 to below 1, such as 0.95"
    );
    Err(Refusal::value(key, why))
}

fn fixed(spec: &TournamentSpec, bots: usize) -> Result<Format, Refusal> {
    check_two(spec, bots)?;
    let table = spec.fixed.clone().unwrap_or_default();
    if table.games.is_none() && table.precision.is_none() {
        let why = "match: expected how long it is: write [match] games = 1000, or precision = 10 \
                   (Elo), or both";
        return Err(Refusal::key("match", why));
    }
    Ok(Format::Match {
        games: table.games.map(|games| games.get().into()),
        precision: table.precision,
    })
}

fn sprt(spec: &TournamentSpec, bots: usize) -> Result<Format, Refusal> {
    check_two(spec, bots)?;
    let table = spec.sprt.clone().unwrap_or_default();
    let model = match table.model {
        Some(spec::ModelName::Logistic) => SprtModel::Logistic,
        Some(spec::ModelName::Normalized) | None => SprtModel::Normalized,
    };
    Ok(Format::Sprt {
        test: Hypotheses {
            model,
            elo0: table.elo0.unwrap_or(0.0),
            elo1: table.elo1.unwrap_or(5.0),
            alpha: table.alpha.unwrap_or(0.05),
            beta: table.beta.unwrap_or(0.05),
        },
        games: table.games.map(|games| games.get().into()),
    })
}

fn check_two(spec: &TournamentSpec, bots: usize) -> Result<(), Refusal> {
    if bots == 2 {
        return Ok(());
    }
    Err(Refusal::value(
        "format",
        format!(
            "format: {} is between two bots, but there are {bots}; expected round-robin, gauntlet or \
             another format for a field",
            spec.format.name()
        ),
    ))
}

/// Returns how often a field can be halved: the rounds of a Swiss tournament that leave one bot unbeaten.
fn halvings(bots: usize) -> u32 {
    bots.next_power_of_two().ilog2()
}

/// Refuses invalid newcomers of a gauntlet, by the names of all bots, including those that were left out.
pub(crate) fn check_newcomers(newcomers: &[String], bots: &[&str]) -> Result<(), Refusal> {
    let refuse = |index: usize, why: String| {
        let path = format!("gauntlet.newcomers.{index}");
        Err(Refusal::value(path, format!("newcomers: {why}")))
    };
    for (index, name) in newcomers.iter().enumerate() {
        if newcomers[..index].contains(name) {
            return refuse(index, format!("{name} stands here twice"));
        }
        if !bots.contains(&name.as_str()) {
            let meant = closest(name, bots);
            let meant = meant.map_or(String::new(), |meant| format!("; did you mean {meant}?"));
            return refuse(index, format!("no bot is named {name:?}{meant}"));
        }
    }
    if newcomers.is_empty() {
        let why = "newcomers: found none, expected at least one name of a bot: \
            write [gauntlet] newcomers = [\"NAME\"]";
        return Err(Refusal::value("gauntlet.newcomers", why));
    }
    if newcomers.len() >= bots.len() {
        let why =
            "newcomers: found all bots, expected some of them: newcomers meet the others only";
        return Err(Refusal::value("gauntlet.newcomers", why));
    }
    Ok(())
}
