//! Evaluates one game between two bots: the points and the faults.

use std::cmp::Ordering;

use referee_record::{FaultKind, Outcome};
use serde::Serialize;

/// Number of games that a bot lost by one kind of fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultCount {
    /// Name of the bot.
    pub bot: String,
    /// The fault.
    pub fault: FaultKind,
    /// Number of games.
    pub games: u64,
}

/// The first game of a match that a bot lost by a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FirstFault {
    /// Name of the bot.
    pub bot: String,
    /// The fault.
    pub fault: FaultKind,
    /// Number of the game.
    pub game: u64,
}

impl FirstFault {
    /// Returns the fault by which a bot lost this game; None if it didn't.
    pub(super) fn of(bot: &str, outcome: &Outcome) -> Option<FirstFault> {
        Some(FirstFault {
            bot: bot.to_owned(),
            fault: fault(bot, outcome)?,
            game: outcome.number,
        })
    }
}

/// Returns the points of the first bot in a game that counts, in halves: 0, 1 or 2.
pub(crate) fn halves(names: &[String; 2], outcome: &Outcome) -> u8 {
    let place = |name: &String| {
        let seated = outcome.seats.iter().find(|seated| seated.bot == *name);
        seated
            .and_then(|seated| outcome.verdict.seat(seated.seat))
            .map(|result| result.place)
    };
    match place(&names[0]).cmp(&place(&names[1])) {
        Ordering::Less => 2,
        Ordering::Equal => 1,
        Ordering::Greater => 0,
    }
}

/// Returns the fault by which a bot lost a game; None if it didn't lose by a fault.
pub(crate) fn fault(name: &str, outcome: &Outcome) -> Option<FaultKind> {
    let seated = outcome.seats.iter().find(|seated| seated.bot == *name)?;
    outcome.verdict.seat(seated.seat)?.failure()
}

/// Counts one more game that a bot lost by a fault.
pub(crate) fn count(faults: &mut Vec<FaultCount>, bot: &str, fault: FaultKind) {
    let same = |known: &&mut FaultCount| known.bot == bot && known.fault == fault;
    match faults.iter_mut().find(same) {
        Some(known) => known.games += 1,
        None => faults.push(FaultCount {
            bot: bot.to_owned(),
            fault,
            games: 1,
        }),
    }
}
