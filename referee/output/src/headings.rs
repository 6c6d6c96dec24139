//! Heads of the first columns of standings, shared by the code that prints tables and the code that finds them:
//! `build/src/belongs.rs` knows a printed table by them.

/// The first columns of standings.
pub const STANDINGS: [&str; 2] = ["#", "bot"];
/// The first columns of an exam's marks.
pub const MARKS: [&str; 2] = ["#", "name"];
/// The columns that each table of standings has: points, games, won, drawn and lost. No other column stands between
/// points and losses, and no head behind them has the word `points`.
pub const FIGURES: [&str; 5] = ["points", "games", "W", "D", "L"];
