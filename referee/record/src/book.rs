//! Says from which book the starts of games are, and how they were drawn.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a book of starts is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookUse {
    /// The order in which its lines or games are used. Default: `file`.
    #[serde(default)]
    pub order: BookOrder,
    /// Number of the first one that is used, from 1, in that order. Default: 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NonZeroU32>,
    /// Number of plies that are played of each game, in a book of PGN. Default: 16.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
}

/// The order in which the lines or games of a book are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BookOrder {
    /// That of the file.
    #[default]
    File,
    /// One that is drawn from the seed.
    Random,
}

/// The book from which the starts of a run were drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookOrigin {
    /// SHA-256 hash of the file, in hexadecimal digits.
    pub sha256: String,
    /// Number of its lines or games.
    pub entries: u64,
    /// How it was used.
    #[serde(flatten)]
    pub used: BookUse,
}
