//! How the tables of standings begin: what prints them uses these words, and what looks for printed tables.

/// The first columns of standings.
pub const STANDINGS: [&str; 2] = ["#", "bot"];
/// The first columns of an exam's marks.
pub const MARKS: [&str; 2] = ["#", "name"];
/// The columns that each table of standings has: points, games, won, drawn and lost.
pub const FIGURES: [&str; 5] = ["points", "games", "W", "D", "L"];
