//! Plots drawn as SVG here rather than by the script, so that they can be printed and read without it:
//! ratings with their errors, shares and counts. Curves get an element that the script fills.

use maud::{Markup, html};

use crate::model::{Bars, Curves, Rated};
use crate::text::harmless;

/// In SVG units: the x coordinate at which plots begin, after the names; their width; the height of a row.
const LEFT: f64 = 150.0;
const WIDTH: f64 = 330.0;
const ROW: f64 = 26.0;
/// Most characters shown of a name.
const NAME: usize = 17;

fn short(name: &str) -> String {
    let name = harmless(name);
    if name.chars().count() <= NAME {
        return name;
    }
    name.chars().take(NAME - 1).chain(['…']).collect()
}

fn rows(count: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let rows = count as f64;
    rows * ROW
}

/// Returns the ratings with their error bars, the best at the top.
pub(super) fn ratings(ratings: &[Rated]) -> Markup {
    let edges = ratings
        .iter()
        .flat_map(|r| [r.rating - r.error, r.rating + r.error, 0.0]);
    let (least, most) = edges.fold((0.0_f64, 0.0_f64), |(a, b), x| (a.min(x), b.max(x)));
    let scale = WIDTH / (most - least).max(1.0);
    let at = |rating: f64| format!("{:.1}", LEFT + (rating - least) * scale);
    let height = rows(ratings.len()) + 8.0;
    let label = ratings
        .iter()
        .map(|one| format!("{} {}", harmless(&one.bot), harmless(&one.shown)));
    let label = format!(
        "Ratings with their 95 % intervals: {}",
        label.collect::<Vec<_>>().join(", ")
    );
    html! {
        figure {
            figcaption { "Ratings with their 95 % intervals" }
            svg.plot viewBox={ "0 0 610 " (height) } role="img" aria-label=(label) {
                line.zero x1=(at(0.0)) x2=(at(0.0)) y1="0" y2=(height) {}
                @for (row, one) in ratings.iter().enumerate() {
                    g transform={ "translate(0," (rows(row) + ROW / 2.0) ")" } {
                        title { (harmless(&one.bot)) }
                        text x=(LEFT - 10.0) y="4" text-anchor="end" { (short(&one.bot)) }
                        line.whisker x1=(at(one.rating - one.error)) x2=(at(one.rating + one.error)) {}
                        circle.dot cx=(at(one.rating)) r="5" {}
                        text.tick x=(LEFT + WIDTH + 16.0) y="4" { (harmless(&one.shown)) }
                    }
                }
            }
        }
    }
}

/// Returns bars with their names.
pub(super) fn bars(plot: &Bars) -> Markup {
    let most = plot
        .bars
        .iter()
        .map(|bar| bar.1)
        .fold(f64::MIN_POSITIVE, f64::max);
    let height = rows(plot.bars.len()) + 8.0;
    let title = harmless(&plot.title);
    let label = plot
        .bars
        .iter()
        .map(|bar| format!("{} {}", harmless(&bar.0), bar.2));
    let label = format!("{title}: {}", label.collect::<Vec<_>>().join(", "));
    html! {
        figure {
            figcaption { (title) }
            svg.plot viewBox={ "0 0 610 " (height) } role="img" aria-label=(label) {
                @for (row, (name, length, shown)) in plot.bars.iter().enumerate() {
                    g transform={ "translate(0," (rows(row) + ROW / 2.0) ")" } {
                        text x=(LEFT - 10.0) y="4" text-anchor="end" { (short(name)) }
                        rect.bar x=(LEFT) y="-8" height="16" rx="3" width=(format!("{:.1}", WIDTH * length / most)) {}
                        text.tick x=(format!("{:.1}", LEFT + WIDTH * length / most + 8.0)) y="4" { (harmless(shown)) }
                    }
                }
            }
        }
    }
}

/// Returns the element for curves.
pub(super) fn curves(plot: &Curves) -> Markup {
    html! {
        figure.needs-script {
            figcaption { (harmless(&plot.title)) }
            div.curve id=(plot.id) {}
        }
    }
}
