//! The database: one run, one `SQLite` file.
//!
//! `schema.sql` says what is in it. One thread writes ([`Writer`]), and a transaction leaves records,
//! outcomes, tallies and chain in agreement, so that whoever reads finds them so at any moment.

mod batch;
mod chain_prefix;
mod chain_tail;
mod check;
mod database;
mod edit;
mod fault;
mod file_kind;
mod games;
mod hash_chain;
mod known_database;
mod lock;
mod open;
mod outcomes;
mod pack;
mod quick_check;
mod reserved;
mod resume_state;
mod salvage;
mod schema;
mod tallies;
mod tally_check;
mod texts;
mod word_table;
mod write_db;
mod writer;

pub(crate) use database::Database;
pub use edit::{Held, annul, extend};
pub use fault::RunDamage;
pub use file_kind::is_results;
pub(crate) use lock::is_ours;
pub use lock::is_written;
pub(crate) use open::VERSION;
pub use reserved::Reserved;
pub use resume_state::ResumeState;
pub use salvage::{SalvageResult, salvage, saveable};
pub use writer::{Announcement, DurableRecord, Writer};

/// What is in the database, but not of the shape that it must have.
fn shape(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Null, why.into())
}
