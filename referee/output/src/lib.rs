//! Output and error types of the commands; every crate above may use them.
//!
//! - [`failure`]: errors that tell bad input from a failure of the machine, which decides the exit
//!   code ([`Exit`]).
//! - [`sanitize`]: makes outside text harmless for the place where it is shown; stored text stays unchanged.
//! - [`text_layout`], [`numbers`] and [`headings`]: tables and sentences within 80 columns, numbers in readable form.
//! - [`stdout`]: standard output whose errors say what failed. [`remarks`]: what is said beside the results, to
//!   whoever listens. [`terminal`]: what the terminal can show.
//!
//! The modules are public: each is a namespace of functions for one purpose, such as `failure::machine` and
//! `sanitize::csv`.
//!
//! This crate must never know what is reported: no run, bot or format, but for the words in [`headings`].

mod exit_code;
pub mod failure;
pub mod headings;
pub mod numbers;
pub mod remarks;
pub mod sanitize;
pub mod stdout;
pub mod terminal;
pub mod text_layout;

pub use exit_code::Exit;
