//! Checks what a tournament needs of this machine, before anything is built.

use anyhow::Result;
use referee_build::jail::{self, JailRequest};
use referee_config::Tournament;
use referee_engine::ProcessScope;
use referee_jail::Guarantee;
use referee_output::failure::bad_input;
use referee_output::remarks;
use referee_record::Pondering;

use super::prepare::tell_reach;

/// Returns the jail that the command line and the tournament ask for, without the guarantees that the tournament
/// gives up.
pub fn jail_of(jail: &JailRequest, tournament: &Tournament) -> JailRequest {
    jail.or(tournament.jail)
        .waiving(!tournament.pin, runs_on(tournament))
}

/// Tells if bots aren't stopped between their turns.
pub fn runs_on(tournament: &Tournament) -> bool {
    matches!(
        tournament.pondering,
        Some(Pondering::On | Pondering::Ignore)
    )
}

/// Tells on stderr which bots read more than their own files, and returns an error if the machine can't do
/// what the tournament asks for.
pub fn check_needs(tournament: &Tournament, scope: &ProcessScope) -> Result<()> {
    tell_reach(tournament);
    check_pondering(tournament, scope)?;
    check_charge(tournament, scope)
}

/// Bots that always ponder need a core for each seat; bots that must not ponder should be suspended between
/// their turns, which not every jail can do.
fn check_pondering(tournament: &Tournament, scope: &ProcessScope) -> Result<()> {
    let (cores, seats) = (super::machine::cores(), tournament.seats.len());
    match tournament.pondering {
        Some(Pondering::On) if cores < seats => Err(bad_input(format!(
            "pondering = \"on\" needs a core for each seat of a game: this machine has {cores}, a game \
             {seats} seats"
        ))),
        Some(Pondering::Off) if jail::lacks(scope.jail(), Guarantee::Idle) => {
            remarks::sentences(
                "referee: warning: pondering = \"off\": nothing here stops bots for sure while it isn't \
                 their turn",
            );
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Only the jail counts the CPU time of all processes that a bot starts.
fn check_charge(tournament: &Tournament, scope: &ProcessScope) -> Result<()> {
    let mut bots = tournament.bots.iter();
    match bots.find(|bot| bot.time.cpu_cap_ms.is_some()) {
        Some(bot) if !scope.jail().confines() => Err(bad_input(format!(
            "charge = \"cpu\" (bot {}) needs the jail, which counts the CPU time of all that a bot \
             starts, and there is none; leave `charge` out, or see what `referee jail` says",
            bot.name
        ))),
        _ => Ok(()),
    }
}
