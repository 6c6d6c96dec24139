//! How a run is going, on stderr: a bar with the standings on a terminal, plain lines elsewhere.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use referee_output::numbers::span;
use referee_output::stdout::remark;
use referee_output::text_layout::{clip, count};
use referee_tournament::RunExtent;

use super::screen::{self, ScreenBuffer};

/// Where nobody watches a bar, a line at most so often.
const EVERY: Duration = Duration::from_secs(2);
/// The bar is drawn at most so often in a second.
const DRAWN: u8 = 5;
/// The time left is told anew so often, also where no game ends.
const TICK: Duration = Duration::from_millis(500);

/// The display of a run.
pub struct ProgressDisplay {
    bar: Option<ProgressBar>,
    extent: RunExtent,
    /// Before this sitting.
    before: u64,
    done: u64,
    began: Instant,
    shown_at: Instant,
}

impl ProgressDisplay {
    /// Starts the display of a run of which some games were played before.
    pub fn start(extent: RunExtent, before: u64) -> ProgressDisplay {
        if before > 0 {
            remark(&format!("going on behind {before}{} games", of(extent)));
        }
        let bar = stderr().is_terminal().then(|| bar(extent));
        if let Some(bar) = &bar {
            // The first game may take its time.
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

    /// Another game has ended; the standings, and what a line says beside the games, are made only where
    /// they are shown.
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

    /// So many games were passed over.
    pub fn pass(&mut self, games: u64) {
        self.done += games;
        self.before += games;
    }

    /// Says something above the bar.
    pub fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| remark(text)),
            None => remark(text),
        }
    }

    /// Takes the bar away, and says how long it took.
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

/// How many games there are to come by, in words.
fn of(extent: RunExtent) -> String {
    let at_most = if extent.at_most { "at most " } else { "" };
    let games = extent.games.map(|games| format!(" of {at_most}{games}"));
    games.unwrap_or_default()
}

/// The time left, by what is left of the games, and by when the run has to end.
fn left(extent: RunExtent, by_games: Option<Duration>) -> String {
    let by_time = extent
        .until
        .map(|until| until.saturating_duration_since(Instant::now()));
    let left = by_games.into_iter().chain(by_time).min();
    let at_most = if extent.at_most { "at most " } else { "" };
    left.map_or_else(String::new, |left| {
        format!(", {at_most}{} left", span(left))
    })
}

/// As much of the standings as the terminal has room for above the bar.
///
/// What is taller or wider than the terminal would scroll, and could not be taken away again.
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
            // Nothing can be done about a display that fails.
            let _ = write!(w, "{:.1} games/s{left}", state.per_sec());
        };
        bar.set_style(style.with_key("speed", speed));
    }
    bar
}
