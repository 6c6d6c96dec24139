//! The block that a tuning ends with.

use super::model::Tuned;
use super::spark::spark;
use crate::layout::{count, table, wrap};
use crate::sinks::plain;

/// Columns of the names.
const INDENT: usize = 13;
/// Bars of a course.
const BARS: usize = 20;
/// Pairs that are left out, and no more, are named.
const NAMED: usize = 10;

/// The whole block.
pub fn block(found: &Tuned) -> String {
    let options = found.options.iter();
    let options: Vec<String> = options
        .map(|(key, value)| format!(", {key} {value}"))
        .collect();
    let options = options.concat();
    let gains = &found.gains;
    let mut lines = vec![
        line("tuning", &found.bot),
        line(
            "game",
            &format!("{}{options}, seed {}", found.game, found.seed),
        ),
        line("time", &found.time),
        line(
            "SPSA",
            &format!(
                "{} of {}, rate {}, A {}, alpha {}, gamma {}",
                count(found.iterations_wanted.into(), "iteration"),
                count(found.pairs.into(), "pair"),
                short(gains.rate),
                gains.stability,
                gains.alpha,
                gains.gamma
            ),
        ),
    ];
    lines.extend(
        found
            .constraints
            .iter()
            .map(|text| line("constraint", text)),
    );
    lines.push(line("verdict", &found.says));
    lines.push(String::new());
    for warning in &found.warnings {
        lines.push(wrap(&plain(warning), 0) + "\n");
    }
    lines.push(parameters(found));
    lines.push(String::new());
    lines.push(line("games", &games(found)));
    lines.extend(rest(found));
    lines.push(line("results", &found.results));
    lines.push(String::new());
    lines.push("What came out, the mean of the last quarter of the iterations:".to_owned());
    lines.extend(
        found
            .words
            .iter()
            .map(|words| format!("  {}", plain(words))),
    );
    if let Some(test) = &found.test {
        lines.push("Whether that is stronger than the start:".to_owned());
        lines.push(format!("  {}", plain(test)));
    }
    lines.join("\n") + "\n"
}

/// A number without digits that nobody reads.
fn short(number: f64) -> String {
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn line(name: &str, text: &str) -> String {
    let name = format!("{name:<INDENT$}");
    wrap(&format!("{name}{}", plain(text)), INDENT)
}

fn parameters(found: &Tuned) -> String {
    let head = [
        "",
        "parameter",
        "start",
        "now",
        "change",
        "result",
        "course",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (number, own) in (1..).zip(&found.parameters) {
        let [start, now, change, result] = own.told.clone();
        let course = spark(&own.course, BARS);
        rows.push(vec![
            number.to_string(),
            own.name.clone(),
            start,
            now,
            change,
            result,
            course,
        ]);
    }
    table(&rows)
}

fn games(found: &Tuned) -> String {
    let faults: Vec<String> = found
        .faults
        .iter()
        .map(|own| format!("{} {} by {}", own.games, own.fault, own.bot))
        .collect();
    let faults = if faults.is_empty() {
        "none lost by a fault".to_owned()
    } else {
        format!("lost by a fault: {}", faults.join(", "))
    };
    format!("{} that count; {faults}", found.games)
}

fn rest(found: &Tuned) -> Vec<String> {
    let mut lines = Vec::new();
    if !found.left_out.is_empty() {
        let named = found.left_out.iter().take(NAMED);
        let named: Vec<&str> = named.map(|own| own.because.as_str()).collect();
        let more = found.left_out.len().saturating_sub(NAMED);
        let more = if more > 0 {
            format!("; and {more} more")
        } else {
            String::new()
        };
        lines.push(line(
            "left out",
            &format!(
                "{}: {}{more}",
                count(found.left_out.len() as u64, "pair"),
                named.join("; ")
            ),
        ));
    }
    if found.replayed > 0 {
        let text = format!("{}, played again", count(found.replayed, "void attempt"));
        lines.push(line("void", &text));
    }
    lines.extend(found.notes.iter().map(|note| line("note", note)));
    lines
}
