//! Results on disk: JSON lines, each chained to the one before by a hash.
//!
//! The first line is the [`Header`], every other one a record. A line holds what it says under
//! `header` or `record` and, as the last key, a `hash`: SHA-256, in hexadecimal digits, over the
//! hash of the line before (nothing for the first line) and the exact bytes of what it says. So a
//! line can't be changed, taken out or put in without all that follow it. Whoever changes the file
//! can compute the hashes anew, though: the audit of the games is what catches that.

mod chain;
mod filter;
mod header;
mod reader;
mod ruling;
mod run;
mod writer;

pub use filter::{Filter, ResultWord};
pub use header::{Bot, FORMAT, Header, Machine, Refused};
pub use reader::{Damage, ReadError, Reader, Tail};
pub use ruling::{Ruling, rule};
pub use run::Run;
pub use writer::{WriteError, Writer};
