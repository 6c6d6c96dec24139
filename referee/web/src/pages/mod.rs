//! Pages as HTML. Everything that comes from outside goes through maud, which escapes it, and what it could
//! still do to an eye is replaced before.

pub mod analysis;
mod faults;
pub mod frame;
mod games;
mod links;
pub mod live;
pub mod play;
mod plots;
mod report;
mod rounds;
pub mod served;
mod tables;

pub use links::Links;
pub use report::report;

/// Where a run's pages are.
#[derive(Clone, Debug, Default)]
pub struct RunLocation {
    /// The beginning of their addresses, without a slash at its end.
    pub base: String,
    /// How many runs there are beside each other.
    pub runs: usize,
    /// Whether people can play beside them.
    pub plays: bool,
    /// What a reader ought to know who could see more or less.
    pub note: &'static str,
}

impl RunLocation {
    /// The address of one of them.
    pub fn to(&self, page: impl std::fmt::Display) -> String {
        format!("{}/{page}", self.base)
    }

    /// Where its tables lead.
    fn links(&self) -> Links {
        Links {
            list: Some(self.to("games")),
        }
    }
}
