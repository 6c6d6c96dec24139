//! Books: files of start positions, of which no more is read and kept than is drawn.

mod index;
mod shuffled;

use std::collections::HashSet;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_engine::careful_open;
use referee_games::chess::Chess;
use referee_games::{Game, Rules};
use referee_record::{BookOrder, BookOrigin, BookUse, derive};

use crate::state_lines::{checked, letters};
use index::{BookFormat, BookIndex, LONGEST};
use shuffled::Shuffled;

/// Plies of a game of PGN that are played, if nothing is said.
const PLIES: u32 = 16;

/// A book whose entries are known by their places.
#[derive(Clone, Debug)]
pub struct Book {
    path: PathBuf,
    file: Arc<File>,
    index: Arc<BookIndex>,
    format: BookFormat,
    used: BookUse,
}

impl Book {
    /// Opens a book and finds its entries; a name that ends in `.pgn` is one of games. Returns an error in words if it
    /// can't be read, isn't for this game, or has no entry.
    pub fn open(path: &Path, used: BookUse, rules: &dyn Rules) -> Result<Book, String> {
        let shown = path.display();
        let failed = |error: std::io::Error| {
            format!("start: {shown}: {error}; expected default, deal or a file of state lines")
        };
        let is_pgn = path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        let format = if is_pgn {
            BookFormat::Pgn
        } else {
            BookFormat::Lines
        };
        if is_pgn && rules.name() != Chess::NAME {
            let name = rules.name();
            return Err(format!(
                "{shown}: PGN is of chess; expected a file of state lines of {name}"
            ));
        }
        let path_of_file = path.canonicalize().map_err(failed)?;
        let file = careful_open::open(&path_of_file).map_err(failed)?;
        let index = BookIndex::read(&file, format).map_err(failed)?;
        if index.len() == 0 {
            let what = format.entry();
            return Err(format!("{shown}: found no {what}, expected at least one"));
        }
        Ok(Book {
            path: path.to_owned(),
            file: Arc::new(file),
            index: Arc::new(index),
            format,
            used,
        })
    }

    /// Returns an error in words if the book can't be used as it is wished.
    pub fn check_use(&self) -> Result<(), String> {
        let shown = self.path.display();
        if self.used.plies.is_some() && self.format != BookFormat::Pgn {
            return Err(format!("book: plies: {shown} isn't PGN; leave it out"));
        }
        if self.count() == 0 {
            let (from, found, what) = (self.first() + 1, self.index.len(), self.format.entry());
            return Err(format!(
                "book: from = {from}: expected at most {found}, the number of {what}s of {shown}"
            ));
        }
        Ok(())
    }

    /// Returns the number of lines or games from the first one that is used.
    pub fn count(&self) -> u64 {
        self.index.len().saturating_sub(self.first()) as u64
    }

    /// Returns what the starts of a run are drawn from.
    pub fn origin(&self) -> BookOrigin {
        BookOrigin {
            sha256: self.index.sha256.clone(),
            entries: self.index.len() as u64,
            used: self.used,
        }
    }

    /// Tells if the lines that are drawn depend on the seed.
    pub fn is_random(&self) -> bool {
        self.used.order == BookOrder::Random
    }

    /// Returns the first `most` state lines in the order of the book, or all if it has fewer; `distinct` leaves out
    /// repeated ones. Whoever draws more gets the same ones first. Returns an error in words, with file and line, if one
    /// of them can't be a start.
    pub fn draw(
        &self,
        rules: &dyn Rules,
        seed: u64,
        (most, distinct): (u64, bool),
    ) -> Result<Vec<String>, String> {
        let length = self.index.len();
        let order: Box<dyn Iterator<Item = usize>> = match self.used.order {
            BookOrder::File => Box::new(0..length),
            BookOrder::Random => Box::new(Shuffled::new(
                length,
                derive(seed, "book", &[]).stream("order"),
            )),
        };
        let seats = letters(&*rules.start());
        let (mut lines, mut seen) = (Vec::new(), HashSet::new());
        for entry in order.skip(self.first()) {
            if lines.len() as u64 == most {
                break;
            }
            let line = self.state(entry, rules, &seats)?;
            if !distinct || seen.insert(line.clone()) {
                lines.push(line);
            }
        }
        Ok(lines)
    }

    fn first(&self) -> usize {
        self.used.from.map_or(0, |from| from.get() as usize - 1)
    }

    /// Returns the state line of an entry, which has to be of these seats.
    fn state(&self, entry: usize, rules: &dyn Rules, seats: &str) -> Result<String, String> {
        let first = self.index.line(entry) as usize;
        let refused = |(line, why): (usize, String)| {
            format!("{}:{}: {why}", self.path.display(), first + line)
        };
        let text = self.text(entry).map_err(|why| refused((0, why)))?;
        let read = match self.format {
            BookFormat::Lines => Ok(text),
            BookFormat::Pgn => {
                let chess = Chess::new(rules.options()).map_err(|why| refused((0, why)))?;
                let plies = self.used.plies.unwrap_or(PLIES) as usize;
                chess
                    .main_line(&text, plies)
                    .map_err(|e| (e.line - 1, e.why))
            }
        };
        let line = read.map_err(refused)?;
        checked(&line, rules, seats).map_err(|why| refused((0, why)))
    }

    /// Reads the text of an entry from the file.
    fn text(&self, entry: usize) -> Result<String, String> {
        let (offset, length) = self.index.place(entry);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if self.format == BookFormat::Pgn && length > LONGEST {
            return Err(format!("the game is longer than {} KiB", LONGEST >> 10));
        }
        let mut bytes = vec![0; length.min(LONGEST)];
        let read = self.file.read_exact_at(&mut bytes, offset);
        read.map_err(|e| e.to_string())?;
        match self.format {
            // Names are often in other encodings, and count for nothing.
            BookFormat::Pgn => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            BookFormat::Lines => {
                let line = bytes
                    .split(|byte| *byte == b'\n')
                    .next()
                    .unwrap_or_default();
                let text = String::from_utf8(line.trim_ascii().to_vec());
                text.map_err(|_| "this isn't UTF-8; save the file as UTF-8".to_owned())
            }
        }
    }
}
