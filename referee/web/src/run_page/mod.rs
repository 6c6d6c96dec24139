//! A run as one page for a browser: the whole run for its holders, and for each bot its own part.
//!
//! Only its [`Viewer`] decides what a page shows of each bot.

mod analysis;
mod build_pages;
mod choice;
mod fault;
mod format;
mod game_summary;
mod marks;
pub mod report;
mod rows;
mod viewer;

pub use analysis::analysis;
pub use build_pages::pages;
pub use choice::GameSelection;
pub use format::found;
pub use game_summary::{frames, listed, story};
pub use marks::marks;
pub use viewer::{Aliases, Viewer};
