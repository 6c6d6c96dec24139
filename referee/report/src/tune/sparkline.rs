//! Draws a course of numbers as a row of bars (a sparkline).

/// Bars from the lowest to the highest.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws the course in at most `most` bars, each the mean of its part. The full height is the range from the
/// least to the greatest of these means.
pub(super) fn spark(course: &[f64], most: usize) -> String {
    let bars = most.min(course.len());
    let means: Vec<f64> = (0..bars)
        .map(|bar| {
            let part = &course[bar * course.len() / bars..(bar + 1) * course.len() / bars];
            part.iter().sum::<f64>() / real(part.len())
        })
        .collect();
    let least = means.iter().copied().fold(f64::INFINITY, f64::min);
    let range = means.iter().copied().fold(f64::NEG_INFINITY, f64::max) - least;
    let bar = |mean: &f64| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to 7"
        )]
        let height = if range > 0.0 {
            ((mean - least) / range * 7.0).round() as usize
        } else {
            3
        };
        BARS[height.min(7)]
    };
    means.iter().map(bar).collect()
}

#[expect(clippy::cast_precision_loss, reason = "iterations are few")]
fn real(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn courses_are_drawn_from_the_least_to_the_greatest() {
        assert_eq!(spark(&[0.0, 7.0], 9), "▁█");
        assert_eq!(spark(&[5.0, 5.0, 5.0], 9), "▄▄▄");
        assert_eq!(spark(&[], 9), "");
        let rising: Vec<f64> = (0..80).map(f64::from).collect();
        assert_eq!(spark(&rising, 8), "▁▂▃▄▅▆▇█");
    }
}
