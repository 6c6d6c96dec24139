//! Results on disk: one run, one `SQLite` file; JSON lines as an export.
//!
//! A [`Writer`] fills a database, and nobody else can meanwhile; a [`Run`] reads it, also while it is
//! written, and reads exports with the same questions. Nothing is ever deleted: rulings ([`annul`])
//! and editions ([`extend`]) are added, and a chain of hashes binds everything to what was there
//! before. Whoever changes a file can compute the hashes anew, though: a fingerprint that was
//! published in time ([`Run::fingerprint`]) is the proof against that.

mod error;
mod filter;
mod header;
mod jsonl;
mod people;
mod ruling;
mod run;
mod skip;
mod sqlite;

pub use error::{Damage, ReadError, WriteError};
pub use filter::{Filter, ResultWord};
pub use header::{
    Bot, ClockError, Commit, Edition, FORMAT, Header, Jail, LeftOut, Machine, Sitting,
};
pub use jsonl::{Line, LineWriter, Reader, export_jsonl};
pub use people::{People, PeopleError};
pub use ruling::{Ruling, rule};
pub use run::Run;
pub use skip::Skip;
pub use sqlite::{
    Announcement, Fault, Kept, Past, Reserved, Saved, Writer, annul, extend, is_results,
    is_written, salvage, saveable,
};
