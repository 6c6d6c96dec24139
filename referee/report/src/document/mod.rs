//! A report in parts, whatever it is about: [`text`] writes it for a terminal, [`markdown`] for GitHub, and the
//! pages make HTML of it.

pub mod markdown;
mod rounds;
mod table;
pub mod text;

use serde::Serialize;

pub use rounds::{RoundSide, RoundView, Rounds, Tie, rounds};
pub use table::{Table, TableCell};

/// Format in which results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputFormat {
    /// For a terminal.
    #[default]
    Text,
    /// One JSON document, of unrounded numbers.
    Json,
    /// Rows of unrounded numbers, with a head.
    Csv,
    /// Tables of a Markdown page.
    Markdown,
}

/// A report.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// Its sections. The first may have no heading.
    pub sections: Vec<Section>,
}

/// Blocks under a heading.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Section {
    /// Its anchor in links: letters and hyphens; empty if nothing links to it.
    pub id: &'static str,
    /// Its heading; may be empty.
    pub title: String,
    /// What it holds.
    pub blocks: Vec<Block>,
}

impl Section {
    /// Creates a section that nothing links to.
    pub fn new(title: impl Into<String>, blocks: Vec<Block>) -> Section {
        Section {
            id: "",
            title: title.into(),
            blocks,
        }
    }
}

/// A part of a report that is shown in one piece.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Block {
    /// A table.
    Table(Table),
    /// Facts, each with its name.
    Facts(Facts),
    /// A bracket, or rounds next to each other.
    Rounds(Rounds),
    /// Sentences on one subject.
    Notes(NoteGroup),
    /// A paragraph.
    Text(String),
    /// Preformatted lines: output, commands.
    Verbatim(String),
}

/// Facts, each with its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(into = "Table")]
pub struct Facts {
    /// What they are about.
    pub title: String,
    /// Names and facts.
    pub facts: Vec<(&'static str, String)>,
}

impl From<Facts> for Table {
    fn from(Facts { title, facts }: Facts) -> Table {
        let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let row =
            |(name, fact): (&str, String)| [name.to_owned(), words(fact)].map(TableCell::from);
        Table {
            head: vec![String::new(), title],
            rows: facts.into_iter().map(|fact| row(fact).to_vec()).collect(),
            left: vec![0, 1],
            ..Table::default()
        }
    }
}

/// Sentences on one subject.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NoteGroup {
    /// Their heading; without one, the sentences are shown alone.
    pub title: Option<&'static str>,
    /// A sentence each.
    pub lines: Vec<String>,
}

impl NoteGroup {
    /// Creates a group.
    pub fn new(title: impl Into<Option<&'static str>>, lines: Vec<String>) -> NoteGroup {
        NoteGroup {
            title: title.into(),
            lines,
        }
    }
}

impl Block {
    /// Tells that there is nothing to show.
    pub fn is_empty(&self) -> bool {
        match self {
            Block::Table(table) => table.rows.is_empty(),
            Block::Facts(facts) => facts.facts.is_empty(),
            Block::Rounds(rounds) => rounds.rounds.is_empty(),
            Block::Notes(notes) => notes.lines.is_empty(),
            Block::Text(text) | Block::Verbatim(text) => text.is_empty(),
        }
    }
}
