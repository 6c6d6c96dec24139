//! Parses the table of a tuning in a tournament file.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::Deserialize;

/// What only a tuning has: SPSA over parameters of the one bot, whose `bot`, `run`, `args` or `env`
/// hold `{NAME}` for each of them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TuneSpec {
    /// What is tuned.
    #[schemars(length(min = 1))]
    pub parameters: Vec<ParameterSpec>,
    /// Linear inequalities between parameters, such as `low <= high` or `2*a + b <= 10`.
    #[serde(default)]
    pub constraints: Vec<String>,
    /// How many iterations there are; 400 if not given.
    pub iterations: Option<NonZeroU32>,
    /// Mirrored pairs of games in an iteration; 8 if not given.
    pub pairs: Option<NonZeroU32>,
    /// Which part of the way to the better side is gone at the end, had that side won all games; 100
    /// by the iterations if not given.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub rate: Option<f64>,
    /// By how many iterations the fall of the rate is late; a tenth of them if not given.
    #[serde(rename = "A")]
    #[schemars(range(min = 0))]
    pub stability: Option<f64>,
    /// The exponent of the rate's fall; 0.602 if not given.
    #[schemars(range(max = 1), extend("exclusiveMinimum" = 0))]
    pub alpha: Option<f64>,
    /// The exponent of the steps' fall; 0.101 if not given.
    #[schemars(range(min = 0, max = 0.5))]
    pub gamma: Option<f64>,
}

/// A parameter of a bot.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Parameter")]
pub struct ParameterSpec {
    /// Its name: letters, digits and _.
    pub name: String,
    /// Where it starts.
    pub start: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// How far the two sides are from the middle at the end; a twentieth of the range if not given.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub step: Option<f64>,
    /// Whether the bot takes only whole numbers.
    #[serde(default)]
    pub integer: bool,
}
