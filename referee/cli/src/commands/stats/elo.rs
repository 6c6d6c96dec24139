//! `referee stats elo`: how much stronger one bot is than another.

use referee_stats::{Bound, Counts, Strength};

use super::Answer;
use super::counts::{CountArgs, describe};
use crate::exit::bad_input;

/// Say how much stronger one bot is than another: score, Elo, normalized Elo, LOS.
///
/// Three counts are single games, five are pairs of mirrored games, which say more: games of a pair
/// share their start. The figures are those of the first bot.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee stats elo 96 111 136
  referee stats elo 34 54 63 64 75
  referee stats elo 0 0 10 --json

Keys of the JSON object: score, elo, elo_error, nelo, nelo_error, los; and bound
(lower or upper) where everything was won or lost: elo is then that bound.
What isn't defined is null.")]
pub struct Args {
    #[command(flatten)]
    counts: CountArgs,
}

impl Args {
    pub(super) fn answer(self) -> anyhow::Result<Answer> {
        let counts = self.counts.read()?;
        let strength = Strength::of(&counts).map_err(bad_input)?;
        let level = counts.level().map_err(bad_input)?;
        Answer::new(text(&counts, &strength, level), &strength)
    }
}

fn text(counts: &Counts, strength: &Strength, level: f64) -> String {
    let middle = match counts {
        Counts::Single(_) => "drawn games",
        Counts::Pairs(_) => "level pairs",
    };
    let rows = [
        ("score", percent(strength.score)),
        ("Elo", elo(strength)),
        ("normalized Elo", nelo(strength)),
        ("LOS", los(strength)),
        (middle, percent(level)),
    ];
    let mut text = format!("{}\n\n", describe(counts));
    for (name, figure) in rows {
        text += &format!("  {name:<16}{figure}\n");
    }
    text + "\n± is half of the 95 % interval. LOS is the likelihood that the first bot is the\n\
            stronger one.\n"
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

fn elo(strength: &Strength) -> String {
    let elo = strength.elo;
    match (strength.bound, strength.elo_error) {
        (Some(Bound::Lower), _) => format!("at least {elo:+.2} (one-sided, 95 %)"),
        (Some(Bound::Upper), _) => format!("at most {elo:+.2} (one-sided, 95 %)"),
        (None, Some(error)) => format!("{elo:+.2} ± {error:.2}"),
        (None, None) if strength.nelo_error.is_none() => format!("{elo:+.2}, {EQUAL}"),
        (None, None) => format!("{elo:+.2}; too few results: the 95 % interval has no end"),
    }
}

fn nelo(strength: &Strength) -> String {
    match (strength.nelo, strength.nelo_error) {
        (Some(nelo), Some(error)) => format!("{nelo:+.2} ± {error:.2}"),
        (Some(nelo), None) => format!("{nelo:+.2}, {EQUAL}"),
        (None, _) => "undefined: all results are equal".to_owned(),
    }
}

/// A likelihood isn't rounded to certainty, and isn't told where the results show no spread at all.
fn los(strength: &Strength) -> String {
    let los = strength.los;
    match strength.nelo {
        None => "unknown: all results are equal".to_owned(),
        Some(_) if los > 0.9999 => "above 99.99 %".to_owned(),
        Some(_) if los < 0.0001 => "below 0.01 %".to_owned(),
        Some(_) => percent(los),
    }
}

/// Why there is no error.
const EQUAL: &str = "of unknown error: all results are equal";
