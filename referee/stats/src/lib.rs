//! Standings, crosstables and the advantage of a seat: pure functions of records.
//!
//! A [`Tally`] takes in records one by one and keeps counts alone, so a running tournament needs no
//! list of games; [`standings()`] and [`crosstable()`] do it for a list in one go. Void games are
//! left out of everything and counted apart. [`field`] rates players.

mod crosstable;
pub mod field;
mod points;
mod seats;
mod standings;
mod tally;

pub use crosstable::{Cell, Crosstable};
pub use seats::SeatRow;
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
