//! The database: one run, one `SQLite` file.
//!
//! `schema.sql` says what is in it. One thread writes ([`Writer`]), and a transaction leaves records,
//! outcomes, tallies and chain in agreement, so that whoever reads finds them so at any moment.

mod batch;
mod behind;
mod belongs;
mod book;
mod check;
mod compare;
mod database;
mod edit;
mod fault;
mod games;
mod glance;
mod link;
mod lock;
mod open;
mod outcomes;
mod pack;
mod past;
mod prefix;
mod reserved;
mod salvage;
mod schema;
mod seen;
mod tallies;
mod texts;
mod words;
mod writer;

pub use belongs::is_results;
pub(crate) use database::Database;
pub use edit::{annul, extend};
pub use fault::Fault;
pub(crate) use lock::is_ours;
pub use lock::is_written;
pub(crate) use open::VERSION;
pub use past::Past;
pub use reserved::Reserved;
pub use salvage::{Saved, salvage, saveable};
pub use writer::{Announcement, Kept, Writer};

/// What is in the database, but not of the shape that it must have.
fn shape(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Null, why.into())
}
