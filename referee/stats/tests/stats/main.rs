//! Standings and crosstables, computed by hand.

mod common;
mod many_seats;
mod marks;
mod tally;
mod two_seats;
mod units;
