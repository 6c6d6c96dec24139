//! JSON lines: an export that any language can read, and that can be checked without the database.
//!
//! The first line is the [`Header`](crate::Header), every other line a record, a ruling or a skip. A line
//! holds its content under the key `header`, `record`, `ruling` or `skip` and, as the last key, a `hash`:
//! SHA-256, in hexadecimal digits, over the hash of the line before (nothing for the first line) and the
//! exact bytes of the content. So no line can be changed, removed or added without changing all lines after
//! it. An attacker who changes the file can still compute all hashes anew: only an audit of the games detects
//! that.

mod line;
mod lines;
mod reader;
mod writer;

pub(crate) use line::LineKind;
pub use lines::ResultLine;
pub(crate) use lines::ResultLines;
pub use reader::ResultsReader;
pub use writer::LineWriter;
