//! The rules of a game for people: its chapter of the protocol, and its options.

use referee_games::GameKind;
use referee_output::Exit;

use super::listing::listing;
use crate::commands::docs::page_layout::shown;
use crate::commands::docs::{PROTOCOL, pager};

/// Prints the rules of a game.
pub fn print(kind: &dyn GameKind) -> anyhow::Result<Exit> {
    let options = listing(&[kind])?;
    let chapter = chapter(PROTOCOL, kind.name()).unwrap_or_default();
    let chapter = shown(chapter);
    let text = format!("{chapter}\n\nOptions\n\n{}\n", options.trim_end());
    pager::show(&text)?;
    Ok(Exit::Fine)
}

/// Returns the chapter whose title names a game.
fn chapter<'a>(text: &'a str, game: &str) -> Option<&'a str> {
    let chapters = text.split("\n## ").skip(1);
    let mut named = chapters.filter(|chapter| {
        let title = chapter.lines().next().unwrap_or_default();
        title.split_whitespace().any(|word| word == game)
    });
    named.next().map(str::trim_end)
}

#[cfg(test)]
mod tests {
    use super::{PROTOCOL, chapter};

    #[test]
    fn every_game_has_a_chapter() {
        for game in referee_games::games() {
            let chapter = chapter(PROTOCOL, game.name()).unwrap_or_default();
            assert!(chapter.lines().count() > 20, "{}", game.name());
        }
    }
}
