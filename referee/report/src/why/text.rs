//! Shows a fault on one screen of 80 columns.

use referee_games::text::legal_list;
use referee_output::numbers::millis;
use referee_output::sanitize::plain;
use referee_output::text_layout::{WIDTH, clip, fold, wrap};
use referee_record::{Adjudicated, FaultKind};

use super::{Explained, Why};
use crate::diagnosis::last_lines;

/// Width of the column of names.
const INDENT: usize = 9;
/// Most lines shown of the bot's output.
const BYTES_LINES: usize = 3;
const STDERR_LINES: usize = 5;

/// Returns the whole page.
pub(super) fn text(why: &Why) -> String {
    let worker = why.worker.iter();
    let worker = worker.map(|worker| format!("played on worker {}\n", plain(worker)));
    let mut parts = vec![why.title.clone() + "\n" + &worker.collect::<String>()];
    if why.faults.is_empty() {
        parts.push(no_fault(why));
    }
    parts.extend(why.faults.iter().map(fault));
    parts.join("\n")
}

fn no_fault(why: &Why) -> String {
    let seats: Vec<String> = why.others.iter().map(char::to_string).collect();
    match seats.as_slice() {
        [] if why.void => {
            "No seat had a fault of its own, and the game doesn't count.\n".to_owned()
        }
        [] if Adjudicated::REASONS.contains(&&*why.reason) => {
            "No seat had a fault of its own: the referee ended the game, by what the tournament's `adjudicate` says.\n"
                .to_owned()
        }
        [] => "No seat had a fault of its own: the rules decided.\n".to_owned(),
        [one] => format!("This seat had no fault of its own, but seat {one} had one.\n"),
        several => format!(
            "This seat had no fault of its own, but seats {} had.\n",
            several.join(" and ")
        ),
    }
}

fn fault(fault: &Explained) -> String {
    let mut text = wrap(&heading(fault), 2) + "\n";
    if !fault.picture.is_empty() {
        text += &format!("\n{}\n\n", fault.picture.join("\n"));
    }
    for (name, what) in facts(fault) {
        text += &format!("{}\n", wrap(&format!("{name:<INDENT$}{what}"), INDENT));
    }
    text += &quoted("bytes", &fault.last_bytes, BYTES_LINES, None);
    let cause = fault.diagnosis.cause(&fault.stderr);
    // The translator of an engine ends it with what was said.
    let is_said = |line: &&str| line.starts_with("> ") || line.starts_with("< ");
    let (said, own): (Vec<&str>, Vec<&str>) = fault.stderr.trim_end().lines().partition(is_said);
    text += &quoted("stderr", &own.join("\n"), STDERR_LINES, cause);
    text += &quoted("said", &said.join("\n"), STDERR_LINES, None);
    for (i, advice) in fault.advice.iter().enumerate() {
        let name = if i == 0 { "try" } else { "" };
        text += &format!(
            "{}\n",
            wrap(&format!("{name:<INDENT$}- {advice}"), INDENT + 2)
        );
    }
    let name = "again";
    if let Some(repro) = &fault.repro {
        let stop = fault
            .ply
            .map_or(String::new(), |ply| format!(" --stop-at {ply}"));
        text += &format!("{name:<INDENT$}{repro}\n");
        if !stop.is_empty() {
            text += &format!("{:INDENT$}with{stop} for a debugger\n", "");
        }
    } else if let Some(no) = &fault.no_script {
        text += &format!(
            "{}\n",
            wrap(&format!("{name:<INDENT$}not possible: {no}"), INDENT)
        );
    }
    if let Some(share) = &fault.share {
        text += &format!("{:<INDENT$}{share}\n", "share");
    }
    text
}

/// Returns the facts other than the verdict, by name, without those that are unknown.
pub fn facts(fault: &Explained) -> Vec<(&'static str, String)> {
    let asked = fault.asked.as_ref();
    let asked = asked.map_or_else(String::new, |go| clip(&plain(go), 3 * WIDTH));
    let facts = [
        ("asked", asked),
        ("times", times(fault)),
        ("rule", rule(fault)),
        ("process", process(fault)),
    ];
    facts
        .into_iter()
        .filter(|(_, what)| !what.is_empty())
        .collect()
}

/// Returns the verdict in a sentence.
pub fn heading(fault: &Explained) -> String {
    let [place, of] = fault.place;
    let ply = fault
        .ply
        .map_or(String::new(), |ply| format!(" at ply {ply}"));
    let sentence = plain(&fault.sentence);
    // The legal moves are listed with the rule.
    let listed = legal_list(&fault.legal);
    let sentence = sentence.strip_suffix(&listed).unwrap_or(&sentence);
    format!(
        "{} {} lost by {}{ply} (place {place} of {of}): {sentence}.",
        fault.seat,
        plain(&fault.bot),
        fault.reason,
    )
}

pub(super) fn ms(ns: u64) -> String {
    format!(
        "{} ms",
        millis(std::time::Duration::from_nanos(ns).as_secs_f64() * 1e3)
    )
}

fn times(fault: &Explained) -> String {
    if fault.allowed_ns == 0 {
        return String::new();
    }
    let mut line = vec!["asked at 0".to_owned()];
    match fault.first_byte_ns {
        Some(ns) => line.push(format!("first byte {}", ms(ns))),
        None => line.push("no byte".to_owned()),
    }
    if let Some(ns) = fault.newline_ns {
        line.push(format!("last newline {}", ms(ns)));
    } else if fault.first_byte_ns.is_some() {
        line.push("no newline".to_owned());
    }
    line.push(format!("over {}", ms(fault.ns)));
    line.push(format!("deadline {}", ms(fault.allowed_ns)));
    let mut text = line.join(", ");
    if let Some(shares) = fault.shares {
        text += &format!(
            "; CPU {}, waiting for a core {}, taken by others {}",
            ms(shares.cpu_ns),
            ms(shares.wait_ns),
            ms(shares.stolen_ns)
        );
        if shares.seen_ns > 0 {
            text += &format!(" (seen: {})", ms(shares.seen_ns));
        }
        if shares.held_ns > 0 {
            text += &format!(", the referee held up {}", ms(shares.held_ns));
        }
    }
    if let Some(longest) = fault.longest_ns {
        text += &format!("; its longest move before {}", ms(longest));
    }
    text
}

fn rule(fault: &Explained) -> String {
    let mut text = fault.rule.clone();
    if !fault.legal.is_empty() {
        let near = if fault.reason == FaultKind::IllegalMove {
            "near"
        } else {
            "such as"
        };
        text += &format!(
            "; of {} legal here, {near} {}",
            fault.legal_count,
            fault.legal.join(" ")
        );
    }
    text
}

fn process(fault: &Explained) -> String {
    let mut parts = Vec::new();
    parts.extend(fault.exit.as_deref().map(plain));
    parts.extend(
        fault
            .memory_bytes
            .map(|bytes| format!("at most {} MiB", bytes.div_ceil(1 << 20))),
    );
    parts.extend(
        fault
            .cpu_us
            .map(|us| format!("{} of CPU in the game", ms(us * 1000))),
    );
    parts.join(", ")
}

/// Returns the end of a bot's output and its line `cause`, made safe for a terminal.
fn quoted(name: &str, written: &str, most: usize, cause: Option<usize>) -> String {
    if written.is_empty() {
        return String::new();
    }
    let (mut lines, mut first) = (Vec::new(), None);
    for (number, line) in written.lines().enumerate() {
        if cause == Some(number) {
            first = Some(lines.len());
        }
        lines.extend(fold(&plain(line), WIDTH - INDENT - 2));
    }
    let shown = last_lines(&lines, most, first);
    let mut text = String::new();
    for (i, line) in shown.iter().enumerate() {
        let name = if i == 0 { name } else { "" };
        text += format!("{name:<INDENT$}| {line}").trim_end();
        text.push('\n');
    }
    text
}
