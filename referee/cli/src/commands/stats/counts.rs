//! Options for the result counts of a match of two bots.

use referee_output::failure::bad_input;
use referee_output::text_layout::count;
use referee_stats::ResultCounts;

/// Meaning of three counts.
const GAMES: [&str; 3] = ["losses", "draws", "wins"];
/// Meaning of five counts.
const PAIRS: [&str; 5] = [
    "pairs with 0 points",
    "pairs with ½ point",
    "pairs with 1 point",
    "pairs with 1½ points",
    "pairs with 2 points",
];

/// The counts of single games or of pairs.
#[derive(clap::Args)]
pub struct CountArgs {
    /// Losses, draws and wins of the first bot; or pairs of mirrored games in which it made 0, ½, 1,
    /// 1½ and 2 points.
    #[arg(value_name = "COUNT", required = true, allow_negative_numbers = true)]
    counts: Vec<String>,
}

impl CountArgs {
    /// Returns the three or five counts. Returns an error for any other number of counts, or if all are 0.
    pub fn read(&self) -> anyhow::Result<ResultCounts> {
        let counts = match self.counts.len() {
            3 => ResultCounts::Single(numbers(&self.counts, GAMES)?),
            5 => ResultCounts::Pairs(numbers(&self.counts, PAIRS)?),
            other => {
                let count_text = count(other as u64, "count");
                return Err(bad_input(format!(
                    "found {count_text}; expected three (losses, draws, wins) or five (pairs of mirrored \
                     games with 0, ½, 1, 1½ and 2 points)"
                )));
            }
        };
        counts.level().map_err(bad_input)?;
        Ok(counts)
    }
}

fn numbers<const N: usize>(words: &[String], names: [&str; N]) -> anyhow::Result<[u64; N]> {
    let mut numbers = [0; N];
    for (place, (number, word)) in (1..).zip(numbers.iter_mut().zip(words)) {
        *number = word.parse().map_err(|_| {
            let name = names[place - 1];
            bad_input(format!(
                "count {place} ({name}) is {word:?}; expected a whole number from 0 to {}",
                u64::MAX
            ))
        })?;
    }
    Ok(numbers)
}
