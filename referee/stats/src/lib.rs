//! Standings, crosstables and the advantage of a seat: pure functions of records. The strength of
//! two bots and the test between two strengths: pure functions of [`Counts`].
//!
//! A [`Tally`] takes in records one by one and keeps counts alone, so a running tournament needs no
//! list of games; [`standings()`] and [`crosstable()`] do it for a list in one go. Void games are
//! left out of everything and counted apart.

mod counts;
mod crosstable;
mod elo;
mod points;
mod seats;
mod sprt;
mod standings;
mod tally;
mod tilt;

pub use counts::{Counts, NoResults};
pub use crosstable::{Cell, Crosstable};
pub use elo::{Bound, Strength};
pub use seats::SeatRow;
pub use sprt::{Bounds, MAX_ELO, Model, SprtError, bounds, llr};
pub use standings::Row;
pub use tally::Tally;

use referee_record::Record;

/// The standings after these records, the best bot first.
pub fn standings<'a>(names: &[String], records: impl IntoIterator<Item = &'a Record>) -> Vec<Row> {
    tally(names, records).standings()
}

/// How everybody did against everybody in these records.
pub fn crosstable<'a>(
    names: &[String],
    records: impl IntoIterator<Item = &'a Record>,
) -> Crosstable {
    tally(names, records).crosstable()
}

fn tally<'a>(names: &[String], records: impl IntoIterator<Item = &'a Record>) -> Tally {
    let mut tally = Tally::new(names);
    for record in records {
        tally.add(record);
    }
    tally
}
