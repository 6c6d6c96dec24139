//! `referee verify --exam-log`: plays logs of the exam again by the rules.

use std::path::Path;

use referee_engine::read_file;
use referee_games::onitama::log::{self, Difference, Verified};
use referee_output::failure::bad_input;
use referee_output::sanitize::plain;
use referee_output::text_layout::count;
use referee_output::{Exit, stdout};
use serde::Serialize;

/// Maximum number of differences that are listed.
const LISTED: usize = 20;

#[derive(Serialize)]
struct LogSummary<'a> {
    file: String,
    games: usize,
    turns: usize,
    differences: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    line: usize,
    expected: &'a str,
    found: Option<&'a str>,
    why: Option<&'a str>,
}

/// Compares the logs of a file with the rules.
pub fn run(file: &Path, json: bool) -> anyhow::Result<Exit> {
    let shown = file.display();
    let bytes = read_file(file)
        .map_err(|error| bad_input(format!("--exam-log {shown}: {error}; expected a log")))?;
    let verified = log::verify(&String::from_utf8_lossy(&bytes));
    if verified.games == 0 {
        return Err(bad_input(format!(
            "--exam-log {shown}: it holds no log; expected drawings that begin with `Number of turns \
             left: `, as docs/results.md describes them"
        )));
    }
    stdout::show(json, &summarize(file, &verified), || text(file, &verified))?;
    Ok(if verified.differences.is_empty() {
        Exit::Fine
    } else {
        Exit::No
    })
}

fn summarize<'a>(file: &Path, verified: &'a Verified) -> LogSummary<'a> {
    let row = |difference: &'a Difference| Row {
        line: difference.line,
        expected: &difference.expected,
        found: difference.found.as_deref(),
        why: difference.why.as_deref(),
    };
    LogSummary {
        file: file.display().to_string(),
        games: verified.games,
        turns: verified.turns,
        differences: verified.differences.iter().map(row).collect(),
    }
}

fn text(file: &Path, verified: &Verified) -> String {
    let file = plain(&file.display().to_string());
    let mut text = String::new();
    for Difference {
        line,
        expected,
        found,
        why,
    } in verified.differences.iter().take(LISTED)
    {
        let why = why
            .as_deref()
            .unwrap_or("another line follows by the rules");
        let shown_line = found.as_deref().map_or_else(
            || ": the end of the file".to_owned(),
            |found_line| format!(" | {}", plain(found_line)),
        );
        text += &format!("{file}:{line}: {}\n", plain(why));
        text += &format!("  expected | {}\n  found   {shown_line}\n", plain(expected));
    }
    let differ = verified.differences.len();
    if differ > LISTED {
        text += &format!("… and {} more\n", differ - LISTED);
    }
    let games = count(verified.games as u64, "game");
    let turns = count(verified.turns as u64, "turn");
    text + &match differ {
        0 => format!("{file}: {games}, {turns}: drawings, moves and verdicts are by the rules\n"),
        1 => format!("{file}: {games}, of which 1 differs\n"),
        _ => format!("{file}: {games}, of which {differ} differ\n"),
    }
}
