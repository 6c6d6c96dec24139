//! The first faults of a run, each with its explanation.

use anyhow::Result;
use referee_games::{GameSource, Rules};
use referee_store::{Filter, Run};
use referee_tournament::results::{quoted, unreadable};

use crate::ci::CiFault;
use crate::game_view::RecordedGame;
use crate::why::Why;

/// Most faults that are explained in full.
const TOLD: usize = 20;
/// Lines shown of a bot's stderr, counted from its end.
const LINES: usize = 8;

/// A fault of a bot.
pub(super) struct BotFault {
    /// The name of the bot.
    pub bot: String,
    /// The fault and its explanation.
    pub fault: CiFault,
}

/// Returns the first of `total` faults, among the games up to the number `last`. Returns an error if the run
/// can't be read.
pub(super) fn first(run: &Run, games: &GameSource, total: u64, last: u64) -> Result<Vec<BotFault>> {
    let mut seen = Vec::new();
    if total == 0 {
        return Ok(Vec::new());
    }
    for outcome in run.outcomes(&Filter::default()).map_err(unreadable)? {
        let outcome = outcome.map_err(unreadable)?;
        if outcome.number > last {
            continue;
        }
        for seated in &outcome.seats {
            if let Some(fault_kind) = outcome.fault(&seated.bot) {
                seen.push((
                    outcome.number,
                    outcome.attempt,
                    seated.seat,
                    seated.bot.clone(),
                    fault_kind.text(),
                ));
            }
        }
    }
    seen.sort();
    seen.truncate(TOLD);
    let tell = |(number, attempt, seat, bot, fault_kind)| {
        let game = RecordedGame::find(run, number, Some(attempt))?;
        let (what, why) = explained(&*game.rules(games)?, &game, seat, run)?;
        let title = format!("game {number}, {seat} {bot} ({fault_kind})");
        let fault = CiFault {
            title,
            what,
            why,
            file: None,
        };
        Ok(BotFault { bot, fault })
    };
    seen.into_iter().map(tell).collect()
}

/// Returns the event in a sentence, and its explanation in several lines.
fn explained(
    rules: &dyn Rules,
    game: &RecordedGame,
    seat: char,
    run: &Run,
) -> Result<(String, String)> {
    let why = Why::of(rules, game, Some(seat), &quoted(run.path()))?;
    let Some(explanation) = why.faults.into_iter().next() else {
        return Ok((String::new(), game.why(seat)));
    };
    let mut lines = vec![format!("the rule: {}", explanation.rule)];
    if !explanation.last_bytes.is_empty() {
        lines.push(format!("last bytes: {}", explanation.last_bytes));
    }
    let stderr: Vec<&str> = explanation.stderr.lines().collect();
    let stderr = stderr.iter().rev().take(LINES).rev();
    lines.extend(stderr.map(|line| format!("stderr: {line}")));
    lines.extend(explanation.exit.map(|exit| format!("its process: {exit}")));
    lines.extend(explanation.advice.iter().map(|text| format!("try: {text}")));
    lines.push(explanation.why);
    Ok((explanation.sentence, lines.join("\n")))
}
