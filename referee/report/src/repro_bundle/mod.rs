//! A bundle that repeats a recorded game without the referee: the bot's input, its answers and a shell
//! script.

mod folder;
mod pack;

pub use folder::write;
pub use pack::packed;
