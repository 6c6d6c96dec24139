//! Tests standings and crosstables computed by hand, and statistics by published figures, laws and
//! simulation.

mod anytime;
mod bradley_terry;
mod common;
mod direct;
mod elo;
mod field;
mod many_seats;
mod marks;
mod nelo;
mod sequential;
mod sprt;
mod strata;
mod tally;
mod two_seats;
mod units;
mod versions;
