//! Sanitizes outside text (names, `info`, stderr, moves, sentences that quote them) before it is shown.
//!
//! Each output format has one function that makes text harmless there, and a property that the tests check:
//!
//! | output | function | property |
//! |---|---|---|
//! | terminal | [`plain`], [`plain_lines`] | no control characters, none that change the writing direction |
//! | JSON | [`json`], [`json_in`], [`document`] | the same values, without those characters |
//! | Markdown | [`markdown::line`], [`markdown::verbatim`] | text only: no markup, link, mention, HTML |
//! | CSV | [`csv::cell`] | no formula; a number stays one |
//! | XML | [`xml`] | only characters that XML 1.0 allows |
//! | GitHub log | [`github::data`], [`github::property`], [`Hushed`](github::Hushed) | just one command |
//! | `OpenMetrics` | [`label`] | one label value on one line |
//!
//! The rest of a file is the program's own text: heads, verdict words, numbers.

pub mod csv;
pub mod github;
#[cfg(test)]
mod hostile;
mod json;
pub mod markdown;
mod metrics;
mod terminal;
mod xml;

pub use json::{document, json, json_in};
pub use metrics::label;
pub use referee_games::text::is_unfit;
pub use terminal::{plain, plain_lines};
pub use xml::xml;
