//! Shows the progress of a run on stderr: a bar with the standings on a terminal, plain lines elsewhere.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use referee_output::numbers::{span, span_at_most};
use referee_output::stdout::remark;
use referee_output::text_layout::{clip, count};
use referee_tournament::RunExtent;

use super::screen::{self, ScreenBuffer};

/// Minimum interval between two lines, where no terminal shows a bar.
const EVERY: Duration = Duration::from_secs(2);
/// Maximum number of times that the bar is drawn per second.
const DRAWN: u8 = 5;
/// Interval at which the remaining time is updated even if no game ends.
const TICK: Duration = Duration::from_millis(500);

/// The progress display of a run.
pub struct ProgressDisplay {
    bar: Option<ProgressBar>,
    extent: RunExtent,
    /// Number of games that were played before this run session.
    before: u64,
    done: u64,
    began: Instant,
    shown_at: Instant,
}

impl ProgressDisplay {
    /// Starts the display of a run in which `before` games were already played.
    pub fn start(extent: RunExtent, before: u64) -> ProgressDisplay {
        if before > 0 {
            remark(&format!("going on behind {before}{} games", of(extent)));
        }
        let bar = stderr().is_terminal().then(|| bar(extent));
        if let Some(bar) = &bar {
            // The first game may take long.
            bar.enable_steady_tick(TICK);
        }
        ProgressDisplay {
            bar,
            extent,
            before,
            done: before,
            began: Instant::now(),
            shown_at: Instant::now(),
        }
    }

    /// Counts a finished game. The standings and the short text of a line are computed only if they are
    /// shown.
    pub fn step(&mut self, standings: impl FnOnce() -> String, in_short: impl FnOnce() -> String) {
        self.done += 1;
        if let Some(bar) = &self.bar {
            if self.shown_at.elapsed() > Duration::from_millis(100) || self.done == self.before + 1
            {
                self.shown_at = Instant::now();
                bar.set_message(fit(&standings()));
            }
            bar.set_position(self.done);
        } else if self.shown_at.elapsed() > EVERY {
            self.shown_at = Instant::now();
            let short = in_short();
            let comma = if short.is_empty() { "" } else { "; " };
            remark(&format!("{}{comma}{short}", self.line()));
        }
    }

    /// Counts games that were skipped.
    pub fn pass(&mut self, games: u64) {
        self.done += games;
        self.before += games;
    }

    /// Prints a message above the bar.
    pub fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| remark(text)),
            None => remark(text),
        }
    }

    /// Removes the bar, and prints how many games were played in what time.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        let now = self.done - self.before;
        let games = match self.extent.games {
            Some(games) if !self.extent.at_most => format!("{now} of {}", count(games, "game")),
            _ => count(now, "game"),
        };
        remark(&format!("played {games} in {}", span(self.began.elapsed())));
    }

    #[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
    fn line(&self) -> String {
        let (done, seconds) = (self.done, self.began.elapsed().as_secs_f64());
        let speed = (done - self.before) as f64 / seconds.max(1e-3);
        let of = of(self.extent);
        let time_left = self.extent.games.map(|games| {
            let left = games.saturating_sub(done) as f64 / speed.max(1e-9);
            Duration::from_secs_f64(left.min(1e9))
        });
        let left = left(self.extent, time_left);
        format!("{done}{of} games, {speed:.1} games/s{left}")
    }
}

/// Returns the total number of games in words; empty if it isn't known.
fn of(extent: RunExtent) -> String {
    let at_most = if extent.at_most { "at most " } else { "" };
    let games = extent.games.map(|games| format!(" of {at_most}{games}"));
    games.unwrap_or_default()
}

/// Returns the remaining time: the shorter of the estimate by games and the time until the run has to end.
fn left(extent: RunExtent, by_games: Option<Duration>) -> String {
    let by_time = extent
        .until
        .map(|until| until.saturating_duration_since(Instant::now()));
    let left = by_games.into_iter().chain(by_time).min();
    left.map_or_else(String::new, |left| {
        if extent.at_most {
            format!(", at most {} left", span_at_most(left))
        } else {
            format!(", {} left", span(left))
        }
    })
}

/// Cuts the standings to the room that the terminal has above the bar.
///
/// A text that is taller or wider than the terminal would scroll, and could not be removed again.
fn fit(standings: &str) -> String {
    let (rows, columns) = screen::size();
    let lines: Vec<&str> = standings.lines().collect();
    let room = usize::from(rows).saturating_sub(4);
    let shown = if lines.len() > room {
        room.saturating_sub(1)
    } else {
        room
    };
    let mut text: Vec<String> = lines
        .iter()
        .take(shown)
        .map(|line| clip(line, columns.into()))
        .collect();
    if lines.len() > text.len() {
        text.push(format!("… and {} more", lines.len() - text.len()));
    }
    text.push(String::new());
    text.join("\n")
}

fn bar(extent: RunExtent) -> ProgressBar {
    let target = ProgressDrawTarget::term_like_with_hz(Box::new(ScreenBuffer::default()), DRAWN);
    let bar = ProgressBar::with_draw_target(extent.games, target);
    let begin = if extent.games.is_some() {
        "{bar:20}"
    } else {
        "{spinner}"
    };
    let template = format!("{{msg}}\n{begin} {{pos}}{} games  {{speed}}", of(extent));
    if let Ok(style) = ProgressStyle::with_template(&template) {
        let speed = move |state: &indicatif::ProgressState, w: &mut dyn std::fmt::Write| {
            let by_games = extent.games.map(|_| state.eta());
            let left = left(extent, by_games);
            // A failure of the display can't be handled.
            let _ = write!(w, "{:.1} games/s{left}", state.per_sec());
        };
        bar.set_style(style.with_key("speed", speed));
    }
    bar
}
