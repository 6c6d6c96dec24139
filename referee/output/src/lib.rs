//! What is printed, and the errors of commands: everybody above may use it.
//!
//! - [`failure`]: an error says whose fault it is, and with that the [exit code](exit_code).
//! - [`sanitize`]: text of strangers, made harmless for the place where it is shown; stored text stays as it is.
//! - [`text_layout`], [`numbers`] and [`headings`]: tables and sentences within 80 columns, numbers as people read them.
//! - [`stdout`]: standard output whose errors say what failed; remarks go to stderr.
//!
//! It must never know what is told: no run, bot or format.

pub mod exit_code;
pub mod failure;
pub mod headings;
pub mod numbers;
pub mod sanitize;
pub mod stdout;
pub mod text_layout;
