//! Options for the book from which the games of a match start.

use std::num::NonZeroU32;
use std::path::PathBuf;

use referee_config::match_files::quoted;
use referee_engine::careful_open;
use referee_output::failure::bad_input;

use crate::args::number::positive;

/// The book, and how it is used.
#[derive(clap::Args)]
pub struct OpeningBookArgs {
    /// A file of starts, one for each pair of games: a state line on each line, for chess FEN or EPD, or a .pgn
    /// file of games.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// The order in which its starts are used: that of the file, or one drawn from the seed.
    #[arg(long, value_name = "ORDER", requires = "book")]
    book_order: Option<OrderArg>,
    /// Number of the first start that is used, from 1.
    #[arg(long, value_name = "NUMBER", requires = "book", value_parser = positive)]
    book_from: Option<NonZeroU32>,
    /// Number of plies that are played of each game of a .pgn file [default: 16].
    #[arg(long, value_name = "PLIES", requires = "book")]
    book_plies: Option<u32>,
}

/// The order in which the starts of a book are used.
#[derive(Clone, Copy, clap::ValueEnum)]
enum OrderArg {
    File,
    Random,
}

impl OpeningBookArgs {
    /// Returns the keys of a tournament file; `None` if there is no book.
    pub fn keys(&self) -> anyhow::Result<Option<String>> {
        let Some(book) = &self.book else {
            return Ok(None);
        };
        let name = book
            .to_str()
            .ok_or_else(|| bad_input(format!("--book {}: the name isn't UTF-8", book.display())))?;
        let opened = book
            .canonicalize()
            .and_then(|path| careful_open::open(&path));
        opened.map_err(|e| bad_input(format!("--book {name}: {e}; expected a file of starts")))?;
        let order = self.book_order.map(|order| match order {
            OrderArg::File => "order = \"file\"".to_owned(),
            OrderArg::Random => "order = \"random\"".to_owned(),
        });
        let from = self.book_from.map(|from| format!("from = {from}"));
        let plies = self.book_plies.map(|plies| format!("plies = {plies}"));
        let used: Vec<String> = [order, from, plies].into_iter().flatten().collect();
        let mut text = format!("start = {}\n", quoted(name));
        if !used.is_empty() {
            text += &format!("book = {{ {} }}\n", used.join(", "));
        }
        Ok(Some(text))
    }
}
