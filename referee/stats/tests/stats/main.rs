//! Standings and crosstables, computed by hand; fields against published figures and simulation.

mod common;
mod field;
mod many_seats;
mod tally;
mod two_seats;
