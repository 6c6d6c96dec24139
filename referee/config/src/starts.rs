//! Says where the games of a tournament start from.

use std::path::Path;

use referee_games::Rules;
use referee_record::BookUse;
use referee_schedule::Format;

use crate::Tournament;
use crate::book::Book;
use crate::place::Refusal;

/// Number of starts that a run without a known number of games gets: as many pairs as a test of 5 normalized Elo needs
/// four times.
const MOST: u64 = 50_000;

/// Where the games of a tournament start from.
#[derive(Clone, Debug)]
pub enum StartSource {
    /// The game's default start.
    Default,
    /// Each is drawn at random.
    Deal,
    /// The lines of a book, see [`Tournament::lines`].
    Book(Book),
}

impl StartSource {
    /// Resolves `start`: a word, or a file relative to `folder`.
    pub(crate) fn find(
        start: &str,
        used: Option<BookUse>,
        rules: &dyn Rules,
        folder: &Path,
    ) -> Result<StartSource, Refusal> {
        let word = match start {
            "default" => StartSource::Default,
            "deal" => StartSource::Deal,
            _ => {
                let book = Book::open(&folder.join(start), used.unwrap_or_default(), rules);
                let book = book.map_err(|why| Refusal::value("start", why))?;
                let checked = book.check_use();
                checked.map_err(|why| Refusal::value("book", why))?;
                return Ok(StartSource::Book(book));
            }
        };
        match used {
            Some(_) => {
                let why = format!("book: start = {start:?} is no book; expected a file");
                Err(Refusal::key("book", why))
            }
            None => Ok(word),
        }
    }
}

impl Tournament {
    /// Returns the number of different starts that the games need: one for each pair of a match of two bots or a test, if
    /// the number of games is known, and otherwise more than most runs play.
    pub fn wanted_starts(&self) -> u64 {
        match &self.format {
            Format::Match { games, .. } | Format::Sprt { games, .. } => {
                games.map_or(MOST, |games| games.div_ceil(2))
            }
            _ => MOST,
        }
    }

    /// Draws the lines of the book by the seed, if there is one: `most`, if it has more. Returns an error in words if one
    /// of them can't be a start.
    pub fn draw_lines(&mut self, most: u64) -> Result<(), String> {
        let StartSource::Book(book) = &self.starts else {
            return Ok(());
        };
        let drawn = (if book.is_random() { self.seed } else { 0 }, most);
        if self.drawn == Some(drawn) {
            return Ok(());
        }
        let kind = self.games.find(&self.game);
        let kind = kind.ok_or_else(|| format!("there is no game {}", self.game))?;
        let rules = kind.rules(&self.options).map_err(|e| e.to_string())?;
        self.lines = book.draw(
            &*rules,
            self.seed,
            (most, self.format.needs_distinct_starts()),
        )?;
        self.drawn = Some(drawn);
        Ok(())
    }
}
