//! The counts of a match of two on the command line.

use referee_stats::Counts;

use crate::exit::bad_input;
use crate::layout::{count, wrap};

/// What three counts are.
const GAMES: [&str; 3] = ["losses", "draws", "wins"];
/// What five counts are.
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
    /// Three or five counts, not all of which are 0.
    pub fn read(&self) -> anyhow::Result<Counts> {
        let counts = match self.counts.as_slice() {
            [a, b, c] => Counts::Single(numbers([a, b, c], GAMES)?),
            [a, b, c, d, e] => Counts::Pairs(numbers([a, b, c, d, e], PAIRS)?),
            other => {
                let found = count(other.len() as u64, "count");
                return Err(bad_input(format!(
                    "found {found}; expected three (losses, draws, wins) or five (pairs of mirrored \
                     games with 0, ½, 1, 1½ and 2 points)"
                )));
            }
        };
        counts.level().map_err(bad_input)?;
        Ok(counts)
    }
}

fn numbers<const N: usize>(words: [&String; N], names: [&str; N]) -> anyhow::Result<[u64; N]> {
    let mut numbers = [0; N];
    for (i, (number, word)) in numbers.iter_mut().zip(words).enumerate() {
        *number = word.parse().map_err(|_| {
            let (place, name) = (i + 1, names[i]);
            bad_input(format!(
                "count {place} ({name}) is {word:?}; expected a whole number from 0 to {}",
                u64::MAX
            ))
        })?;
    }
    Ok(numbers)
}

/// Says in words what was counted.
pub fn describe(counts: &Counts) -> String {
    let total = |counts: &[u64]| counts.iter().copied().map(u128::from).sum::<u128>();
    let text = match counts {
        Counts::Single([lost, drawn, won]) => {
            let games = total(&[*lost, *drawn, *won]);
            format!("Games: {games}, of which {won} won, {drawn} drawn, {lost} lost")
        }
        Counts::Pairs([a, b, c, d, e]) => {
            let pairs = total(&[*a, *b, *c, *d, *e]);
            format!(
                "Pairs of games: {pairs}, of which {a} with 0 points, {b} with ½, {c} with 1, {d} \
                 with 1½, {e} with 2"
            )
        }
    };
    wrap(&text, 2)
}
