//! A fault on a page: the explanation of `why`, with less of the bot's output.

use referee_engine::SeatTranscript;
use referee_games::Rules;
use referee_report::game_view::RecordedGame;
use referee_report::why::{Explained, facts, heading};

use crate::model::FaultView;

/// Most bytes kept of a bot's output, and of its stderr.
const KEPT: usize = 1 << 10;
/// Most bytes kept of a bot's input; for a longer one there is `referee repro`.
const SCRIPT: usize = 16 << 10;

/// Returns the fault in the form of a page.
pub(super) fn fault(
    rules: &dyn Rules,
    game: &RecordedGame,
    explained: &Explained,
    with_script: bool,
) -> FaultView {
    let facts = facts(explained).into_iter();
    let script = || {
        SeatTranscript::of(rules, &game.record, explained.seat)
            .ok()
            .map(|script| script.text())
    };
    FaultView {
        heading: heading(explained),
        picture: explained.picture.join("\n"),
        facts: facts.map(|(name, what)| (name.to_owned(), what)).collect(),
        bytes: tail(&explained.last_bytes).to_owned(),
        stderr: tail(&explained.stderr).to_owned(),
        advice: explained.advice.clone(),
        commands: std::iter::once(explained.why.clone())
            .chain(explained.repro.clone())
            .collect(),
        script: with_script
            .then(script)
            .flatten()
            .filter(|text| text.len() <= SCRIPT),
    }
}

/// Returns the end of a text.
fn tail(text: &str) -> &str {
    let from = text.len().saturating_sub(KEPT);
    let from = (from..=text.len()).find(|at| text.is_char_boundary(*at));
    &text[from.unwrap_or(text.len())..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_kept_whole() {
        assert_eq!(tail("short"), "short");
        let long = "é".repeat(KEPT);
        assert_eq!(tail(&format!("x{long}")).len(), KEPT);
        assert_eq!(tail(&format!("{long}x")).len(), KEPT - 1);
    }
}
