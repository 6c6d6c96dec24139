//! Plots the course of a test in characters: its log-likelihood ratio between the two bounds, and some
//! numbers.

use referee_output::numbers::signed;
use referee_schedule::head_to_head::Point;

use super::model::TestStatus;

/// Most points of a course, which is the width of the plot in columns.
pub const POINTS: usize = 56;
/// Lines of the plot, from bound to bound inclusive.
const LINES: usize = 9;
/// Columns of the scale.
const SCALE: usize = 7;
/// Most points that are also shown as numbers.
const TOLD: usize = 6;

/// Returns the plot; empty before the first pair.
pub fn drawn(test: &TestStatus, course: &[Point]) -> String {
    let Some(last) = course.last() else {
        return String::new();
    };
    let columns = course.len().max(LINES);
    let heights: Vec<usize> = course.iter().map(|point| height(test, point.llr)).collect();
    let zero = height(test, 0.0);
    let mut text = String::new();
    for line in (0..LINES).rev() {
        let (scale, hypothesis) = match line {
            0 => (signed(test.lower, 2), "  H0"),
            _ if line == LINES - 1 => (signed(test.upper, 2), "  H1"),
            _ if line == zero => ("0".to_owned(), ""),
            _ => (String::new(), ""),
        };
        let ground = if hypothesis.is_empty() { ' ' } else { '─' };
        let row: String = (0..columns)
            .map(|column| match heights.get(column) {
                Some(found) if *found == line => '●',
                _ => ground,
            })
            .collect();
        let row = format!("{row}{hypothesis}");
        text += &format!("{scale:>SCALE$} │{}\n", row.trim_end());
    }
    let pairs = format!("{} pairs", last.pairs);
    let room = columns.saturating_sub(1).max(pairs.len() + 1);
    text += &format!("{:SCALE$}  1{pairs:>room$}\n\n", "");
    text + &numbers(course)
}

/// Returns some points as numbers, at equal distances, the last one among them.
fn numbers(course: &[Point]) -> String {
    let shown_count = course.len().min(TOLD);
    let chosen = (1..=shown_count).filter_map(|n| course.get(course.len() * n / shown_count - 1));
    let chosen: Vec<&Point> = chosen.collect();
    let row = |name: &str, cell: &dyn Fn(&Point) -> String| {
        let cells = chosen.iter().map(|point| format!("{:>9}", cell(point)));
        format!("{name:<6}{}\n", cells.collect::<String>())
    };
    row("pairs", &|point| point.pairs.to_string()) + &row("LLR", &|point| signed(point.llr, 2))
}

/// Returns the line of a ratio in the plot, from 0 at the bottom. Only a ratio at or beyond a bound is on the
/// bound's line; any other is kept off it, so that rounding never shows a bound as reached.
fn height(test: &TestStatus, llr: f64) -> usize {
    let top = LINES - 1;
    if llr >= test.upper {
        return top;
    }
    if llr <= test.lower {
        return 0;
    }
    let share = (llr - test.lower) / (test.upper - test.lower);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of some lines"
    )]
    let line = (share * top as f64).round() as usize;
    line.clamp(1, top - 1)
}

#[cfg(test)]
mod tests {
    use referee_schedule::head_to_head::Hypotheses;
    use referee_stats::SprtModel;

    use super::*;

    fn test(llr: f64) -> TestStatus {
        TestStatus {
            asks: Hypotheses {
                model: SprtModel::Normalized,
                elo0: 0.0,
                elo1: 5.0,
                alpha: 0.05,
                beta: 0.05,
            },
            llr,
            lower: -2.944,
            upper: 2.944,
        }
    }

    fn course(ratios: &[f64]) -> Vec<Point> {
        let pairs = (1..).map(|n| 10 * n);
        let each = pairs.zip(ratios);
        each.map(|(pairs, &llr)| Point { pairs, llr }).collect()
    }

    #[test]
    fn a_course_is_drawn_between_its_bounds() {
        let ratios = [0.1, -0.4, -1.0, -0.2, 0.6, 0.9, 1.5, 1.2, 2.2, 2.9, 3.02];
        let shown = drawn(&test(3.02), &course(&ratios));
        assert_eq!(
            shown,
            "  +2.94 │──────────●  H1\n\
             \u{20}       │        ●●\n\
             \u{20}       │      ●●\n\
             \u{20}       │    ●●\n\
             \u{20}     0 │●  ●\n\
             \u{20}       │ ●●\n\
             \u{20}       │\n\
             \u{20}       │\n  \
             -2.94 │───────────  H0\n\
             \u{20}        1 110 pairs\n\n\
             pairs        10       30       50       70       90      110\n\
             LLR       +0.10    -1.00    +0.60    +1.50    +2.20    +3.02\n"
        );
        assert_eq!(drawn(&test(0.0), &[]), "");
    }

    #[test]
    fn the_longest_fits() {
        let shown = drawn(&test(0.0), &course(&[0.0; POINTS]));
        assert!(
            shown.lines().all(|line| line.chars().count() <= 70),
            "{shown}"
        );
        let one = drawn(&test(0.0), &course(&[0.0]));
        assert!(one.contains("1 10 pairs"), "{one}");
    }
}
