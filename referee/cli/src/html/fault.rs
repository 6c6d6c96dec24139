//! A fault as a page shows it: what `why` says, with little of what the bot wrote.

use referee_arena::Script;
use referee_web::model::Fault;

use crate::recorded::Recorded;
use crate::why::{Explained, facts, heading};

/// Bytes of a bot's own output and of its stderr that are kept.
const KEPT: usize = 1 << 10;
/// Bytes of what a bot was told that are kept; longer scripts are written by `referee repro`.
const SCRIPT: usize = 16 << 10;

/// The page's form of it.
pub fn fault(game: &Recorded, found: &Explained, with_script: bool) -> Fault {
    let facts = facts(found).into_iter();
    let script = || {
        Script::of(&game.record, found.seat)
            .ok()
            .map(|script| script.text())
    };
    Fault {
        heading: heading(found),
        picture: found.picture.join("\n"),
        facts: facts.map(|(name, what)| (name.to_owned(), what)).collect(),
        bytes: tail(&found.last_bytes).to_owned(),
        stderr: tail(&found.stderr).to_owned(),
        advice: found.advice.clone(),
        commands: std::iter::once(found.why.clone())
            .chain(found.repro.clone())
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
