//! Reports on runs: tables and sentences as text, Markdown, CSV and JSON.
//!
//! - [`document`]: a report in parts, and its text and Markdown; [`columns`]: tables, each of whose columns is
//!   described once for all formats.
//! - [`standings`]: a `RunReport`, from which every table and export is made; [`exam`]: the report on an
//!   exam, with marks and with aliases for others.
//! - [`head_to_head`]: a match of two bots or a gauntlet; [`tune`]: a tuning.
//! - [`game_view`]: lists and single games; [`why`] and [`Diagnosis`]: why a bot failed, and what to do.
//! - [`chatter`]: lines that are no messages.
//! - [`ci`]: files for other programs, all written from one `CheckReport`; [`repro_bundle`]: files that
//!   repeat a game elsewhere.
//!
//! These modules are public, since each makes text, tables or JSON of something else, by functions of the same
//! names: `exam::csv`, `exam::json`.
//!
//! This crate must never start a process, or write into a run.

pub mod chatter;
pub mod ci;
pub mod columns;
mod diagnosis;
pub mod document;
pub mod exam;
pub mod game_view;
pub mod head_to_head;
mod lists;
pub mod repro_bundle;
pub mod standings;
pub mod tune;
pub mod why;
mod worker_notes;
mod worker_results;

pub use diagnosis::{Diagnosis, is_misspelled_move, last_lines, whose_move};
