//! JSON lines: an export that every language reads, and that can be checked by itself.
//!
//! The first line is the [`Header`](crate::Header), every other one a record, a ruling or a skip. A
//! line holds what it says under `header`, `record`, `ruling` or `skip` and, as the last key, a
//! `hash`: SHA-256, in hexadecimal digits, over the hash of the line before (nothing for the first
//! line) and the exact bytes of what it says. So a line can't be changed, taken out or put in without
//! all that follow it. Whoever changes the file can compute the hashes anew, though: the audit of the
//! games is what catches that.

mod line;
mod lines;
mod reader;
mod writer;

pub(crate) use line::MAX_LINE;
pub use lines::ResultLine;
pub(crate) use lines::ResultLines;
pub use reader::ResultsReader;
pub use writer::{LineWriter, export_jsonl};
