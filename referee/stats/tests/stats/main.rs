//! Standings and crosstables, computed by hand; statistics, by published figures and by laws.

mod common;
mod elo;
mod many_seats;
mod sprt;
mod tally;
mod two_seats;
mod units;
