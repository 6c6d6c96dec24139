//! Tests of files of results: written, read back, torn, damaged, forged.

mod chain;
mod columns;
mod common;
mod editing;
mod export;
mod killing;
mod limits;
mod moved;
mod people;
mod queries;
mod quick_check;
mod reading;
mod refusing;
mod saving;
mod strangers;
mod writing;
