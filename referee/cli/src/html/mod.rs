//! A run as one page for a browser: everything of it for those who hold it, and for each bot its own part.
//!
//! What a page shows of whom is asked of its [`Audience`] alone.

mod analysis;
mod audience;
mod choice;
mod facts;
mod fault;
mod gather;
mod marks;
mod story;

pub use analysis::analysis;
pub use audience::{Aliases, Audience};
pub use choice::Choice;
pub use gather::pages;
pub use marks::marks;
pub use story::{listed, reel, story};
