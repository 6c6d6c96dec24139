//! The folder of a ladder: its settings, and its authors with their tokens.

mod authors;
mod durable;
mod folder;
mod settings;

pub use authors::{Author, Authors};
pub use folder::{LadderFolder, LadderLock};
pub use settings::LadderSettings;
