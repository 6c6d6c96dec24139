//! Text that strangers wrote (names, `info`, stderr, moves, sentences that quote them), on its way out.
//!
//! Each place where it can end has one function that makes it harmless there, and a law that the tests
//! hold it to:
//!
//! | sink | function | law |
//! |---|---|---|
//! | terminal | [`plain`], [`plain_lines`] | no control characters, nothing that turns the direction |
//! | JSON | [`json`], [`document`] | the same values, without those characters |
//! | Markdown | [`markdown::line`], [`markdown::verbatim`] | nothing but text: no mark, link, mention, HTML |
//! | CSV | [`csv::cell`] | no formula; a number stays one |
//! | XML | [`xml`] | characters that XML 1.0 has |
//! | GitHub's runner | [`github::data`], [`github::property`], [`Hushed`](github::Hushed) | one command, no other |
//! | `OpenMetrics` | [`label`] | one label value on one line |
//!
//! Whatever else stands in a file is ours: heads, words of verdicts, numbers.

pub mod csv;
pub mod github;
#[cfg(test)]
mod hostile;
mod json;
pub mod markdown;
mod metrics;
mod terminal;
mod xml;

pub use json::{document, json};
pub use metrics::label;
pub use referee_games::text::is_unfit;
pub use terminal::{plain, plain_lines};
pub use xml::xml;
