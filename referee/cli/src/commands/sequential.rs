//! A sequential test and a kind of game on the command line, as several commands take them.

use referee_stats::sequential::{Play, Test};

use crate::exit::bad_input;

/// A test between two strengths.
#[derive(clap::Args)]
pub struct TestArgs {
    /// What strengths are measured in.
    #[arg(long, value_enum, default_value = "normalized")]
    pub model: Model,
    /// The first hypothesis, from -10000 to 10000.
    #[arg(long, default_value = "0", allow_hyphen_values = true, value_parser = number)]
    pub elo0: f64,
    /// The second hypothesis, above the first.
    #[arg(long, default_value = "5", allow_hyphen_values = true, value_parser = number)]
    pub elo1: f64,
    /// The probability of accepting elo1 where elo0 holds.
    #[arg(long, default_value = "0.05", allow_hyphen_values = true, value_parser = number)]
    pub alpha: f64,
    /// The probability of accepting elo0 where elo1 holds.
    #[arg(long, default_value = "0.05", allow_hyphen_values = true, value_parser = number)]
    pub beta: f64,
}

/// What the games are like.
#[derive(clap::Args)]
pub struct PlayArgs {
    /// The share of drawn games between equals, from 0 to 0.99.
    #[arg(long, value_name = "SHARE", default_value = "0.35", value_parser = number)]
    draws: f64,
    /// What a start is worth to one of the seats: the standard deviation in Elo.
    #[arg(long, value_name = "ELO", default_value = "60", value_parser = number)]
    starts: f64,
}

/// The models by their words.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Model {
    /// Elo, by the mean score.
    Logistic,
    /// Normalized Elo, by the mean score in standard deviations.
    Normalized,
}

impl Model {
    /// What strengths are called in it.
    pub fn unit(self) -> &'static str {
        match self {
            Model::Logistic => "Elo",
            Model::Normalized => "normalized Elo",
        }
    }
}

impl From<Model> for referee_stats::Model {
    fn from(model: Model) -> referee_stats::Model {
        match model {
            Model::Logistic => referee_stats::Model::Logistic,
            Model::Normalized => referee_stats::Model::Normalized,
        }
    }
}

/// A finite number.
pub fn number(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "expected a number, such as 2 or -0.5".to_owned())
}

impl TestArgs {
    /// The test.
    pub fn test(&self) -> anyhow::Result<Test> {
        let elos = [self.elo0, self.elo1];
        Test::new(self.model.into(), elos, self.alpha, self.beta).map_err(bad_input)
    }

    /// It in words.
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
    /// The kind of game.
    pub fn play(&self) -> Play {
        Play {
            draws: self.draws,
            starts: self.starts,
        }
    }

    /// It in words.
    pub fn describe(&self) -> String {
        format!(
            "mirrored pairs, {} % draws between equals, starts worth {} Elo to a seat",
            (self.draws * 1e4).round() / 100.0,
            self.starts
        )
    }
}
