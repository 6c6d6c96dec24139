//! How a run is going, on stderr: a bar with the standings on a terminal, plain lines elsewhere.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::screen::{self, Screen};
use crate::layout::{clip, count};
use crate::out::remark;

/// Where nobody watches a bar, a line at most so often.
const EVERY: Duration = Duration::from_secs(2);
/// The bar is drawn at most so often in a second.
const DRAWN: u8 = 5;
/// The time left is told anew so often, also where no game ends.
const TICK: Duration = Duration::from_millis(500);

/// The display of a run.
pub struct Progress {
    bar: Option<ProgressBar>,
    /// Of the schedule, where that is known.
    games: Option<u64>,
    /// Before this sitting.
    before: u64,
    done: u64,
    began: Instant,
    told: Instant,
}

impl Progress {
    /// Starts the display of a run of so many games, where that is known, some of which were played
    /// before.
    pub fn start(games: Option<u64>, before: u64) -> Progress {
        if before > 0 {
            let all = games.map_or_else(String::new, |games| format!(" of {games}"));
            remark(&format!("going on behind {before}{all} games"));
        }
        let bar = stderr().is_terminal().then(|| bar(games));
        if let Some(bar) = &bar {
            // The first game may take its time.
            bar.enable_steady_tick(TICK);
        }
        Progress {
            bar,
            games,
            before,
            done: before,
            began: Instant::now(),
            told: Instant::now(),
        }
    }

    /// Another game has ended; the standings are made only where they are shown.
    pub fn step(&mut self, standings: impl FnOnce() -> String) {
        self.done += 1;
        if let Some(bar) = &self.bar {
            if self.told.elapsed() > Duration::from_millis(100) || self.done == self.before + 1 {
                self.told = Instant::now();
                bar.set_message(fit(&standings()));
            }
            bar.set_position(self.done);
        } else if self.told.elapsed() > EVERY {
            self.told = Instant::now();
            remark(&self.line());
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
        let games = match self.games {
            Some(games) => format!("{now} of {}", count(games, "game")),
            None => count(now, "game"),
        };
        remark(&format!("played {games} in {}", span(self.began.elapsed())));
    }

    #[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
    fn line(&self) -> String {
        let (done, seconds) = (self.done, self.began.elapsed().as_secs_f64());
        let speed = (done - self.before) as f64 / seconds.max(1e-3);
        let Some(games) = self.games else {
            return format!("{done} games, {speed:.1} games/s");
        };
        let left = games.saturating_sub(done) as f64 / speed.max(1e-9);
        let left = Duration::from_secs_f64(left.min(1e9));
        format!(
            "{done} of {games} games, {speed:.1} games/s, {} left",
            span(left)
        )
    }
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

fn bar(games: Option<u64>) -> ProgressBar {
    let target = ProgressDrawTarget::term_like_with_hz(Box::new(Screen::default()), DRAWN);
    let bar = ProgressBar::with_draw_target(games, target);
    let template = match games {
        Some(_) => "{msg}\n{bar:20} {pos}/{len} games  {per_sec}  {eta} left",
        None => "{msg}\n{spinner} {pos} games  {per_sec}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        let per_second = |state: &indicatif::ProgressState, w: &mut dyn std::fmt::Write| {
            // Nothing can be done about a display that fails.
            let _ = write!(w, "{:.1} games/s", state.per_sec());
        };
        bar.set_style(style.with_key("per_sec", per_second));
    }
    bar
}

/// A span of time in the two largest units that matter.
pub fn span(time: Duration) -> String {
    let s = time.as_secs();
    match s {
        0 => format!("{} ms", time.as_millis()),
        1..60 => format!("{s} s"),
        60..3600 => format!("{} min {} s", s / 60, s % 60),
        3600..86_400 => format!("{} h {} min", s / 3600, s / 60 % 60),
        _ => format!("{} d {} h", s / 86_400, s / 3600 % 24),
    }
}
