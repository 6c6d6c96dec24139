//! One game between two bots: who made how much of it, and who failed.

use std::cmp::Ordering;

use referee_record::Outcome;
use serde::Serialize;

/// Games that a bot lost by one kind of fault of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultCount {
    /// The bot.
    pub bot: String,
    /// The verdict word.
    pub fault: String,
    /// How many games.
    pub games: u64,
}

/// The points of the first bot in a game that counts: 0, 1 or 2 halves.
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

/// The word of a bot's own fault in a game, if it lost by one.
pub(crate) fn fault(name: &str, outcome: &Outcome) -> Option<String> {
    let seated = outcome.seats.iter().find(|seated| seated.bot == *name)?;
    let failure = outcome.verdict.seat(seated.seat)?.failure();
    failure.map(str::to_owned)
}

/// Counts another game that a bot lost by a fault.
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
