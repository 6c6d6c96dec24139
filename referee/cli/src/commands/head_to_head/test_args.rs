//! The hypotheses of a sequential test between two bots, for `referee sprt` and `referee match --sprt`.

use std::num::NonZeroU32;

use referee_output::Exit;

use super::args::OrderArgs;
use super::match_order::MatchContent;
use super::play::{MatchRequest, play};
use super::{key, number};
use crate::commands::sequential::ModelArg;

/// Probability of either error, if nothing is said.
const ERROR: f64 = 0.05;

/// What is tested.
#[derive(clap::Args)]
#[command(next_help_heading = "Sequential test")]
pub struct HypothesisArgs {
    /// Test whether the new bot is no worse: hypotheses -5 and 0 instead of 0 and 5.
    #[arg(long)]
    no_worse: bool,
    /// The first hypothesis, in the unit of --model [default: 0].
    #[arg(long, value_name = "ELO", value_parser = number, allow_hyphen_values = true)]
    elo0: Option<f64>,
    /// The second hypothesis, in the unit of --model, above the first [default: 5].
    #[arg(long, value_name = "ELO", value_parser = number, allow_hyphen_values = true)]
    elo1: Option<f64>,
    /// The probability of accepting elo1 if elo0 is true [default: 0.05].
    #[arg(long, value_name = "SHARE", value_parser = number, allow_hyphen_values = true)]
    alpha: Option<f64>,
    /// The probability of accepting elo0 if elo1 is true [default: 0.05].
    #[arg(long, value_name = "SHARE", value_parser = number, allow_hyphen_values = true)]
    beta: Option<f64>,
    /// The unit of elo0 and elo1 [default: normalized].
    #[arg(long, value_name = "UNIT")]
    model: Option<ModelArg>,
}

impl HypothesisArgs {
    /// Returns the first of these options that is given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--no-worse", self.no_worse),
            ("--elo0", self.elo0.is_some()),
            ("--elo1", self.elo1.is_some()),
            ("--alpha", self.alpha.is_some()),
            ("--beta", self.beta.is_some()),
            ("--model", self.model.is_some()),
        ];
        let first = given.iter().find(|(_, given)| *given);
        first.map(|(option, _)| *option)
    }

    /// Plays the test of a new bot against another, of at most so many games.
    pub fn play(
        &self,
        bots: [&str; 2],
        games: Option<NonZeroU32>,
        args: OrderArgs,
    ) -> anyhow::Result<Exit> {
        let (elo0, elo1) = if self.no_worse {
            (-5.0, 0.0)
        } else {
            (0.0, 5.0)
        };
        let model = match self.model.unwrap_or(ModelArg::Normalized) {
            ModelArg::Normalized => "normalized",
            ModelArg::Logistic => "logistic",
        };
        let table = |_: &[String]| {
            format!(
                "\n[sprt]\nmodel = \"{model}\"\nelo0 = {:?}\nelo1 = {:?}\nalpha = {:?}\nbeta = {:?}\n{}",
                self.elo0.unwrap_or(elo0),
                self.elo1.unwrap_or(elo1),
                self.alpha.unwrap_or(ERROR),
                self.beta.unwrap_or(ERROR),
                key("games", games)
            )
        };
        let order = args.order(&MatchContent {
            bots: bots.to_vec(),
            endings: ["new", "base"].map(str::to_owned).to_vec(),
            kind: "sprt",
            keys: "format = \"sprt\"\n".to_owned(),
            table: &table,
            varied: false,
        })?;
        play(MatchRequest {
            command: "sprt",
            order,
            args,
            starts: None,
            anytime: false,
        })
    }
}
