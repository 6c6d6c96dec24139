//! Tests of the folder of a ladder: what comes in, what is refused, and what a killed process leaves.

mod common;
mod crashes;
mod limits;
mod operator;
mod order;
mod uploads;
