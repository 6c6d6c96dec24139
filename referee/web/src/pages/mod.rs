//! Pages as HTML. All outside text is escaped by maud, after characters that could still mislead a reader
//! were replaced.

pub mod analysis;
mod document;
mod faults;
pub mod frame;
mod games;
mod glossary;
mod links;
pub mod live;
pub mod play;
mod plots;
mod report;
mod rounds;
pub mod served;
pub mod status;

pub use links::Links;
pub use report::report;

/// The address of a run's pages, and their surroundings.
#[derive(Clone, Debug, Default)]
pub struct RunLocation {
    /// The start of their addresses, without a slash at its end; empty for pages that belong to no run.
    pub base: String,
    /// The title of the run.
    pub title: String,
    /// Number of the runs that are served together.
    pub runs: usize,
    /// People can play on the same server.
    pub plays: bool,
    /// A note for readers who could see more or less.
    pub note: &'static str,
}

/// The part of a run to which a page belongs; the head of each page leads to all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tab {
    /// What is played now, and the tables.
    Live,
    /// The list of games, and each game.
    Games,
    /// What follows from the results.
    Analysis,
    /// The page for the wall.
    Tv,
    /// None of them.
    Other,
}

impl RunLocation {
    /// Returns the address of a page.
    pub fn to(&self, page: impl std::fmt::Display) -> String {
        format!("{}/{page}", self.base)
    }

    /// Returns the link targets of its tables.
    fn links(&self) -> Links {
        Links {
            list: Some(self.to("games")),
        }
    }
}
