//! Checks the cases of a file: states, moves and expected results.

use std::collections::BTreeMap;
use std::path::Path;

use referee_checks::{Cases, CasesOutcome, Unreadable};
use referee_engine::read_text;
use referee_games::GameKind;
use referee_output::failure::bad_input;
use referee_output::sanitize::plain;
use referee_output::text_layout::count;
use referee_output::{Exit, stdout};
use serde::Serialize;

#[derive(Serialize)]
struct Tried<'a> {
    game: &'a str,
    file: String,
    #[serde(flatten)]
    outcome: &'a CasesOutcome,
}

/// Checks the cases, and prints those that fail.
pub fn run(
    file: &Path,
    kind: &dyn GameKind,
    given: &BTreeMap<String, String>,
    json: bool,
) -> anyhow::Result<Exit> {
    let text = read_text(file).map_err(Unreadable::Io);
    let cases = text.and_then(|text| Cases::read(text.as_bytes()));
    let cases = cases.map_err(|why| bad_input(refusal(file, &why)))?;
    let outcome = cases.run(kind, given).map_err(bad_input)?;
    let tried = Tried {
        game: kind.name(),
        file: file.display().to_string(),
        outcome: &outcome,
    };
    stdout::show(json, &tried, || describe(file, &outcome))?;
    Ok(if outcome.failed.is_empty() {
        Exit::Fine
    } else {
        Exit::No
    })
}

fn refusal(file: &Path, why: &Unreadable) -> String {
    let file = file.display();
    match why {
        Unreadable::Io(error) => format!("--cases {file}: {error}; expected a file of cases"),
        Unreadable::Line(line, why) => format!("{file}:{line}: {why}"),
        Unreadable::Empty => {
            format!("{file}: it holds no case; docs/rules.md describes what one is made of")
        }
    }
}

fn describe(file: &Path, outcome: &CasesOutcome) -> String {
    let file = plain(&file.display().to_string());
    let mut text = String::new();
    for failed in &outcome.failed {
        let name = failed.case.as_deref().map(plain);
        let name = name.map_or(String::new(), |name| format!(" {name}"));
        text += &format!("{file}:{}:{name}\n", failed.line);
        text += &format!("  expected  {}\n", plain(&failed.expected));
        text += &format!("  got       {}\n", plain(&failed.got));
    }
    let (cases, broken) = (outcome.cases as u64, outcome.cases - outcome.held);
    let held = match broken {
        0 => "all hold".to_owned(),
        broken => format!("{} hold, {broken} don't", outcome.held),
    };
    text + &format!("{file}: {}, {held}\n", count(cases, "case"))
}
