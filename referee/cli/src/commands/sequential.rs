//! Options for a sequential test and for its kind of games, which several commands share.

use referee_output::failure::bad_input;
use referee_stats::MAX_ELO;
use referee_stats::sequential::{Play, SequentialTest};

/// Minimum distance of the hypotheses. Below it a test takes more games than anybody plays, and only few
/// digits of its figures are right.
const NEAREST: f64 = 0.01;

/// A test between two strengths.
#[derive(clap::Args)]
pub struct TestArgs {
    /// The unit of strengths.
    #[arg(long, value_enum, default_value = "normalized")]
    pub model: ModelArg,
    /// The first hypothesis, from -10000 to 10000.
    #[arg(long, default_value = "0", allow_hyphen_values = true, value_parser = number)]
    pub elo0: f64,
    /// The second hypothesis, at least 0.01 above the first.
    #[arg(long, default_value = "5", allow_hyphen_values = true, value_parser = number)]
    pub elo1: f64,
    /// The probability of accepting elo1 if elo0 is true.
    #[arg(long, default_value = "0.05", allow_hyphen_values = true, value_parser = number)]
    pub alpha: f64,
    /// The probability of accepting elo0 if elo1 is true.
    #[arg(long, default_value = "0.05", allow_hyphen_values = true, value_parser = number)]
    pub beta: f64,
}

/// Properties of the games.
#[derive(clap::Args)]
pub struct PlayArgs {
    /// The share of draws between equal bots, from 0 to 0.99.
    #[arg(long, value_name = "SHARE", default_value = "0.35", value_parser = number)]
    draws: f64,
    /// The advantage that starts give to one of the seats: its standard deviation in Elo.
    #[arg(long, value_name = "ELO", default_value = "60", value_parser = number)]
    starts: f64,
}

/// The models by their words.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum ModelArg {
    /// Logistic Elo: by the mean score.
    Logistic,
    /// Normalized Elo: by the mean score in standard deviations.
    Normalized,
}

impl ModelArg {
    /// Returns the unit of strengths in this model.
    pub fn unit(self) -> &'static str {
        match self {
            ModelArg::Logistic => "Elo",
            ModelArg::Normalized => "normalized Elo",
        }
    }
}

impl From<ModelArg> for referee_stats::SprtModel {
    fn from(model: ModelArg) -> referee_stats::SprtModel {
        match model {
            ModelArg::Logistic => referee_stats::SprtModel::Logistic,
            ModelArg::Normalized => referee_stats::SprtModel::Normalized,
        }
    }
}

/// Parses a finite number.
pub fn number(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "expected a number, such as 2 or -0.5".to_owned())
}

/// Rounds a strength to 9 decimals, which removes the errors of binary fractions: 0.3, not
/// 0.30000000000000004.
pub fn steady(strength: f64) -> f64 {
    // Adding 0 turns -0 into 0.
    (strength * 1e9).round() / 1e9 + 0.0
}

impl TestArgs {
    /// Returns the test. Returns an error if the hypotheses are nearer to each other than [`NEAREST`].
    pub fn test(&self) -> anyhow::Result<SequentialTest> {
        let elos = [self.elo0, self.elo1];
        let test = SequentialTest::new(self.model.into(), elos, self.alpha, self.beta)
            .map_err(bad_input)?;
        if steady(self.elo1 - self.elo0) < NEAREST {
            return Err(bad_input(format!(
                "elo0 is {} and elo1 is {}; expected a distance from {NEAREST} to {}",
                self.elo0,
                self.elo1,
                2.0 * MAX_ELO
            )));
        }
        Ok(test)
    }

    /// Describes the test in words.
    pub fn describe(&self) -> String {
        format!(
            "{} against {} {} (alpha {}, beta {})",
            self.elo0,
            self.elo1,
            self.model.unit(),
            self.alpha,
            self.beta
        )
    }
}

impl PlayArgs {
    /// Returns the kind of games.
    pub fn play(&self) -> Play {
        Play {
            draws: self.draws,
            starts: self.starts,
        }
    }

    /// Describes the kind of games in words.
    pub fn describe(&self) -> String {
        format!(
            "mirrored pairs, {} % draws between equals, starts worth {} Elo to a seat",
            (self.draws * 1e4).round() / 100.0,
            self.starts
        )
    }
}
