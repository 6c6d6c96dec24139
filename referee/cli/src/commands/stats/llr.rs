//! `referee stats llr`: calculates the sequential test between two strengths.

use referee_output::failure::bad_input;
use referee_output::numbers::signed;
use referee_report::standings::strength::describe;
use referee_stats::{ResultCounts, SprtBounds, bounds, llr};
use serde::Serialize;

use super::Answer;
use super::counts::CountArgs;
use crate::commands::sequential::{ModelArg, number};

/// Test between two strengths: log-likelihood ratio and bounds.
///
/// The generalized sequential probability ratio test (GSPRT) of the hypothesis that the first bot is
/// elo1 stronger against the one that it is elo0 stronger, with Wald's bounds.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee stats llr --model normalized --elo0 0 --elo1 10 5 10 20 18 7
  referee stats llr --model logistic --elo0 -5 --elo1 0 96 111 136 --json

Keys of the JSON object: llr, lower, upper.")]
pub struct StatsLlrArgs {
    /// The unit of elo0 and elo1.
    #[arg(long)]
    model: ModelArg,
    /// The first hypothesis, from -10000 to 10000.
    #[arg(long, allow_hyphen_values = true, value_parser = number)]
    elo0: f64,
    /// The second hypothesis, from -10000 to 10000.
    #[arg(long, allow_hyphen_values = true, value_parser = number)]
    elo1: f64,
    /// The probability of accepting elo1 if elo0 is true.
    #[arg(long, default_value = "0.05", allow_hyphen_values = true, value_parser = number)]
    alpha: f64,
    /// The probability of accepting elo0 if elo1 is true.
    #[arg(long, default_value = "0.05", allow_hyphen_values = true, value_parser = number)]
    beta: f64,
    #[command(flatten)]
    counts: CountArgs,
}

/// The figures, by the keys of the JSON object.
#[derive(Serialize)]
struct Figures {
    llr: f64,
    lower: f64,
    upper: f64,
}

impl StatsLlrArgs {
    pub(super) fn answer(self) -> anyhow::Result<Answer> {
        let SprtBounds { lower, upper } = bounds(self.alpha, self.beta).map_err(bad_input)?;
        let counts = self.counts.read()?;
        let llr = llr(self.model.into(), self.elo0, self.elo1, &counts).map_err(bad_input)?;
        let figures = Figures { llr, lower, upper };
        Answer::new(self.text(&counts, &figures), &figures)
    }

    fn text(&self, counts: &ResultCounts, figures: &Figures) -> String {
        let StatsLlrArgs {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = self;
        let Figures { llr, lower, upper } = figures;
        let shown = signed(*llr, 4);
        let unit = self.model.unit();
        let verdict = if llr >= upper {
            format!("The test has ended: {elo1} {unit} is accepted.")
        } else if llr <= lower {
            format!("The test has ended: {elo0} {unit} is accepted.")
        } else {
            "The test goes on: no bound is reached.".to_owned()
        };
        let counts = describe(counts);
        format!(
            "{counts}\n\n  \
             LLR     {shown} for {elo1} against {elo0} {unit}\n  \
             bounds  {lower:.4} to {upper:.4} (alpha {alpha}, beta {beta})\n\n\
             {verdict}\n"
        )
    }
}
