//! Shows the progress of a run on stderr: a bar with the standings on a terminal, plain lines elsewhere.

use std::io::{IsTerminal, stderr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use referee_output::numbers::span;
use referee_output::remarks;
use referee_output::text_layout::{clip, count};
use referee_stats::SprtBounds;

use super::progress_line::ProgressLine;
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
    /// Shared with the bar, which is drawn by a thread of its own.
    line: Arc<Mutex<ProgressLine>>,
    began: Instant,
    shown_at: Instant,
}

impl ProgressDisplay {
    /// Starts the display of a run session with this line.
    pub fn start(line: ProgressLine) -> ProgressDisplay {
        if line.before > 0 {
            remarks::lines(&format!(
                "going on behind {}{} games",
                line.before,
                line.of()
            ));
        }
        let began = Instant::now();
        let shared = Arc::new(Mutex::new(line));
        let bar = stderr().is_terminal().then(|| bar(&line, &shared, began));
        if let Some(bar) = &bar {
            // The first game may take long.
            bar.enable_steady_tick(TICK);
        }
        ProgressDisplay {
            bar,
            line: shared,
            began,
            shown_at: began,
        }
    }

    /// Counts a finished game, after which a test stands at `test`. The standings and the short text of a line
    /// are computed only if they are shown.
    pub fn step(
        &mut self,
        test: Option<(f64, SprtBounds)>,
        standings: impl FnOnce() -> String,
        in_short: impl FnOnce() -> String,
    ) {
        let line = {
            let mut line = locked(&self.line);
            line.done += 1;
            line.test = test;
            *line
        };
        if let Some(bar) = &self.bar {
            if self.shown_at.elapsed() > Duration::from_millis(100) || line.done == line.before + 1
            {
                self.shown_at = Instant::now();
                bar.set_message(fit(&standings()));
            }
        } else if self.shown_at.elapsed() > EVERY {
            self.shown_at = Instant::now();
            let short = in_short();
            let comma = if short.is_empty() { "" } else { "; " };
            remarks::lines(&format!(
                "{}{comma}{short}",
                line.text(self.began.elapsed())
            ));
        }
    }

    /// Counts games that were skipped.
    pub fn pass(&mut self, games: u64) {
        let mut line = locked(&self.line);
        line.done += games;
        line.before += games;
    }

    /// Prints a message above the bar.
    pub fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| say(text)),
            None => say(text),
        }
    }

    /// Shows whether the run waits for a quiet machine.
    pub fn waits(&self, waits: bool) {
        locked(&self.line).waits = waits;
    }

    /// Removes the bar, and prints how many games were played in what time.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        let line = *locked(&self.line);
        let now = line.done - line.before;
        let games = match line.extent.games {
            Some(games) if !line.extent.at_most => format!("{now} of {}", count(games, "game")),
            _ => count(now, "game"),
        };
        remarks::lines(&format!("played {games} in {}", span(self.began.elapsed())));
    }
}

/// Prints a message on stderr; on a terminal it is wrapped at words.
pub fn say(text: &str) {
    if stderr().is_terminal() {
        remarks::sentences(text);
    } else {
        remarks::lines(text);
    }
}

fn locked(line: &Mutex<ProgressLine>) -> MutexGuard<'_, ProgressLine> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Makes the bar, whose line is made anew whenever it is drawn.
fn bar(line: &ProgressLine, shared: &Arc<Mutex<ProgressLine>>, began: Instant) -> ProgressBar {
    let target = ProgressDrawTarget::term_like_with_hz(Box::new(ScreenBuffer::default()), DRAWN);
    let bar = ProgressBar::with_draw_target(None, target);
    let (template, taken) = match line.extent.games {
        Some(_) => ("{msg}\n{line}", 0),
        None => ("{msg}\n{spinner} {line}", 2),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        let shared = shared.clone();
        let line = move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
            let room = usize::from(screen::size().1).saturating_sub(taken);
            // A failure of the display can't be handled.
            let _ = out.write_str(&locked(&shared).within(room, began.elapsed()));
        };
        bar.set_style(style.with_key("line", line));
    }
    bar
}
