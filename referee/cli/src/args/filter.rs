//! Options that select games.

use std::collections::BTreeSet;

use anyhow::Result;
use clap::ValueEnum;
use referee_config::closest;
use referee_games::GameSource;
use referee_output::failure::bad_input;
use referee_record::{Adjudicated, FaultKind};
use referee_schedule::Plan;
use referee_store::{Filter, ResultWord, Run};

use referee_tournament::results::{plan, unreadable};

use super::TrustArgs;

/// Conditions that games must meet, all of them.
#[derive(clap::Args, Default)]
#[command(next_help_heading = "Which games")]
pub struct FilterArgs {
    /// Select games of this bot.
    #[arg(long, value_name = "NAME")]
    bot: Option<String>,
    /// Select games against this bot.
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,
    /// Select games with this result for --bot, or for any bot.
    #[arg(long, value_enum)]
    result: Option<Ended>,
    /// Select games with this reason of the verdict, or this fault: base, timeout, …
    #[arg(long, value_name = "WORD")]
    reason: Option<String>,
    /// Select games in which --bot, or the bot of --result, has this seat.
    #[arg(long, value_name = "LETTER")]
    seat: Option<char>,
    /// Select games of this stage.
    #[arg(long, value_name = "NAME")]
    stage: Option<String>,
    /// Select games that this worker of a fleet played.
    #[arg(long, value_name = "NAME")]
    worker: Option<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Ended {
    /// First place alone.
    Win,
    /// Shared first place.
    Draw,
    /// Any other place.
    Loss,
    /// Lost by its own fault.
    Fault,
    /// The game doesn't count.
    Void,
}

impl FilterArgs {
    /// Returns true if no condition is given, so that all games are selected.
    pub fn is_empty(&self) -> bool {
        let words = [
            &self.bot,
            &self.opponent,
            &self.reason,
            &self.stage,
            &self.worker,
        ];
        words.iter().all(|text| text.is_none()) && self.result.is_none() && self.seat.is_none()
    }

    /// Returns the conditions. Returns an error if no game of this run can meet them.
    pub fn choose(self, run: &Run, rules: &TrustArgs) -> Result<Filter> {
        let plan = plan(run)?;
        let names: Vec<&str> = plan.everybody().map(|bot| bot.name.as_str()).collect();
        for (option, name) in [("--bot", &self.bot), ("--opponent", &self.opponent)] {
            if let Some(name) = name {
                known(option, name, &names, ("bot", "referee standings"))?;
            }
        }
        if self.bot.is_some() && self.bot == self.opponent {
            let name = self.bot.unwrap_or_default();
            return Err(bad_input(format!(
                "--bot and --opponent are both {name}, and no bot plays against itself; name \
                 another"
            )));
        }
        if let Some(reason) = &self.reason {
            known_reason(reason, &plan, &rules.games(run)?)?;
        }
        if let Some(stage) = &self.stage {
            known_stage(stage, run)?;
        }
        if let Some(worker) = &self.worker {
            known_worker(worker, run)?;
        }
        let seat = self.seat.map(|seat| seat.to_ascii_uppercase());
        if let Some(seat) = seat.filter(|seat| !plan.setup.seats.contains(seat)) {
            let seats: Vec<String> = plan.setup.seats.iter().map(char::to_string).collect();
            let seats = seats.join(", ");
            return Err(bad_input(format!(
                "--seat {seat}: nobody sits there; the seats are {seats}"
            )));
        }
        Ok(Filter {
            bot: self.bot,
            opponent: self.opponent,
            result: self.result.map(Ended::result_word),
            reason: self.reason,
            seat,
            stage: self.stage,
            worker: self.worker,
        })
    }
}

impl Ended {
    fn result_word(self) -> ResultWord {
        match self {
            Ended::Win => ResultWord::Win,
            Ended::Draw => ResultWord::Draw,
            Ended::Loss => ResultWord::Loss,
            Ended::Fault => ResultWord::Fault,
            Ended::Void => ResultWord::Void,
        }
    }
}

/// Returns an error if nothing has this name.
fn known(option: &str, name: &str, names: &[&str], (thing, listed_by): (&str, &str)) -> Result<()> {
    if names.contains(&name) {
        return Ok(());
    }
    let hint = match closest(name, names) {
        Some(meant) => format!("did you mean {meant}?"),
        None if names.len() <= 10 => format!("there are {}", names.join(", ")),
        None => format!("`{listed_by}` lists all {}", names.len()),
    };
    Err(bad_input(format!(
        "{option} {name}: there is no such {thing}; {hint}"
    )))
}

/// Returns an error if no game of this kind can end with this word.
fn known_reason(reason_text: &str, plan: &Plan, games: &GameSource) -> Result<()> {
    let setup = &plan.setup;
    // Without the program of its game nobody knows the reasons.
    let Some(game) = games.find_exactly(&setup.game, setup.rules.as_deref()) else {
        return Ok(());
    };
    let rules = game.rules(&setup.options).map_err(bad_input)?;
    let faults = FaultKind::ALL.iter().map(|kind| kind.text());
    let own = rules.reasons().into_iter().chain(faults);
    let words: Vec<&str> = own.chain(Adjudicated::REASONS).collect();
    if words.contains(&reason_text) {
        return Ok(());
    }
    let words = words.join(", ");
    Err(bad_input(format!(
        "--reason {reason_text}: no game of {} ends so; the words are {words}",
        game.name()
    )))
}

/// Returns an error if no worker of this name took part in a run.
pub fn known_worker(worker: &str, run: &Run) -> Result<()> {
    let sessions = run.header().sessions.iter();
    let names: BTreeSet<&str> = sessions.filter_map(|it| it.worker.as_deref()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    if names.is_empty() {
        return Err(bad_input(format!(
            "--worker {worker}: no fleet played this run"
        )));
    }
    let listed_by = "referee standings --json";
    known("--worker", worker, &names, ("worker", listed_by))
}

fn known_stage(stage: &str, run: &Run) -> Result<()> {
    let tallies = run.tallies().map_err(unreadable)?;
    let stages: BTreeSet<&str> = tallies.stages().map(|(name, _)| name).collect();
    let stages: Vec<&str> = stages.into_iter().collect();
    known("--stage", stage, &stages, ("stage", "referee standings"))
}
