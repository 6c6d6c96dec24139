//! Filters that choose games.

use referee_record::Outcome;

/// Conditions of which a game must meet all; without any condition, every game does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Name of a bot that played.
    pub bot: Option<String>,
    /// Name of another bot that played.
    pub opponent: Option<String>,
    /// Result of the bot, or of any seat if no bot is named.
    pub result: Option<ResultWord>,
    /// Verdict word of the game, or of a seat's fault.
    pub reason: Option<String>,
    /// Seat of the bot.
    pub seat: Option<char>,
    /// Name of the stage.
    pub stage: Option<String>,
    /// Name of the worker that played it.
    pub worker: Option<String>,
}

/// Result of a game for a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultWord {
    /// First place, not shared.
    Win,
    /// First place, shared with others.
    Draw,
    /// Any other place.
    Loss,
    /// Lost by its own fault.
    Fault,
    /// The game does not count.
    Void,
}

impl Filter {
    /// Returns true if a game meets all conditions.
    pub fn matches(&self, outcome: &Outcome) -> bool {
        let is =
            |wanted: &Option<String>, actual: &str| wanted.as_deref().is_none_or(|w| w == actual);
        let played = |name: &str| outcome.seats.iter().any(|seated| seated.bot == name);
        let reasons = || {
            let faults = outcome.verdict.seats.iter();
            let faults = faults.filter_map(|seat| Some(seat.fault?.text()));
            faults.chain([outcome.verdict.reason.as_str()])
        };
        is(&self.stage, &outcome.place.stage)
            && is(&self.worker, outcome.worker.as_deref().unwrap_or_default())
            && self.opponent.as_deref().is_none_or(played)
            && self
                .reason
                .as_deref()
                .is_none_or(|wanted| reasons().any(|reason| reason == wanted))
            && outcome.seats.iter().any(|seated| {
                is(&self.bot, &seated.bot)
                    && self.opponent.as_ref() != Some(&seated.bot)
                    && self.seat.is_none_or(|seat| seat == seated.seat)
                    && self.result.is_none_or(|wanted| match wanted {
                        ResultWord::Fault => outcome.fault(&seated.bot).is_some(),
                        _ => wanted == classify_result(outcome, seated.seat),
                    })
            })
    }
}

fn classify_result(outcome: &Outcome, seat: char) -> ResultWord {
    let firsts = outcome
        .verdict
        .seats
        .iter()
        .filter(|s| s.place == 1)
        .count();
    let place = outcome.verdict.seat(seat).map_or(0, |result| result.place);
    match (outcome.counts(), place, firsts) {
        (false, ..) => ResultWord::Void,
        (true, 1, 1) => ResultWord::Win,
        (true, 1, _) => ResultWord::Draw,
        _ => ResultWord::Loss,
    }
}
