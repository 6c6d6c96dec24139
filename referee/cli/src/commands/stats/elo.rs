//! `referee stats elo`: calculates how much stronger one bot is than another.

use referee_output::failure::bad_input;
use referee_report::standings::strength::{LEGEND, describe, figures, lines, middle, percent};
use referee_stats::{ResultCounts, Strength};

use super::Answer;
use super::counts::CountArgs;

/// Estimate how much stronger one bot is than another: score, Elo, normalized Elo, LOS.
///
/// Three counts are single games, five are pairs of mirrored games, which say more: games of a pair
/// share their start. The figures are those of the first bot.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee stats elo 96 111 136
  referee stats elo 34 54 63 64 75
  referee stats elo 0 0 10 --json

Keys of the JSON object: score, elo, elo_error, nelo, nelo_error (by the
published formula, too small far from 0), nelo_error_full, los; and bound (lower
or upper) where everything was won or lost: elo is then that bound. What isn't
defined is null.")]
pub struct StatsEloArgs {
    #[command(flatten)]
    counts: CountArgs,
}

impl StatsEloArgs {
    pub(super) fn answer(self) -> anyhow::Result<Answer> {
        let counts = self.counts.read()?;
        let strength = Strength::of(&counts).map_err(bad_input)?;
        let level = counts.level().map_err(bad_input)?;
        Answer::new(text(&counts, &strength, level), &strength)
    }
}

fn text(counts: &ResultCounts, strength: &Strength, level: f64) -> String {
    let mut rows = figures(strength).to_vec();
    rows.push((middle(counts), percent(level)));
    format!("{}\n\n{}\n{LEGEND}", describe(counts), lines(&rows))
}
