//! Turns a tournament into the plan of its schedule.

use std::num::NonZeroU32;

use referee_config::{self as config, Tournament};
use referee_record::StartFrom;
use referee_schedule::{Entrant, GameConfig, Plan, Starts};

/// Creates the plan of a tournament.
pub fn plan(tournament: &Tournament) -> Plan {
    let entrant = |bot: &config::ConfiguredBot| Entrant {
        limits: bot.limits_under(&tournament.limits),
        name: bot.name.clone(),
        time: bot.time,
        settings: None,
    };
    Plan {
        setup: GameConfig {
            master: tournament.seed,
            game: tournament.game.clone(),
            rules: tournament.rules.clone(),
            options: tournament.options.clone(),
            seats: tournament.seats.clone(),
            start: starts(&tournament.starts),
            openings: tournament.openings,
            distinct: tournament.distinct.clone(),
            limits: tournament.limits,
            restart: tournament.restart,
            pondering: tournament.pondering,
            adjudicate: tournament.adjudicate,
        },
        bots: tournament.bots.iter().map(entrant).collect(),
        format: tournament.format.clone(),
        park_after: tournament.park_after.map(NonZeroU32::get),
        allow_faults: tournament.allow_faults,
        changes: Vec::new(),
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
