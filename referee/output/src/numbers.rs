//! Formats numbers for people.

use std::time::Duration;

/// Formats points: whole numbers without decimals, others with at most two.
pub fn decimal(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Formats milliseconds with two digits, or as a whole number from 10 ms on.
pub fn millis(ms: f64) -> String {
    match ms {
        _ if ms < 0.995 => format!("{ms:.2}"),
        _ if ms < 9.95 => format!("{ms:.1}"),
        _ => format!("{ms:.0}"),
    }
}

/// Formats a difference of ratings with its sign.
pub fn signed(elo: f64, decimals: usize) -> String {
    let text = format!("{elo:+.decimals$}");
    // A number that is rounded to zero has no sign.
    if text.chars().any(|c| ('1'..='9').contains(&c)) {
        text
    } else {
        text.replace(['+', '-'], "")
    }
}

/// Formats a share from 0 to 1 as a percentage with one decimal, without the sign.
pub fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// Formats a probability from 0 to 1 with two decimals. It is never written as 0 or 1, since it was estimated
/// by sampling.
pub fn probability(p: f64) -> String {
    match p {
        _ if p < 0.005 => "<.01".to_owned(),
        _ if p >= 0.995 => ">.99".to_owned(),
        _ => format!("{p:.2}").trim_start_matches('0').to_owned(),
    }
}

/// Formats a duration in its two largest units; below a minute in one, and below a second in milliseconds.
/// Rounds to the nearest.
pub fn span(time: Duration) -> String {
    let half = unit(time) / 2;
    units(time.saturating_add(half))
}

/// Formats a duration as [`span`] does, but rounds up: for times that aren't exceeded.
pub fn span_at_most(time: Duration) -> String {
    let almost = unit(time).saturating_sub(Duration::from_nanos(1));
    units(time.saturating_add(almost))
}

/// Returns the smallest unit in which a duration is shown.
fn unit(time: Duration) -> Duration {
    match time.as_secs() {
        0 => Duration::from_millis(1),
        1..3600 => Duration::from_secs(1),
        3600..86_400 => Duration::from_mins(1),
        _ => Duration::from_hours(1),
    }
}

/// Formats the whole units of a duration.
fn units(time: Duration) -> String {
    let s = time.as_secs();
    match s {
        0 => format!("{} ms", time.as_millis()),
        1..60 => format!("{s} s"),
        60..3600 => format!("{} min {} s", s / 60, s % 60),
        3600..86_400 => format!("{} h {} min", s / 3600, s / 60 % 60),
        _ => format!("{} d {} h", s / 86_400, s / 3600 % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_rounded_and_a_bound_is_rounded_up() {
        let day = 86_400_000;
        for (ms, nearest, bound) in [
            (0, "0 ms", "0 ms"),
            (999, "999 ms", "999 ms"),
            (1000, "1 s", "1 s"),
            (1001, "1 s", "2 s"),
            (1560, "2 s", "2 s"),
            (59_400, "59 s", "1 min 0 s"),
            (3_599_500, "1 h 0 min", "1 h 0 min"),
            (3_600_001, "1 h 0 min", "1 h 1 min"),
            (day - 1, "1 d 0 h", "1 d 0 h"),
            (day + 1, "1 d 0 h", "1 d 1 h"),
        ] {
            let time = Duration::from_millis(ms);
            assert_eq!((&*span(time), &*span_at_most(time)), (nearest, bound));
        }
        let beyond = Duration::from_nanos(999_999_001);
        assert_eq!((&*span(beyond), &*span_at_most(beyond)), ("1 s", "1 s"));
        assert!(span_at_most(Duration::MAX).ends_with(" h"));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([7.0, 7.5, 1.0 / 3.0].map(decimal), ["7", "7.5", "0.33"]);
        assert_eq!(
            [0.5, 0.999, 9.94, 9.96, 10.4].map(millis),
            ["0.50", "1.0", "9.9", "10", "10"]
        );
        let shown = [135.4, -120.6, 0.4, -0.4].map(|elo| signed(elo, 0));
        assert_eq!(shown, ["+135", "-121", "0", "0"]);
        assert_eq!(signed(-0.04, 1), "0.0");
        let shown = [0.0, 0.001, 0.005, 0.5, 0.9949, 0.999, 1.0].map(probability);
        assert_eq!(shown, ["<.01", "<.01", ".01", ".50", ".99", ">.99", ">.99"]);
        assert_eq!(percent(2.0 / 3.0), "66.7");
    }
}
