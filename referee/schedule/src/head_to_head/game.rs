//! Evaluates one game between two bots: the points and the faults.

use std::cmp::Ordering;

use referee_record::Outcome;
use serde::Serialize;

/// Number of games that a bot lost by one kind of fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultCount {
    /// Name of the bot.
    pub bot: String,
    /// The verdict word.
    pub fault: String,
    /// Number of games.
    pub games: u64,
}

/// The first game of a match that a bot lost by a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FirstFault {
    /// Name of the bot.
    pub bot: String,
    /// The verdict word.
    pub fault: String,
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

/// Returns the fault word by which a bot lost a game; None if it didn't lose by a fault.
pub(crate) fn fault(name: &str, outcome: &Outcome) -> Option<String> {
    let seated = outcome.seats.iter().find(|seated| seated.bot == *name)?;
    let failure = outcome.verdict.seat(seated.seat)?.failure();
    failure.map(str::to_owned)
}

/// Counts one more game that a bot lost by a fault.
pub(crate) fn count(faults: &mut Vec<FaultCount>, bot: &str, fault_word: String) {
    let same = |known: &&mut FaultCount| known.bot == bot && known.fault == fault_word;
    match faults.iter_mut().find(same) {
        Some(known) => known.games += 1,
        None => faults.push(FaultCount {
            bot: bot.to_owned(),
            fault: fault_word,
            games: 1,
        }),
    }
}
