//! Pages: boards, tables and replays in the browser.
//!
//! What is shown comes in as finished data ([`model`]): tables hold the texts that a terminal shows too, so
//! the numbers agree to the digit. [`board`] turns games into pictures and what changes between them;
//! [`pages`] writes HTML; [`assets`] are the style sheet and the one script, which draws boards from
//! [scenes](referee_games::scene) and knows no rules. Nothing here reads a file or a database.

pub mod analysis;
pub mod assets;
pub mod board;
pub mod live;
pub mod model;
pub mod pages;
pub mod play;
pub mod server;
mod text;
