//! Describes the differences between two plans, one sentence each, in the words of tournament files.

use std::collections::BTreeMap;

use referee_config::limits_table;
use referee_record::Limits;
use referee_schedule::{Entrant, Format, Plan, Starts};
use serde::Serialize;
use serde_json::Value;

use super::format::{format_name, keys, shown};

/// Names that are listed; the rest are only counted.
const NAMES: usize = 5;
/// Relative rounding error of a number that went through a file.
const ROUNDING: f64 = 1e-12;

/// Describes differences in the settings, other than the bots, their times and their limits.
pub(crate) fn settings(before: &Plan, now: &Plan) -> Vec<String> {
    let (a, b) = (&before.setup, &now.setup);
    let mut all = Vec::new();
    all.extend(one("game", &a.game, &b.game));
    if a.game == b.game && a.rules != b.rules {
        all.push(format!(
            "the rules of {} are others now: its folder has changed",
            b.game
        ));
    }
    all.extend(one("options", &a.options, &b.options));
    if all.is_empty() {
        all.extend(one("seats", &a.seats, &b.seats));
    }
    all.extend(format(before.format_now(), &now.format));
    all.extend(one("park_after", &before.park_after, &now.park_after));
    all.extend(one("allow_faults", &before.allow_faults, &now.allow_faults));
    // As text: the seed may be larger than a JSON number can hold.
    all.extend(one("seed", &a.master.to_string(), &b.master.to_string()));
    if !lines_were_added(before, now) {
        all.extend(starts(&a.start, &b.start));
    }
    all.extend(one("openings", &a.openings, &b.openings));
    all.extend(one("restart", &a.restart, &b.restart));
    all.extend(one("pondering", &a.pondering, &b.pondering));
    all.extend(one("adjudicate", &a.adjudicate, &b.adjudicate));
    all.extend(one("legal", &a.limits.legal, &b.limits.legal));
    let chatter = [a, b].map(|setup| chatter(&setup.limits));
    all.extend(one("chatter", &chatter[0], &chatter[1]));
    all.extend(one("tries", &a.limits.tries, &b.limits.tries));
    all.extend(one(
        "limits",
        &limits_table(&a.limits),
        &limits_table(&b.limits),
    ));
    all
}

/// Returns what becomes of chatter, in the word of a tournament file.
pub(crate) fn chatter(limits: &Limits) -> &'static str {
    if limits.chatter_loses {
        "loss"
    } else {
        "forgiven"
    }
}

/// Describes which bots' times differ, and how; bots with the same difference share a sentence.
pub(crate) fn times(before: &Plan, now: &Plan) -> Vec<String> {
    bots("time", before, now, &|_, bot| value(&bot.time))
}

/// Describes which bots' own limits differ, and how. Differences in the common limits are left to
/// [`settings`].
pub(crate) fn limits(before: &Plan, now: &Plan) -> Vec<String> {
    bots("limits", before, now, &|plan, bot| {
        let usual = limits_table(&plan.setup.limits);
        let mut limits = bot.limits.as_ref().map(limits_table).unwrap_or_default();
        limits.retain(|key, limit| usual.get(key) != Some(limit));
        limits.into_iter().collect()
    })
}

/// Describes differences in one setting of single bots; `of` reads the setting.
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

/// Joins names for a sentence; of many names it lists only the first few.
pub(crate) fn list<S: AsRef<str>>(names: &[S]) -> String {
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
        // Newcomers join and leave as bots do.
        Some("newcomers") => false,
        // The verdict of a sequential test stays valid with more games, so it may continue past its cap.
        Some("games") => !matches!(now, Format::Sprt { .. }),
        _ => true,
    };
    // `bounds` describes the differences in the bounds.
    let differences = pairs(&keys(&before.with_bounds_of(now)), &keys(now));
    let sentences = differences.into_iter().filter(differs);
    sentences
        .map(|(key, a, b)| format!("{key}: {a}, now {b}"))
        .collect()
}

/// Describes differences in the bounds that can be raised during a run: those of the format, and its
/// starts.
pub(crate) fn bounds(before: &Plan, now: &Plan) -> Vec<String> {
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

/// Returns whether the plan now has more starts after the earlier ones, in a format that may need them.
pub(crate) fn lines_were_added(before: &Plan, now: &Plan) -> bool {
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

/// Describes the differences of a value, or of the entries of a table.
fn one<T: Serialize>(key: &str, before: &T, now: &T) -> Vec<String> {
    let sentence =
        |(path, a, b): (String, String, String)| format!("{}: {a}, now {b}", join(key, &path));
    pairs(before, now).into_iter().map(sentence).collect()
}

/// Lists all differences: the path to each, and both values as words.
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
        // Long lists would look alike where they are cut off, so their elements are compared one by one.
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

/// Appends a step to a path; either may be empty.
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
