//! Turns a tournament into the plan of its schedule.

use std::num::NonZeroU32;

use referee_config::{self as config, StartSource, Tournament};
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
        title: tournament.title.clone(),
        setup: GameConfig {
            master: tournament.seed,
            game: tournament.game.clone(),
            rules: tournament.rules.clone(),
            options: tournament.options.clone(),
            seats: tournament.seats.clone(),
            start: match &tournament.starts {
                StartSource::Default => Starts::Default,
                StartSource::Deal => Starts::Deal,
                StartSource::Book(_) => Starts::States(tournament.lines.clone()),
            },
            book: match &tournament.starts {
                StartSource::Book(book) => Some(book.origin()),
                StartSource::Default | StartSource::Deal => None,
            },
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
