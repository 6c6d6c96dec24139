//! Shows the checklist on a terminal: one line per case, with an explanation below each failure.

use std::env;
use std::time::Duration;

use referee_output::sanitize::plain;
use referee_output::terminal::{self, TextStyle};
use referee_output::text_layout::{WIDTH, clip, count, fold, wrap_within};

use super::case::{CaseResult, CheckCase, CheckFailure};

/// Columns for the name of a case, and for its time.
const NAME: usize = 16;
const TIME: usize = 9;
/// Columns before the explanation of a failure.
const INDENT: usize = 12;
/// Terminal lines that a line that was sent may take, and one that came back.
const SENT_LINES: usize = 1;
const CAME_LINES: usize = 3;

/// Symbols of a checklist.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    fine: char,
    fault: char,
    hint: char,
    skipped: char,
    undecided: char,
    /// True if they have colours.
    colours: bool,
}

impl Marks {
    /// Chooses symbols that the terminal can show, by the environment and its locale.
    pub fn of_environment() -> Marks {
        let set = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .filter_map(|key| env::var(key).ok());
        let locale = set.into_iter().find(|value| !value.is_empty());
        let unicode = locale.is_none_or(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        let (fine, fault) = if unicode { ('✓', '✗') } else { ('+', 'x') };
        Marks {
            fine,
            fault,
            hint: '!',
            skipped: '-',
            undecided: '?',
            colours: terminal::has_colours(),
        }
    }

    /// Returns the symbols of a text that isn't shown on a terminal.
    pub fn plain() -> Marks {
        Marks {
            fine: '✓',
            fault: '✗',
            hint: '!',
            skipped: '-',
            undecided: '?',
            colours: false,
        }
    }

    /// Returns a symbol in its colour, where there are colours.
    fn painted(self, symbol: char, style: TextStyle) -> String {
        if self.colours {
            style.paint(&symbol.to_string())
        } else {
            symbol.to_string()
        }
    }
}

/// Shows a case, including its end of line.
pub fn line(case: &CheckCase, marks: Marks) -> String {
    let (mark, note) = match &case.finding {
        CaseResult::Fine { note } => (marks.painted(marks.fine, TextStyle::Good), note.clone()),
        CaseResult::Fault(flaw) => (marks.painted(marks.fault, TextStyle::Bad), flaw.words()),
        CaseResult::Hint(flaw) => (marks.painted(marks.hint, TextStyle::Notable), flaw.words()),
        CaseResult::Skipped { because } => (
            marks.painted(marks.skipped, TextStyle::Faint),
            because.clone(),
        ),
        CaseResult::Undecided { because, .. } => (
            marks.painted(marks.undecided, TextStyle::Notable),
            because.clone(),
        ),
    };
    let text = if note.is_empty() {
        case.title.to_owned()
    } else {
        format!("{}: {}", case.title, plain(&note))
    };
    let room = WIDTH - NAME - 2 - TIME;
    let text = wrap_within(&text, 0, room);
    let mut lines = text.lines().map(|line| clip(line, room));
    let first = lines.next().unwrap_or_default();
    let (name, time) = (case.name, seconds(case.took));
    let pad = room.saturating_sub(referee_output::text_layout::width(&first));
    let mut shown = format!("{mark} {name:<NAME$}{first}{:pad$}{time:>TIME$}\n", "");
    for line in lines {
        shown += &format!("{:width$}{line}\n", "", width = NAME + 2);
    }
    if let CaseResult::Fault(flaw) | CaseResult::Hint(flaw) = &case.finding {
        shown += &explained(flaw);
    }
    shown
}

/// Explains a failure.
fn explained(flaw: &CheckFailure) -> String {
    let mut text = String::new();
    let mut say = |name: &str, what: &str| {
        let room = WIDTH - INDENT;
        let what = wrap_within(&plain(what), 0, room);
        let lines = what.lines().flat_map(|line| fold(line, room));
        for (i, line) in lines.enumerate() {
            let name = if i == 0 { name } else { "" };
            text += format!("  {name:<width$}{line}", width = INDENT - 2).trim_end();
            text.push('\n');
        }
    };
    say("what", &flaw.what);
    quote(&mut say, "sent", &flaw.sent, SENT_LINES);
    quote(&mut say, "came", &flaw.came, CAME_LINES);
    say("expected", &flaw.expected);
    say("see", flaw.see);
    say("likely", &flaw.likely);
    if !flaw.stderr.is_empty() {
        quote(&mut say, "stderr", &flaw.stderr, CAME_LINES);
    }
    text
}

/// Quotes lines, each after a bar, cut after `most` lines of the terminal.
fn quote(say: &mut dyn FnMut(&str, &str), name: &str, lines: &[String], most: usize) {
    if lines.is_empty() && name == "came" {
        say(name, "nothing");
    }
    let mut name = name;
    for line in lines {
        // Leaves room for the bar, a blank and the sign for a cut.
        let parts = fold(&plain(line), WIDTH - INDENT - 3);
        let cut = parts.len() > most;
        for (i, part) in parts.iter().take(most).enumerate() {
            let more = if cut && i + 1 == most { "…" } else { "" };
            say(name, &format!("| {part}{more}"));
            name = "";
        }
    }
}

/// Summarizes the results.
pub fn summary(cases: &[CheckCase], took: Duration) -> String {
    let of = |wanted: fn(&CaseResult) -> bool| {
        cases.iter().filter(|case| wanted(&case.finding)).count() as u64
    };
    let faults = of(CaseResult::is_fault);
    let hints = of(|finding| matches!(finding, CaseResult::Hint(_)));
    let skipped = of(|finding| matches!(finding, CaseResult::Skipped { .. }));
    let fine = of(|finding| matches!(finding, CaseResult::Fine { .. }));
    let undecided = match of(CaseResult::is_undecided) {
        0 => String::new(),
        n => format!(", {n} undecided"),
    };
    format!(
        "{fine} fine, {}, {}, {skipped} skipped{undecided} in {}",
        count(faults, "fault"),
        count(hints, "hint"),
        seconds(took).trim()
    )
}

/// Returns advice if a case is undecided.
pub fn advice(cases: &[CheckCase]) -> Option<&'static str> {
    let undecided = cases.iter().any(|case| case.finding.is_undecided());
    undecided.then_some(
        "The machine spoilt what is undecided, each time that it was tried: check the bot once more when \
         less is running beside it.",
    )
}

fn seconds(took: Duration) -> String {
    format!("{:.2} s", took.as_secs_f64())
}
