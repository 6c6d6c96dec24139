//! A match as a test of continuous integration: a case for the question, one for the faults of each bot.

use std::time::Duration;

use super::{Found, words};
use crate::duel::model::{Match, Verdict};
use crate::duel::says::is_much;
use crate::duel::text;
use crate::outputs::{Case, Outcome};

/// The cases of a match.
pub fn of_match(found: &Match, faults: &[Found], course: &str, took: Duration) -> Vec<Case> {
    let mut cases = vec![question(found, course, took)];
    cases.extend(found.bots.iter().map(|bot| {
        let own = found.faults.iter().filter(|fault| fault.bot == *bot);
        let own = own
            .map(|fault| (fault.fault.clone(), fault.games))
            .collect();
        let parked = found.parked.as_ref() == Some(bot);
        of_bot(bot, own, found.games, parked, faults)
    }));
    cases
}

/// What was asked, by the answer.
fn question(found: &Match, course: &str, took: Duration) -> Case {
    let [new, base] = &found.bots;
    let name = match &found.test {
        Some(test) if test.asks.elo0 < 0.0 => format!("{new} isn't weaker than {base}"),
        Some(_) => format!("{new} is stronger than {base}"),
        None => format!("{new} is measured against {base}"),
    };
    let (kind, message) = (word(found.verdict).to_owned(), found.says.clone());
    let outcome = match found.verdict {
        Verdict::H1 | Verdict::Finished => Outcome::Passed,
        Verdict::H0 => Outcome::Failed { kind, message },
        Verdict::Undecided
        | Verdict::Copies
        | Verdict::Parked
        | Verdict::Interrupted
        | Verdict::Unfinished => Outcome::Error { kind, message },
    };
    let block = text::block(found);
    let text = [block.trim_end(), course.trim_end()].join("\n\n");
    Case {
        name,
        took,
        outcome,
        text: text.trim_end().to_owned(),
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::H1 => "h1",
        Verdict::H0 => "h0",
        Verdict::Finished => "finished",
        Verdict::Undecided => "undecided",
        Verdict::Copies => "copies",
        Verdict::Parked => "parked",
        Verdict::Interrupted => "interrupted",
        Verdict::Unfinished => "unfinished",
    }
}

/// The faults of a bot by their words, in so many games. As many as are told without a warning pass.
pub fn of_bot(
    bot: &str,
    faults: Vec<(String, u64)>,
    games: u64,
    parked: bool,
    told: &[Found],
) -> Case {
    let total: u64 = faults.iter().map(|(_, games)| games).sum();
    let most = faults.iter().max_by_key(|(_, games)| *games);
    let kind = most.map_or("parked", |(word, _)| word).to_owned();
    let words = words(faults);
    let mut lines = Vec::new();
    if total > 0 {
        lines.push(format!("{total} of {games} games: {words}"));
    }
    for own in told.iter().filter(|own| own.bot == bot) {
        let fault = &own.fault;
        lines.push(format!("\n{}: {}\n{}", fault.title, fault.what, fault.why));
    }
    let outcome = if parked || is_much(total, games) {
        let ended = if parked { "; that ended it" } else { "" };
        Outcome::Failed {
            kind,
            message: format!(
                "{bot} lost {total} of {games} games by its own fault ({words}){ended}"
            ),
        }
    } else {
        Outcome::Passed
    };
    Case {
        name: format!("{bot} loses at most 1 % of its games by faults"),
        took: Duration::ZERO,
        outcome,
        text: lines.join("\n"),
    }
}
