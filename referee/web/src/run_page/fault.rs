//! A fault as a page shows it: what `why` says, with little of what the bot wrote.

use referee_engine::SeatTranscript;
use referee_report::game_view::RecordedGame;
use referee_report::why::{Explained, facts, heading};

use crate::model::FaultView;

/// Bytes of a bot's own output and of its stderr that are kept.
const KEPT: usize = 1 << 10;
/// Bytes of what a bot was told that are kept; longer scripts are written by `referee repro`.
const SCRIPT: usize = 16 << 10;

/// The page's form of it.
pub fn fault(game: &RecordedGame, explained: &Explained, with_script: bool) -> FaultView {
    let facts = facts(explained).into_iter();
    let script = || {
        SeatTranscript::of(&game.record, explained.seat)
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

/// The end of a text.
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
