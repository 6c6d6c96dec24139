//! Results on disk: one `SQLite` file per run; JSON lines as an export.
//!
//! A [`Writer`] fills a database, and no other process can write to it meanwhile; a [`Run`] reads it, even
//! while it is written, and answers the same queries from exports. Nothing is ever deleted: rulings
//! ([`annul`]) and config revisions ([`extend`]) are added, and a hash chain binds every entry to all before
//! it. An attacker who changes a file can compute all hashes anew: only a fingerprint that was published in
//! time ([`Run::fingerprint`]) proves that.
//!
//! Begin at [`Writer`] and [`Run`]. This crate must not know formats, rules or bots: a record is plain data to it.

mod chain;
mod error;
mod export;
mod filter;
mod format;
mod header;
mod human_games;
mod jsonl;
mod ruling;
mod run;
mod skip;
mod sqlite;

pub use error::{Damage, ReadError, WriteError};
pub use export::export_jsonl;
pub use filter::{Filter, ResultWord};
pub use header::{ConfigRevision, Header, OmittedSubmission, StoredBot, StoredCommit, StoredGame};
pub use human_games::{HumanGameStore, PeopleError};
pub use jsonl::{ResultLine, ResultsReader};
pub use ruling::{LastRulings, Ruling};
pub use run::{Run, RunCheck};
pub use skip::SkippedGame;
pub use sqlite::{
    Announcement, DurableRecord, Held, Reserved, ResumeState, RunDamage, SalvageResult, Writer,
    annul, extend, is_results, is_written, salvage, saveable,
};
