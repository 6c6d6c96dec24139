//! The block of text at the end of a tuning.

use referee_output::sanitize::plain;
use referee_output::text_layout::{WIDTH, count, wrap};

use super::model::{ParameterRow, TuningReport};
use super::sparkline::spark;
use crate::columns::Columns;

/// Width of the column of names.
const INDENT: usize = 13;
/// Bars of a course.
const BARS: usize = 20;
/// Most left-out pairs that are listed with their reasons.
const NAMED: usize = 10;

/// Returns the whole block.
pub fn block(report: &TuningReport) -> String {
    let options = report.options.iter();
    let options: Vec<String> = options
        .map(|(key, value)| format!(", {key} {value}"))
        .collect();
    let options = options.concat();
    let gains = &report.gains;
    let mut lines = vec![
        line("tuning", &report.bot),
        line(
            "game",
            &format!("{}{options}, seed {}", report.game, report.seed),
        ),
        line("time", &report.time),
        line(
            "SPSA",
            &format!(
                "{} of {}, rate {}, A {}, alpha {}, gamma {}",
                count(report.iterations_wanted.into(), "iteration"),
                count(report.pairs.into(), "pair"),
                short(gains.rate),
                gains.stability,
                gains.alpha,
                gains.gamma
            ),
        ),
    ];
    lines.extend(
        report
            .constraints
            .iter()
            .map(|text| line("constraint", text)),
    );
    lines.push(line("verdict", &report.says));
    lines.push(String::new());
    for warning in &report.warnings {
        lines.push(wrap(&plain(warning), 0) + "\n");
    }
    lines.push(parameters(report));
    lines.push(String::new());
    lines.push(line("games", &games(report)));
    lines.extend(rest(report));
    lines.push(line("results", &report.results));
    lines.push(String::new());
    lines.push("What came out, the mean of the last quarter of the iterations:".to_owned());
    lines.extend(
        report
            .words
            .iter()
            .map(|words| format!("  {}", plain(words))),
    );
    if let Some(test) = &report.test {
        lines.push("Whether that is stronger than the start:".to_owned());
        lines.push(format!("  {}", plain(test)));
    }
    lines.join("\n") + "\n"
}

/// Formats a number with up to four decimals, without trailing zeros.
fn short(number: f64) -> String {
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn line(name: &str, text: &str) -> String {
    let name = format!("{name:<INDENT$}");
    wrap(&format!("{name}{}", plain(text)), INDENT)
}

fn parameters(report: &TuningReport) -> String {
    let mut columns = Columns::<(usize, &ParameterRow)>::default();
    columns.people("", |(number, _)| *number);
    columns
        .people("parameter", |(_, parameter)| parameter.name.as_str())
        .left();
    for (at, head) in ["start", "now", "change", "result"].into_iter().enumerate() {
        columns.people(head, move |(_, parameter)| parameter.told[at].as_str());
    }
    columns.people("course", |(_, parameter)| spark(&parameter.course, BARS));
    columns
        .table(&(1..).zip(&report.parameters).collect::<Vec<_>>())
        .text(WIDTH)
}

fn games(report: &TuningReport) -> String {
    let faults: Vec<String> = report
        .faults
        .iter()
        .map(|fault_count| {
            format!(
                "{} {} by {}",
                fault_count.games, fault_count.fault, fault_count.bot
            )
        })
        .collect();
    let faults = if faults.is_empty() {
        "none lost by a fault".to_owned()
    } else {
        format!("lost by a fault: {}", faults.join(", "))
    };
    format!("{} that count; {faults}", report.games)
}

fn rest(report: &TuningReport) -> Vec<String> {
    let mut lines = Vec::new();
    if !report.left_out.is_empty() {
        let named = report.left_out.iter().take(NAMED);
        let named: Vec<&str> = named
            .map(|omitted_pair| omitted_pair.because.as_str())
            .collect();
        let more = report.left_out.len().saturating_sub(NAMED);
        let more = if more > 0 {
            format!("; and {more} more")
        } else {
            String::new()
        };
        lines.push(line(
            "left out",
            &format!(
                "{}: {}{more}",
                count(report.left_out.len() as u64, "pair"),
                named.join("; ")
            ),
        ));
    }
    if report.replayed > 0 {
        let text = format!("{}, played again", count(report.replayed, "void attempt"));
        lines.push(line("void", &text));
    }
    lines.extend(report.notes.iter().map(|note| line("note", note)));
    lines
}
