//! What differs between two plans in what is played, a sentence each, in the words of tournament
//! files.

use std::collections::BTreeMap;

use referee_config::whole;
use referee_record::Limits;
use referee_schedule::{Entrant, Format, Plan, Starts};
use serde::Serialize;
use serde_json::Value;

use super::format::{format_name, keys, shown};

/// Names that are listed before the rest is counted.
const NAMES: usize = 5;
/// How far a number is off that went through a file.
const ROUNDING: f64 = 1e-12;

/// What differs, apart from the bots and their times.
pub fn settings(before: &Plan, now: &Plan) -> Vec<String> {
    let (a, b) = (&before.setup, &now.setup);
    let mut all = Vec::new();
    all.extend(one("game", &a.game, &b.game));
    all.extend(one("options", &a.options, &b.options));
    if all.is_empty() {
        all.extend(one("seats", &a.seats, &b.seats));
    }
    all.extend(format(before.format_now(), &now.format));
    all.extend(one("park_after", &before.park_after, &now.park_after));
    // In digits: it may be larger than what numbers of JSON hold.
    all.extend(one("seed", &a.master.to_string(), &b.master.to_string()));
    if !lines_were_added(before, now) {
        all.extend(starts(&a.start, &b.start));
    }
    all.extend(one("openings", &a.openings, &b.openings));
    all.extend(one("restart", &a.restart, &b.restart));
    all.extend(one("pondering", &a.pondering, &b.pondering));
    all.extend(common_limits(&a.limits, &b.limits));
    all
}

/// Of the limits of all bots; two of them are keys of their own in a file.
fn common_limits(before: &Limits, now: &Limits) -> Vec<String> {
    let chatter = |loses: &str| if loses == "true" { "loss" } else { "forgiven" };
    let sentence = |(key, a, b): (String, String, String)| match key.as_str() {
        "chatter_loses" => format!("chatter: {}, now {}", chatter(&a), chatter(&b)),
        "legal" => format!("legal: {a}, now {b}"),
        _ => format!("limits.{key}: {a}, now {b}"),
    };
    pairs(&whole(before), &whole(now))
        .into_iter()
        .map(sentence)
        .collect()
}

/// Whose times differ, and how: those of one kind in one sentence.
pub fn times(before: &Plan, now: &Plan) -> Vec<String> {
    bots("time", before, now, &|_, bot| value(&bot.time))
}

/// Whose own limits differ, and how. Those that aren't a bot's own differ for everybody.
pub fn limits(before: &Plan, now: &Plan) -> Vec<String> {
    bots("limits", before, now, &|plan, bot| {
        let usual = whole(&plan.setup.limits);
        let mut limits = bot.limits.as_ref().map(whole).unwrap_or_default();
        limits.retain(|key, limit| usual.get(key) != Some(limit));
        limits.into_iter().collect()
    })
}

/// What differs of a kind for single bots.
fn bots(
    what: &str,
    before: &Plan,
    now: &Plan,
    of: &dyn Fn(&Plan, &Entrant) -> Value,
) -> Vec<String> {
    let mut kinds: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for bot in &now.bots {
        let Some(old) = before.everybody().find(|old| old.name == bot.name) else {
            continue;
        };
        let pairs = pairs(&of(before, old), &of(now, bot));
        if !pairs.is_empty() {
            let words = pairs
                .iter()
                .map(|(key, a, b)| format!("{key} {a}, now {b}"));
            let words = words.collect::<Vec<_>>().join("; ");
            kinds.entry(words).or_default().push(&bot.name);
        }
    }
    let sentence =
        |(words, names): (String, Vec<&str>)| format!("{what} of {}: {words}", list(&names));
    kinds.into_iter().map(sentence).collect()
}

/// Names in a sentence; of many only some.
pub fn list<S: AsRef<str>>(names: &[S]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [some @ .., last] if some.len() <= NAMES => format!("{} and {last}", some.join(", ")),
        all => {
            let (some, rest) = all.split_at(NAMES);
            format!("{} and {} more", some.join(", "), rest.len())
        }
    }
}

fn format(before: &Format, now: &Format) -> Vec<String> {
    let words = (format_name(before), format_name(now));
    if words.0 != words.1 {
        return vec![format!("format: {}, now {}", words.0, words.1)];
    }
    let differs = |(key, ..): &(String, String, String)| match key.split('.').next() {
        // Newcomers come and go as bots do.
        Some("newcomers") => false,
        // What a sequential test says stays true with more games, so that it may go on behind its cap.
        Some("games") => !matches!(now, Format::Sprt { .. }),
        _ => true,
    };
    // What bounds it is told apart.
    let differences = pairs(&keys(&before.with_bounds_of(now)), &keys(now));
    let sentences = differences.into_iter().filter(differs);
    sentences
        .map(|(key, a, b)| format!("{key}: {a}, now {b}"))
        .collect()
}

/// How those bounds differ that can be raised while it is played: of the format, and of its starts.
pub fn bounds(before: &Plan, now: &Plan) -> Vec<String> {
    let format = before.format_now();
    let mut all = one(
        "",
        &keys(format),
        &keys(&format.with_bounds_of(&now.format)),
    );
    if lines_were_added(before, now) {
        all.extend(starts(&before.setup.start, &now.setup.start));
    }
    all
}

/// Whether there are more starts behind those that there were, in a format that may need them.
pub fn lines_were_added(before: &Plan, now: &Plan) -> bool {
    match (&before.setup.start, &now.setup.start) {
        (Starts::States(a), Starts::States(b)) => {
            before.format_now().goes_on() && a.len() < b.len() && b.starts_with(a)
        }
        _ => false,
    }
}

fn starts(before: &Starts, now: &Starts) -> Option<String> {
    let shown = |starts: &Starts| match starts {
        Starts::Default => "default".to_owned(),
        Starts::Deal => "deal".to_owned(),
        Starts::States(lines) => format!("{} state lines", lines.len()),
    };
    if before == now {
        return None;
    }
    let (a, b) = (shown(before), shown(now));
    if let (Starts::States(x), Starts::States(y)) = (before, now)
        && x.len() == y.len()
    {
        let other = x.iter().zip(y).take_while(|(x, y)| x == y).count() + 1;
        return Some(format!(
            "start: {a}, of which state line {other} is another now"
        ));
    }
    Some(format!("start: {a}, now {b}"))
}

/// The differences of a value, or of what a table holds.
fn one<T: Serialize>(key: &str, before: &T, now: &T) -> Vec<String> {
    let sentence =
        |(path, a, b): (String, String, String)| format!("{}: {a}, now {b}", join(key, &path));
    pairs(before, now).into_iter().map(sentence).collect()
}

/// Every difference: the path to it, and both values as words.
fn pairs<T: Serialize>(before: &T, now: &T) -> Vec<(String, String, String)> {
    let mut differences = Vec::new();
    descend("", &value(before), &value(now), &mut differences);
    differences.sort();
    differences
}

fn value<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

fn descend(
    path: &str,
    before: &Value,
    now: &Value,
    differences: &mut Vec<(String, String, String)>,
) {
    match (before, now) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            for key in keys {
                let below = join(path, key);
                let of = |map: &serde_json::Map<String, Value>| {
                    map.get(key).cloned().unwrap_or_default()
                };
                descend(&below, &of(a), &of(b), differences);
            }
        }
        _ if same(before, now) => {}
        // Long lists would look alike where they are cut off.
        (Value::Array(a), Value::Array(b))
            if a.len() == b.len() && shown(before).ends_with('…') =>
        {
            for (number, (a, b)) in (1..).zip(a.iter().zip(b)) {
                descend(&join(path, &number.to_string()), a, b, differences);
            }
        }
        _ => differences.push((path.to_owned(), shown(before), shown(now))),
    }
}

/// A path and a step further; either may be empty.
fn join(path: &str, step: &str) -> String {
    let dot = if path.is_empty() || step.is_empty() {
        ""
    } else {
        "."
    };
    format!("{path}{dot}{step}")
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) if x.is_f64() || y.is_f64() => {
            let (x, y) = (
                x.as_f64().unwrap_or(f64::NAN),
                y.as_f64().unwrap_or(f64::NAN),
            );
            (x - y).abs() <= ROUNDING * x.abs().max(y.abs())
        }
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_up_to_some() {
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(list(&["a", "b", "c", "d", "e", "f"]), "a, b, c, d, e and f");
        let many: Vec<String> = (0..10).map(|n| n.to_string()).collect();
        assert_eq!(list(&many), "0, 1, 2, 3, 4 and 5 more");
        assert_eq!(list::<&str>(&[]), "nobody");
    }

    #[test]
    fn numbers_that_went_through_a_file_are_the_same() {
        assert!(pairs(&0.95, &0.950_000_000_000_000_1).is_empty());
        assert_eq!(pairs(&0.95, &0.96).len(), 1);
    }

    #[test]
    fn of_long_lists_the_difference_is_shown() {
        let before: Vec<String> = (100..200).map(|n| n.to_string()).collect();
        let mut now = before.clone();
        "x".clone_into(&mut now[90]);
        assert_eq!(one("stage", &before, &now), ["stage.91: 190, now x"]);
        assert_eq!(one("stage", &["a"], &["b"]), ["stage: a, now b"]);
        now.pop();
        let sentences = one("stage", &before, &now);
        assert_eq!(sentences.len(), 1);
        assert!(sentences[0].chars().count() < 150, "{sentences:?}");
    }
}
