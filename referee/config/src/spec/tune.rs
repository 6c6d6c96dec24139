//! Parses the table of a tuning in a tournament file.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::Deserialize;

/// Settings of a tuning: SPSA over parameters of the only bot. Its `bot`, `run`, `args` or `env`
/// must contain `{NAME}` for each parameter.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TuneSpec {
    /// The parameters to tune.
    #[schemars(length(min = 1))]
    pub parameters: Vec<ParameterSpec>,
    /// Linear inequalities between parameters, such as `low <= high` or `2*a + b <= 10`.
    #[serde(default)]
    pub constraints: Vec<String>,
    /// Number of iterations. Default: 400.
    pub iterations: Option<NonZeroU32>,
    /// Number of mirrored pairs of games in an iteration. Default: 8.
    pub pairs: Option<NonZeroU32>,
    /// The learning rate: the fraction of the way to the better side that the last iteration moves
    /// if that side wins all games. Default: 100 divided by the iterations.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub rate: Option<f64>,
    /// Number of iterations by which the decay of the rate is delayed. Default: a tenth of the
    /// iterations.
    #[serde(rename = "A")]
    #[schemars(range(min = 0))]
    pub stability: Option<f64>,
    /// The exponent of the decay of the rate. Default: 0.602.
    #[schemars(range(max = 1), extend("exclusiveMinimum" = 0))]
    pub alpha: Option<f64>,
    /// The exponent of the decay of the steps. Default: 0.101.
    #[schemars(range(min = 0, max = 0.5))]
    pub gamma: Option<f64>,
}

/// A parameter of a bot.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Parameter")]
pub struct ParameterSpec {
    /// The parameter's name: letters, digits and _.
    pub name: String,
    /// The value at the start.
    pub start: f64,
    /// The minimum value.
    pub min: f64,
    /// The maximum value.
    pub max: f64,
    /// Distance of the two tested values from the current value in the last iteration. Default: a
    /// twentieth of the range.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub step: Option<f64>,
    /// True if the bot accepts only whole numbers. Default: false.
    #[serde(default)]
    pub integer: bool,
}
