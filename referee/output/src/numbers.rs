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

#[cfg(test)]
mod tests {
    use super::*;

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
