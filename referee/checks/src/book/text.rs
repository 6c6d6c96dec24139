//! Writes a book: remarks that say how it was made, then one state line per position.

use std::fmt::Write as _;

use referee_output::sanitize::plain;
use referee_output::text_layout::count;

use super::{BookRequest, Made};

/// Describes a book: its game, the command that makes it again, and statistics.
pub fn summary(made: &Made, request: &BookRequest, bot: &str, command: &str) -> String {
    let lines = made.choice.kept.len() as u64;
    let mut text = format!(
        "start positions of {}: {}\n{}\nby referee {}\n",
        request.rules.name(),
        count(lines, "line"),
        plain(command),
        env!("CARGO_PKG_VERSION")
    );
    let choice = &made.choice;
    let judged = choice.scores.len() as u64 + choice.lost;
    let _ = writeln!(
        text,
        "tried: {} after {} from a deal, {judged} of them distinct but for symmetries",
        count(made.drawn, "position"),
        plies(request.plies)
    );
    let _ = writeln!(
        text,
        "scores: of {}, as who moves first sees them, in its own unit; each is\n  the mean of its search \
         and of one for the other side after its move",
        plain(bot)
    );
    let all: Vec<f64> = choice.scores.clone();
    let _ = writeln!(
        text,
        "  all: half of them within ±{:.1}{}",
        median(&all),
        given_up(choice.lost)
    );
    let kept: Vec<f64> = choice.kept.iter().map(|line| line.score).collect();
    let (mean, spread) = mean_and_spread(&kept);
    let furthest = kept
        .iter()
        .fold(0.0, |most: f64, score| most.max(score.abs()));
    let _ = writeln!(
        text,
        "  kept: mean {mean:.1}, standard deviation {spread:.1}, all within ±{furthest:.1}"
    );
    text + &games(made, bot)
}

/// Writes the whole file.
pub fn book(made: &Made, summary: &str) -> String {
    let remarks = summary.lines().map(|line| format!("# {line}\n"));
    let lines = made
        .choice
        .kept
        .iter()
        .map(|line| format!("{}\n", line.line));
    remarks.chain(lines).collect()
}

fn games(made: &Made, bot: &str) -> String {
    let trial = made.trial;
    let counted = trial.counted();
    if counted == 0 {
        return "test games: none, so nothing is known of draws\n".to_owned();
    }
    let mut text = format!(
        "test games: {counted} of {} against itself, each from another line:\n  {}, who moves first won \
         {} and lost {}\n",
        plain(bot),
        drawn(trial.drawn, counted),
        trial.won,
        trial.lost
    );
    if trial.faults + trial.void > 0 {
        let _ = writeln!(
            text,
            "  not counted: {} lost by a fault of the bot, {} void",
            trial.faults, trial.void
        );
    }
    text
}

/// Shows the share of draws with its standard error, `sqrt(p (1 - p) / n)`.
#[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
fn drawn(drawn: u64, games: u64) -> String {
    let (games, share) = (games as f64, drawn as f64 / games as f64);
    let error = (share * (1.0 - share) / games).sqrt();
    let (share, error) = (100.0 * share, 100.0 * error);
    format!("{drawn} drawn ({share:.1} %, standard error {error:.1})")
}

fn given_up(lost: u64) -> String {
    if lost == 0 {
        return String::new();
    }
    format!("; {lost} more had no score")
}

fn plies(plies: u32) -> String {
    match plies {
        1 => "1 random ply".to_owned(),
        plies => format!("{plies} random plies"),
    }
}

/// Returns the median distance of the scores from 0.
fn median(scores: &[f64]) -> f64 {
    let mut far: Vec<f64> = scores.iter().map(|score| score.abs()).collect();
    far.sort_by(f64::total_cmp);
    let (above, below) = (far.len() / 2, far.len().saturating_sub(1) / 2);
    let at = |i: usize| far.get(i).copied().unwrap_or_default();
    f64::midpoint(at(below), at(above))
}

#[expect(clippy::cast_precision_loss, reason = "there are few of them")]
fn mean_and_spread(scores: &[f64]) -> (f64, f64) {
    let n = scores.len().max(1) as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
    // A mean of -0.04 would be shown as -0.0.
    let shown = if mean.abs() < 0.05 { mean.abs() } else { mean };
    (shown, (squares / (n - 1.0).max(1.0)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_what_they_are_called() {
        assert_eq!(
            mean_and_spread(&[1.0, 3.0]),
            (2.0, std::f64::consts::SQRT_2)
        );
        assert_eq!(mean_and_spread(&[]), (0.0, 0.0));
        for (scores, expected) in [
            (&[][..], 0.0),
            (&[-4.0], 4.0),
            (&[-4.0, 1.0], 2.5),
            (&[9.0, -4.0, 1.0], 4.0),
        ] {
            assert!((median(scores) - expected).abs() < 1e-12, "{scores:?}");
        }
        assert_eq!(drawn(1, 4), "1 drawn (25.0 %, standard error 21.7)");
    }
}
