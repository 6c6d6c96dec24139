//! The line of a run's progress: how far it is, how fast, and how long it still takes.

use std::time::{Duration, Instant};

use referee_output::numbers::{span, span_at_most};
use referee_output::text_layout::{clip, width};
use referee_stats::SprtBounds;
use referee_tournament::RunExtent;

/// Cells of the bar, where the terminal has the room.
const WIDE: usize = 20;
/// Cells of the bar, where it has less.
const NARROW: usize = 10;

/// What the line tells of a run.
#[derive(Clone, Copy)]
pub struct ProgressLine {
    /// How much there is to play.
    pub extent: RunExtent,
    /// Games that were settled before this session, or skipped in it: no part of its rate.
    pub before: u64,
    /// Games that are settled now.
    pub done: u64,
    /// Log-likelihood ratio and bounds of a test.
    pub test: Option<(f64, SprtBounds)>,
    /// True while nothing is played since void games wait for a quiet machine.
    pub waits: bool,
}

impl ProgressLine {
    /// Returns the total number of games in words; empty if it isn't known.
    pub fn of(&self) -> String {
        let at_most = if self.extent.at_most { "at most " } else { "" };
        let games = self.extent.games;
        games.map_or_else(String::new, |games| format!(" of {at_most}{games}"))
    }

    /// Returns the line without a bar, after this time of the session.
    pub fn text(&self, elapsed: Duration) -> String {
        let (done, of, rate) = (self.done, self.of(), self.rate(elapsed));
        format!("{done}{of} games, {rate:.1} games/s{}", self.left(elapsed))
    }

    /// Returns the line with a bar in at most so many columns: where there is little room, the bar is shorter,
    /// then the rate, the remaining time and the bar are left out.
    pub fn within(&self, columns: usize, elapsed: Duration) -> String {
        let [wide, narrow] = [WIDE, NARROW].map(|cells| self.bar(cells));
        let (text, left) = (self.text(elapsed), self.left(elapsed));
        let games = format!("{}{} games", self.done, self.of());
        let forms = [
            format!("{wide}{text}"),
            format!("{narrow}{text}"),
            format!("{narrow}{games}{left}"),
            format!("{narrow}{games}"),
        ];
        let fitting = forms.into_iter().find(|form| width(form) <= columns);
        fitting.unwrap_or_else(|| clip(&games, columns))
    }

    /// Returns a bar and a blank: the log-likelihood ratio between its bounds, or the part of the games that is
    /// played; empty if there is no end to be seen.
    #[expect(clippy::cast_precision_loss, reason = "cells of a bar")]
    fn bar(&self, cells: usize) -> String {
        match (self.test, self.extent.games) {
            (Some((llr, SprtBounds { lower, upper })), _) => {
                let drawn = drawn((llr - lower) / (upper - lower), cells);
                format!("{lower:.2} {drawn} {upper:.2} ")
            }
            (None, Some(games)) => drawn(self.done as f64 / games.max(1) as f64, cells) + " ",
            (None, None) => String::new(),
        }
    }

    /// Returns the games per second of this session.
    #[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
    fn rate(&self, elapsed: Duration) -> f64 {
        self.done.saturating_sub(self.before) as f64 / elapsed.as_secs_f64().max(1e-3)
    }

    /// Returns that the run only waits, or the remaining time: the shorter of the estimate by games and the time
    /// until the run has to end. The games of a test are a bound that says little of its end.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn left(&self, elapsed: Duration) -> String {
        if self.waits {
            return ", waits for a quiet machine".to_owned();
        }
        let rate = self.rate(elapsed);
        let known = self.test.is_none() && self.done > self.before;
        let by_games = self.extent.games.filter(|_| known).map(|games| {
            let left = games.saturating_sub(self.done) as f64 / rate.max(1e-9);
            Duration::from_secs_f64(left.min(1e9))
        });
        let until = self.extent.until;
        let by_time = until.map(|until| until.saturating_duration_since(Instant::now()));
        match by_games.into_iter().chain(by_time).min() {
            Some(left) if self.extent.at_most => format!(", at most {} left", span_at_most(left)),
            Some(left) => format!(", {} left", span(left)),
            None => String::new(),
        }
    }
}

/// Draws a part of a whole, from 0 to 1.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a number of cells"
)]
fn drawn(part: f64, cells: usize) -> String {
    let full = (part.clamp(0.0, 1.0) * cells as f64).floor() as usize;
    "█".repeat(full) + &"░".repeat(cells.saturating_sub(full))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(done: u64, games: u64, at_most: bool) -> ProgressLine {
        let extent = RunExtent {
            games: Some(games),
            at_most,
            until: None,
        };
        ProgressLine {
            extent,
            before: 1000,
            done,
            test: None,
            waits: false,
        }
    }

    #[test]
    fn the_rate_is_that_of_this_session() {
        let text = line(1370, 2110, false).text(Duration::from_secs(10));
        assert_eq!(text, "1370 of 2110 games, 37.0 games/s, 20 s left");
        let first = line(1000, 2110, false).text(Duration::from_secs(10));
        assert_eq!(first, "1000 of 2110 games, 0.0 games/s");
    }

    #[test]
    fn a_run_that_only_waits_has_no_time_left() {
        let mut line = line(2109, 2110, false);
        line.waits = true;
        let text = line.text(Duration::from_secs(1));
        assert_eq!(
            text,
            "2109 of 2110 games, 1109.0 games/s, waits for a quiet machine"
        );
    }

    #[test]
    fn the_line_fits_and_loses_its_least_important_parts_first() {
        let line = line(51_000, 100_000, true);
        let time = Duration::from_secs(100);
        let text = |columns| line.within(columns, time);
        let (games, left) = ("51000 of at most 100000 games", "at most 1 min 38 s left");
        let full = format!("{games}, 500.0 games/s, {left}");
        assert_eq!(text(90), format!("██████████░░░░░░░░░░ {full}"));
        assert_eq!(text(80), format!("█████░░░░░ {full}"));
        assert_eq!(text(79), format!("█████░░░░░ {games}, {left}"));
        assert_eq!(text(60), format!("█████░░░░░ {games}"));
        for columns in 1..120 {
            assert!(width(&text(columns)) <= columns, "{columns}");
        }
    }

    #[test]
    fn the_bar_of_a_test_stands_between_its_bounds() {
        let bounds = SprtBounds {
            lower: -2.0,
            upper: 2.0,
        };
        let mut line = line(1100, 100_000, true);
        for (llr, bar) in [
            (-3.0, "░░░░░░░░░░"),
            (0.0, "█████░░░░░"),
            (2.0, "██████████"),
        ] {
            line.test = Some((llr, bounds));
            let text = line.within(70, Duration::from_secs(10));
            let games = "1100 of at most 100000 games";
            assert_eq!(text, format!("-2.00 {bar} 2.00 {games}, 10.0 games/s"));
        }
    }
}
