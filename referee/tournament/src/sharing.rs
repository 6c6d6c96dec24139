//! Divides the machine among the games of a run.

use std::io;

use anyhow::Result;
use referee_config::Tournament;
use referee_engine::{Claim, Cores};
use referee_output::failure::{bad_input, machine};

/// Plans the cores of each worker if no other run uses the machine.
pub fn cores(tournament: &Tournament) -> Cores {
    let (games, per_game) = (wanted(tournament), tournament.cores.get() as usize);
    Cores::plan(games, per_game, tournament.pin)
}

/// Plans the cores of each worker next to other runs, and claims them: other runs see the claim as long as
/// it is held. A run that is played `elsewhere` claims none: workers may play on this machine, too.
pub(crate) fn claim(tournament: &Tournament, elsewhere: bool) -> (Cores, Claim) {
    if elsewhere {
        return (Cores::plan(Some(1), 1, false), Claim::default());
    }
    let (games, per_game) = (wanted(tournament), tournament.cores.get() as usize);
    Cores::claim(games, per_game, tournament.pin)
}

/// Returns an error for a tournament with more games at once than the machine can be asked for.
pub fn check_concurrency(tournament: &Tournament) -> Result<()> {
    check_load(wanted(tournament), tournament.oversubscribe)
}

/// Returns an error for more games at once than any machine can play, and, unless `taken`, for more than
/// this machine can be asked for.
pub fn check_load(games: Option<usize>, taken: bool) -> Result<()> {
    let most = Cores::MOST_GAMES;
    if let Some(games) = games.filter(|games| *games > most) {
        return Err(bad_input(format!(
            "{games} games at once are too many on any machine: expected {most} at most; lower \
             --concurrency (in a file: `concurrency`)"
        )));
    }
    match games.and_then(Cores::overload).filter(|_| !taken) {
        None => Ok(()),
        Some(why) => Err(bad_input(format!(
            "{why}, since bots that wait for each other lose time; lower --concurrency (in a file: \
             `concurrency`), or take them all the same: --oversubscribe (in a file: `oversubscribe = \
             true`)"
        ))),
    }
}

fn wanted(tournament: &Tournament) -> Option<usize> {
    tournament.concurrency.map(|n| n.get() as usize)
}

/// Error for a thread that the system can't start.
pub fn no_thread(error: &io::Error) -> anyhow::Error {
    machine(format!(
        "no thread can be started: {error}; raise the limit of processes (`ulimit -u`), or lower \
         --concurrency"
    ))
}
