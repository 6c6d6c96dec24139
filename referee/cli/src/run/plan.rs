//! From a tournament file to the plan of its schedule.

use std::path::Path;

use anyhow::Result;
use referee_record::StartFrom;
use referee_schedule::{Entrant, Plan, RoundRobin, Starts};

use crate::config::{Format, Tournament};
use crate::exit::bad_input;

/// The plan of a tournament.
pub fn plan(tournament: &Tournament) -> Plan {
    Plan {
        master: tournament.seed,
        game: tournament.game.clone(),
        options: tournament.options.clone(),
        seats: tournament.seats.clone(),
        bots: tournament
            .bots
            .iter()
            .map(|bot| Entrant {
                name: bot.name.clone(),
                time: bot.time,
            })
            .collect(),
        rounds: tournament.rounds.get(),
        games_per_pair: tournament.games_per_pair.get(),
        start: starts(&tournament.starts),
        openings: tournament.openings,
        limits: tournament.limits,
        restart: tournament.restart,
    }
}

fn starts(starts: &[StartFrom]) -> Starts {
    let line = |start: &StartFrom| match start {
        StartFrom::State(line) => Some(line.clone()),
        StartFrom::Default | StartFrom::Deal => None,
    };
    match starts {
        [StartFrom::Deal] => Starts::Deal,
        [StartFrom::Default] => Starts::Default,
        lines => Starts::States(lines.iter().filter_map(line).collect()),
    }
}

/// The schedule of the plan that this file gave, in the tournament's format.
pub fn schedule(file: &Path, format: Format, plan: Plan) -> Result<RoundRobin> {
    let schedule = match format {
        Format::RoundRobin => RoundRobin::new(plan),
    };
    schedule.map_err(|why| bad_input(format!("{}: {why}", file.display())))
}
