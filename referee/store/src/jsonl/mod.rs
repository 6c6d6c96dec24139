//! JSON lines: an export that any language can read, and that can be checked without the database.
//!
//! Every line is an entry of the run's [hash chain](crate::chain), in its order, then those of games that wait for
//! earlier ones. It holds its text under the name of its kind and, as the last key, its `hash` in hexadecimal
//! digits: `{"record":…,"hash":"…"}`. The first line is the header, with what all config revisions share. The last
//! hash is the fingerprint of the run, as that of its database is.

mod entries;
mod line;
mod lines;
mod reader;
mod writer;

pub use lines::ResultLine;
pub(crate) use lines::ResultLines;
pub use reader::ResultsReader;
pub(crate) use writer::LineWriter;
