//! Engines: what the stronger levels of the house bots think with, a folder for each game.

pub(crate) mod ludo;
