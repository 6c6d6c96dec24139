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
mod human_games;
mod jsonl;
mod ruling;
mod run;
mod skip;
mod sqlite;

pub use error::{Damage, ReadError, WriteError};
pub use filter::{Filter, ResultWord};
pub use header::{
    ClockError, ConfigRevision, FORMAT, Header, JailRecord, Machine, OmittedSubmission, RunSession,
    StoredBot, StoredCommit,
};
pub use human_games::{HumanGameStore, PeopleError};
pub use jsonl::{LineWriter, ResultLine, ResultsReader, export_jsonl};
pub use ruling::{Ruling, rule};
pub use run::Run;
pub use skip::SkippedGame;
pub use sqlite::{
    Announcement, DurableRecord, Held, Reserved, ResumeState, RunDamage, SalvageResult, Writer,
    annul, extend, is_results, is_written, salvage, saveable,
};
