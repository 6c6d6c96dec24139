//! Parses time controls as authors of engines write them: `8+0.08`, `40/60`, `st=1`, `nodes=5000`,
//! `depth=6`.

use referee_record::{TimeBudget, TimeControl};
use serde_json::{Map, Value};

/// Accepted forms, for errors.
const FORMS: &str = "expected 8+0.08 (seconds and increment), 40/60 (moves and seconds), 1:30+1, \
                     st=1 (seconds a move), nodes=5000, depth=6 or inf; several are joined by commas, \
                     as in 8+0.08,nodes=5000";

/// Parses a time control.
pub fn parse_time_control(text: &str) -> Result<TimeControl, String> {
    let refuse = |why: String| format!("{text:?}: {why}");
    let mut keys = Map::new();
    for part in text.split(',').map(str::trim) {
        for (key, value) in spelled(part).ok_or_else(|| refuse(FORMS.to_owned()))? {
            if keys.insert(key.to_owned(), value.into()).is_some() {
                return Err(refuse(format!(
                    "{part:?} says again what was said before it"
                )));
            }
        }
    }
    serde_json::from_value(Value::Object(keys)).map_err(|why| refuse(why.to_string()))
}

/// Converts a part to the keys of tournament files.
fn spelled(part: &str) -> Option<Vec<(&'static str, u64)>> {
    let count = |text: &str| text.parse::<u64>().ok().filter(|n| *n > 0);
    match part.split_once('=') {
        None if part == "inf" => Some(Vec::new()),
        None => clock(part),
        Some(("tc", value)) if value != "inf" => clock(value),
        Some(("tc", _)) => Some(Vec::new()),
        Some(("st", value)) => Some(vec![("move_ms", seconds(value)?)]),
        Some(("nodes", value)) => Some(vec![("nodes", count(value)?)]),
        Some(("depth", value)) => Some(vec![("depth", count(value)?)]),
        Some(_) => None,
    }
}

/// Parses `[MOVES/]TIME[+INCREMENT]`.
fn clock(text: &str) -> Option<Vec<(&'static str, u64)>> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|n| *n > 0)?), rest),
        None => (None, text),
    };
    let (time, increment) = match rest.split_once('+') {
        Some((time, increment)) => (time, Some(seconds(increment)?)),
        None => (rest, None),
    };
    let time = match time.split_once(':') {
        Some((minutes, rest)) => minutes
            .parse::<u64>()
            .ok()?
            .checked_mul(60_000)?
            .checked_add(seconds(rest)?)?,
        None => seconds(time)?,
    };
    let mut keys = vec![("clock_ms", time)];
    keys.extend(moves.map(|moves| ("moves", moves)));
    keys.extend(increment.map(|ms| ("inc_ms", ms)));
    Some(keys)
}

/// Parses seconds with at most three decimals, and returns milliseconds.
fn seconds(text: &str) -> Option<u64> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(rest) || rest.len() > 3 || text.trim_matches('.').is_empty() {
        return None;
    }
    let whole: u64 = if whole.is_empty() {
        0
    } else {
        whole.parse().ok()?
    };
    let rest: u64 = format!("{rest:0<3}").parse().ok()?;
    whole.checked_mul(1000)?.checked_add(rest)
}

/// Formats a time control as authors of engines write it; [`parse_time_control`] is the reverse for the forms
/// that it accepts.
pub fn format_time_control(time: &TimeControl) -> String {
    let mut parts = Vec::new();
    match time.budget {
        TimeBudget::Move { ms } => parts.push(format!("st={}", in_seconds(ms))),
        TimeBudget::Untimed { .. } if time.nodes.or(time.depth).is_some() => {}
        TimeBudget::Untimed { .. } => parts.push("inf".to_owned()),
        TimeBudget::Clock {
            ms,
            inc,
            delay,
            moves,
        } => {
            let moves = moves.map_or_else(String::new, |moves| format!("{moves}/"));
            let inc = if inc > 0 {
                format!("+{}", in_seconds(inc))
            } else {
                String::new()
            };
            parts.push(format!("{moves}{}{inc}", in_seconds(ms)));
            if delay > 0 {
                parts.push(format!("delay {} s", in_seconds(delay)));
            }
        }
    }
    parts.extend(time.nodes.map(|n| format!("nodes={n}")));
    parts.extend(time.depth.map(|n| format!("depth={n}")));
    if time.margin_ms > 0 {
        parts.push(format!("margin {} ms", time.margin_ms));
    }
    if time.cpu_cap_ms.is_some() {
        parts.push("CPU time".to_owned());
    }
    parts.join(",")
}

fn in_seconds(ms: u64) -> String {
    let text = format!("{}.{:03}", ms / 1000, ms % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_authors_write_is_read() {
        for (text, json) in [
            ("8+0.08", r#"{"clock_ms":8000,"inc_ms":80}"#),
            ("tc=8+0.08", r#"{"clock_ms":8000,"inc_ms":80}"#),
            ("40/60", r#"{"clock_ms":60000,"moves":40}"#),
            (
                "40/1:30+0.5",
                r#"{"clock_ms":90000,"inc_ms":500,"moves":40}"#,
            ),
            ("st=1", r#"{"move_ms":1000}"#),
            ("st=0.05", r#"{"move_ms":50}"#),
            (".5", r#"{"clock_ms":500}"#),
            ("nodes=5000", r#"{"cap_ms":60000,"nodes":5000}"#),
            ("depth=6", r#"{"cap_ms":60000,"depth":6}"#),
            ("st=2, nodes=7", r#"{"move_ms":2000,"nodes":7}"#),
            ("inf", r#"{"cap_ms":600000}"#),
        ] {
            let time = parse_time_control(text).expect(text);
            assert_eq!(serde_json::to_string(&time).expect(text), json, "{text}");
            assert_eq!(
                parse_time_control(&format_time_control(&time)),
                Ok(time),
                "{text}"
            );
        }
    }

    #[test]
    fn nonsense_gets_one_clear_message() {
        for (text, why) in [
            ("", "expected 8+0.08"),
            ("fast", "expected 8+0.08"),
            ("8+", "expected 8+0.08"),
            ("8+0.0801", "expected 8+0.08"),
            ("-1", "expected 8+0.08"),
            ("0/60", "expected 8+0.08"),
            ("nodes=0", "expected 8+0.08"),
            ("st=x", "expected 8+0.08"),
            ("hash=5", "expected 8+0.08"),
            ("8,9", "says again"),
            ("8,st=1", "exclude each other"),
            ("0", "must be from 1"),
            ("99999999", "must be from 1"),
            ("18446744073709551615", "expected 8+0.08"),
        ] {
            let error = parse_time_control(text).expect_err(text);
            assert!(error.contains(why) && !error.contains('\n'), "{error}");
        }
    }
}
