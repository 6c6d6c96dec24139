//! Shows on a terminal how far the making of a book has got: a bar for each thing that is counted.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use referee_checks::book::BookProgress;

/// Maximum number of times that the bar is drawn per second.
const DRAWN: u8 = 5;

/// The bar of what is counted now; removed when it is dropped. Without a terminal it shows nothing.
#[derive(Default)]
pub struct StepBar {
    shown: Option<(&'static str, ProgressBar)>,
}

impl StepBar {
    /// Shows this progress, in a new bar if something else was counted before.
    pub fn show(&mut self, progress: BookProgress) {
        let BookProgress { what, done, wanted } = progress;
        let current = self.shown.take().filter(|(of, _)| *of == what);
        let (_, bar) = self
            .shown
            .insert(current.unwrap_or_else(|| (what, bar(what, wanted))));
        bar.set_position(done);
    }
}

fn bar(what: &str, wanted: u64) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(DRAWN);
    let bar = ProgressBar::with_draw_target(Some(wanted), target);
    let style = ProgressStyle::with_template(&format!(
        "{{bar:20}} {{pos}} of {{len}} {what}, {{eta}} left"
    ));
    match style {
        Ok(style) => bar.with_style(style).with_finish(ProgressFinish::AndClear),
        Err(_) => bar,
    }
}
