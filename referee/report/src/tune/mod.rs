//! Reports on tunings: progress, the result, and the test that follows.
//!
//! All output about a tuning is made from one [`TuningReport`].

mod live;
mod model;
mod result_files;
mod sparkline;
mod text;

pub use live::{line, lines};
pub use model::TuningReport;
pub use text::{block, section};
