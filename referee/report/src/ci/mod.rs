//! Outputs for machines and pull requests, all written from one model.
//!
//! A command fills a [`CheckReport`]: what was judged, how it ended, sentences, tables, the course of the
//! test as text, the first faults with their `why`, suites of cases, counts. Then it is a few lines:
//!
//! ```text
//! let hushed = outputs.hush(json)?;        // before anything that bots wrote is printed
//! ...                                      // plays, prints
//! drop(hushed);                            // the runner takes orders again
//! outputs.write(&verdict, json)?;          // files, annotations, the job's summary
//! ```
//!
//! Texts in a `CheckReport` are as they came: each writer puts them through its sink.

mod annotations;
mod junit;
mod markdown;
mod metrics;
mod model;
mod outputs;

#[cfg(test)]
mod tests;

pub use model::{CaseOutcome, CheckReport, CiCase, CiFault, CiSuite, CiTable, Metric, MetricKind};
pub use outputs::Outputs;
