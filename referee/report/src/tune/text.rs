//! The block of text at the end of a tuning, and its section of a page.

use referee_output::sanitize::plain;
use referee_output::text_layout::{WIDTH, count, wrap};

use super::model::{ParameterRow, TuningReport};
use super::sparkline::spark;
use crate::columns::Columns;
use crate::document::{Block, Facts, NoteGroup, Section, Table};
use crate::head_to_head::rows::Fact;

/// Width of the column of names.
const INDENT: usize = 13;
/// Bars of a course.
const BARS: usize = 20;
/// Most left-out pairs that are listed with their reasons.
const NAMED: usize = 10;

/// Returns the whole block.
pub fn block(report: &TuningReport) -> String {
    let mut lines: Vec<String> = outcome(report).iter().map(line).collect();
    lines.push(String::new());
    for warning in &report.warnings {
        lines.push(wrap(&plain(warning), 0) + "\n");
    }
    lines.push(parameters(report).text(WIDTH));
    lines.push(String::new());
    lines.extend(ground(report).iter().map(line));
    lines.push(line(&("results", report.results.clone())));
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

/// Returns the section of a page. Not for everybody are the seed, from which starts to come follow (`with_seed`), and the
/// lines of the file with the result, which may name commands and folders.
pub fn section(report: &TuningReport, with_seed: bool) -> Section {
    let facts = [outcome(report), ground(report)].concat();
    let is_shown = |name: &str| name != "verdict" && (with_seed || name != "game");
    let facts = facts.into_iter().filter(|(name, _)| is_shown(name));
    Section {
        id: "tuning",
        title: "Tuning".to_owned(),
        blocks: vec![
            Block::Text(report.says.clone()),
            Block::Table(parameters(report)),
            Block::Facts(Facts::new("", facts)),
            Block::Notes(NoteGroup::new(None, report.warnings.clone())),
        ],
    }
}

fn outcome(report: &TuningReport) -> Vec<Fact> {
    let options = report.options.iter();
    let options: Vec<String> = options
        .map(|(key, value)| format!(", {key} {value}"))
        .collect();
    let options = options.concat();
    let gains = &report.gains;
    let spsa = format!(
        "{} of {}, rate {}, A {}, alpha {}, gamma {}",
        count(report.iterations_wanted.into(), "iteration"),
        count(report.pairs.into(), "pair"),
        short(gains.rate),
        gains.stability,
        gains.alpha,
        gains.gamma
    );
    let mut facts = vec![
        ("tuning", report.bot.clone()),
        (
            "game",
            format!("{}{options}, seed {}", report.game, report.seed),
        ),
        ("time", report.time.clone()),
        ("SPSA", spsa),
    ];
    let constraints = report.constraints.iter();
    facts.extend(constraints.map(|text| ("constraint", text.clone())));
    facts.push(("verdict", report.says.clone()));
    facts
}

/// Formats a number with up to four decimals, without trailing zeros.
fn short(number: f64) -> String {
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn line((name, text): &Fact) -> String {
    let name = format!("{name:<INDENT$}");
    wrap(&format!("{name}{}", plain(text)), INDENT)
}

fn parameters(report: &TuningReport) -> Table {
    let mut columns = Columns::<(usize, &ParameterRow)>::default();
    columns.people("", |(number, _)| *number);
    columns
        .people("parameter", |(_, parameter)| parameter.name.as_str())
        .left();
    for (at, head) in ["start", "now", "change", "result"].into_iter().enumerate() {
        columns.people(head, move |(_, parameter)| parameter.told[at].as_str());
    }
    columns.people("course", |(_, parameter)| spark(&parameter.course, BARS));
    columns.table(&(1..).zip(&report.parameters).collect::<Vec<_>>())
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

fn ground(report: &TuningReport) -> Vec<Fact> {
    let mut facts = vec![("games", games(report))];
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
        let pairs = count(report.left_out.len() as u64, "pair");
        facts.push(("left out", format!("{pairs}: {}{more}", named.join("; "))));
    }
    if report.replayed > 0 {
        let text = format!("{}, played again", count(report.replayed, "void attempt"));
        facts.push(("void", text));
    }
    facts.extend(report.notes.iter().map(|note| ("note", note.clone())));
    facts
}
