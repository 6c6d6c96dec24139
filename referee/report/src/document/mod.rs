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
    /// A picture of numbers, which pages draw; elsewhere the numbers beside it are enough.
    Picture(Picture),
}

/// Numbers as a picture.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Picture {
    /// The course of a value between two bounds.
    Course {
        /// What it is.
        title: String,
        /// The lower and the upper bound.
        bounds: [f64; 2],
        /// Some of the values, each behind its count of pairs.
        points: Vec<(u64, f64)>,
    },
    /// The parts of a whole in order, each with its name.
    Parts {
        /// What it is.
        title: String,
        /// The parts.
        parts: Vec<(&'static str, u64)>,
    },
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

impl Facts {
    /// Creates facts, each of which becomes one line.
    pub fn new(
        title: impl Into<String>,
        facts: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Facts {
        let line = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        Facts {
            title: title.into(),
            facts: facts
                .into_iter()
                .map(|(name, fact)| (name, line(fact)))
                .collect(),
        }
    }
}

impl From<Facts> for Table {
    fn from(Facts { title, facts }: Facts) -> Table {
        let row = |(name, fact): (&str, String)| [name.to_owned(), fact].map(TableCell::from);
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
            Block::Picture(Picture::Course { points, .. }) => points.len() < 2,
            Block::Picture(Picture::Parts { parts, .. }) => parts.iter().all(|part| part.1 == 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use referee_output::sanitize::is_unfit;

    use super::*;

    const BAD: &str = "<b>*x*</b>\u{1b}[31m\n```\n# no head\u{202e}";

    fn everything() -> Document {
        let bad = || BAD.to_owned();
        let table = Table {
            head: vec!["#".to_owned(), bad()],
            rows: vec![vec!["1".to_owned().into(), bad().into()]],
            left: vec![1],
            ..Table::default()
        };
        let side = RoundSide {
            bot: Some(bad()),
            ..RoundSide::default()
        };
        let rounds = Rounds {
            rounds: vec![RoundView {
                title: bad(),
                ties: vec![Tie {
                    sides: [side.clone(), side],
                    note: bad(),
                }],
            }],
            ..Rounds::default()
        };
        let blocks = vec![
            Block::Table(table),
            Block::Facts(Facts::new(bad(), [("fact", bad())])),
            Block::Rounds(rounds),
            Block::Notes(NoteGroup::new("Notes", vec![bad()])),
            Block::Text(bad()),
            Block::Verbatim(bad()),
        ];
        Document {
            title: bad(),
            sections: vec![
                Section::new(bad(), blocks),
                Section::new("Empty", Vec::new()),
            ],
        }
    }

    #[test]
    fn what_strangers_write_means_nothing_in_either() {
        let (text, page) = (
            text::document(&everything()),
            markdown::document(&everything()),
        );
        for shown in [&text, &page] {
            assert!(!shown.contains(|c| is_unfit(c) && c != '\n'), "{shown:?}");
        }
        let (words, verbatim) = page.split_once("\n````text\n").expect("a fence");
        assert!(!words.contains("<b>") && !words.contains("```"), "{page}");
        assert!(verbatim.ends_with("\n````\n"), "{page}");
    }

    #[test]
    fn a_section_without_content_has_no_heading() {
        for shown in [
            text::document(&everything()),
            markdown::document(&everything()),
        ] {
            assert!(!shown.contains("Empty"), "{shown}");
        }
        assert_eq!(text::sections(&[Section::new("Empty", Vec::new())]), "");
    }
}
