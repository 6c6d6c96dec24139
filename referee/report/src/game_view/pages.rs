//! A game page by page: each position with the text on how it was reached.

use anyhow::Result;
use referee_engine::replay;
use referee_games::{Position, Rules, terminal};
use referee_output::failure::bad_input;
use referee_output::sanitize::plain;
use referee_output::text_layout::paragraph;
use referee_record::Step;

use super::RecordedGame;
use super::farewell::farewell;
use super::list::title;

/// A position of the game with the text on how it was reached.
pub struct Page {
    text: String,
    picture: Vec<String>,
}

impl Page {
    /// Returns text and picture, for a terminal.
    pub fn whole(&self) -> String {
        format!("{}\n{}\n", self.text, self.picture.join("\n"))
    }

    fn new(text: String, position: &dyn Position) -> Page {
        Page {
            text,
            picture: terminal::draw(&position.scene()),
        }
    }
}

/// Returns all pages of a game, beginning with the start. Returns an error if the record can't be replayed.
pub fn pages(rules: &dyn Rules, game: &RecordedGame) -> Result<Vec<Page>> {
    let RecordedGame {
        record, outcome, ..
    } = game;
    let played = &record.played;
    let mut before = rules.read(&played.start).map_err(bad_input)?;
    let mut pages = vec![Page::new(title(outcome) + "\n", &*before)];
    let mut plies = record.measured.plies.iter();
    for step in replay(rules, played).map_err(bad_input)? {
        let (step, after) = step.map_err(bad_input)?;
        let mut text = String::new();
        match step {
            Step::Chance { seat, chance } => text += &format!("{seat} rolls {chance}\n"),
            Step::Out { out, reason } => text += &format!("{out} forfeits: {reason}\n"),
            Step::Adjudicated { adjudicated } => {
                text += &format!("the referee ends the game: {adjudicated}\n");
            }
            Step::Move { word, said, .. } => {
                let spoken = before.narrate(said.as_deref().unwrap_or(word));
                text += &format!("{}\n", spoken.join("\n"));
                if let Some(ply) = plies.next() {
                    let ms = std::time::Duration::from_nanos(ply.ns).as_secs_f64() * 1000.0;
                    text += &format!("  {word} in {ms:.1} ms\n");
                    text.extend(
                        ply.info
                            .iter()
                            .map(|info| format!("  info: {}\n", plain(info))),
                    );
                }
            }
        }
        pages.push(Page::new(text, &*after));
        before = after;
    }
    if let Some(last) = pages.last_mut() {
        for evidence in &record.measured.evidence {
            let sentence = plain(&evidence.sentence);
            let (seat, reason, why) = (evidence.seat, &evidence.reason, game.why(evidence.seat));
            let line = format!("{seat} ({reason}): {sentence}");
            last.text += &format!("{}\n  {why}\n", paragraph(&line, 2));
        }
        let line = farewell(&*before, &outcome.verdict);
        last.picture.extend(line);
    }
    Ok(pages)
}
