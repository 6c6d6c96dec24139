//! Tunings: what one came to, how it is told while it goes on, and the test that it ends with.
//!
//! Everything that is printed of a tuning is made of one [`TuningReport`].

mod live;
mod model;
mod result_files;
mod sparkline;
mod text;

pub use live::{line, lines};
pub use model::TuningReport;
pub use text::block;
