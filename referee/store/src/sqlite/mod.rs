//! The database of a run, in one `SQLite` file.
//!
//! `schema.sql` describes its tables. One thread writes ([`Writer`]), and each transaction leaves records,
//! outcomes, tallies and hash chain consistent, so that readers find them so at any moment.

mod batch;
mod chain_prefix;
mod chain_tail;
mod check;
mod cut;
mod database;
mod edit;
mod entries;
mod fault;
mod file_kind;
mod file_lock;
mod games;
mod hash_chain;
mod known_database;
mod lock;
mod moved;
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
pub(crate) use file_kind::{FileKind, sniff};
pub use lock::is_written;
pub use reserved::Reserved;
pub use resume_state::ResumeState;
pub use salvage::{SalvageResult, salvage, saveable};
pub use writer::{Announcement, DurableRecord, Writer};

/// Makes an error for content of the database that does not have the required form.
fn shape(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Null, why.into())
}
