//! Files of results: written, read back, torn, damaged.

mod common;
mod reading;
mod writing;
