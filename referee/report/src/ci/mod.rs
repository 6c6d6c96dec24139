//! Outputs for other programs and for pull requests, all written from one model.
//!
//! A command fills a [`CheckReport`] with the name of what was judged, the verdict, sentences, tables, the
//! course of the test as text, the first faults with their `why`, and suites of cases. Then a few lines
//! write it:
//!
//! ```text
//! let hushed = outputs.hush(json)?;        // before any output of bots is printed
//! ...                                      // plays, prints
//! drop(hushed);                            // the runner takes commands again
//! outputs.write(&verdict, json)?;          // files, annotations, the job's summary
//! ```
//!
//! A `CheckReport` holds texts unescaped: each writer passes them through the sanitizer of its format.

mod annotations;
mod junit;
mod markdown;
mod model;
mod outputs;

#[cfg(test)]
mod tests;

pub use model::{CaseOutcome, CheckReport, CiCase, CiFault, CiSuite};
pub use outputs::{Outputs, write_file};
