//! Heads of the first columns of standings, shared by the code that prints tables and the code that finds
//! them.

/// The first columns of standings.
pub const STANDINGS: [&str; 2] = ["#", "bot"];
/// The first columns of an exam's marks.
pub const MARKS: [&str; 2] = ["#", "name"];
/// The columns that each table of standings has: points, games, won, drawn and lost.
pub const FIGURES: [&str; 5] = ["points", "games", "W", "D", "L"];
