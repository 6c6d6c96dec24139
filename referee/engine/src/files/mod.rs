//! The files of strangers: opened without following a link, read up to a bound, and removed with all below them.

pub mod careful_open;
pub mod text_file;
pub mod tree;
