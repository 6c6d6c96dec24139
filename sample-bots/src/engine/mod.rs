//! Engines: players that search with a board of their own, made for speed. One folder a game.

pub mod cublino;
