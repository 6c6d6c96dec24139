//! Messages for a tournament that differs from its stored run, with the ways out.

use std::path::Path;

use super::compare::Comparison;
use super::differences::list;

/// Explains why a run isn't resumed, and what to do. `next` is where a new run's results would go; `extend`
/// says whether `--extend` is possible, or why not.
pub(crate) fn refusal(
    comparison: &Comparison,
    file: &Path,
    results: &Path,
    next: &Path,
    extend: Option<Result<(), &str>>,
) -> String {
    let (file, results) = (file.display(), results.display());
    let mut text = format!("{file} isn't what the run in {results} plays:\n");
    let joined: Vec<&str> = comparison
        .joined
        .iter()
        .map(|bot| bot.name.as_str())
        .collect();
    let bots = [
        ("joined", joined),
        ("withdrawn", words(&comparison.withdrawn)),
        ("withdrawn earlier, back now", words(&comparison.returned)),
    ];
    for sentence in comparison.differs.iter().chain(&comparison.raised) {
        text += &format!("  {sentence}\n");
    }
    for (what, names) in bots.iter().filter(|(_, names)| !names.is_empty()) {
        text += &format!("  {what}: {}\n", list(names));
    }
    for sentence in &comparison.moved {
        text += &format!("  {sentence}\n");
    }
    text += "Change it back to go on with that run. Or:\n";
    text += &format!(
        "  --new     begins another run, with results in {}\n",
        next.display()
    );
    match extend {
        // No bot can join a match of two.
        None => {}
        Some(Ok(())) => {
            let what = if comparison.raised.is_empty() {
                "with these bots"
            } else {
                "as far as that"
            };
            text += &format!("  --extend  goes on {what} and keeps every game that was played");
        }
        Some(Err(why)) => text += &format!("  --extend  isn't possible: {why}"),
    }
    text.trim_end().to_owned()
}

/// Reports which bots of a match have changed since its games: a verdict must not mix two versions of a
/// bot.
pub(crate) fn changed_duel(
    changed: &[String],
    moved: &[String],
    results: &Path,
    next: &Path,
) -> String {
    format!(
        "{}A match tells of two programs, not of three: --new plays another, into {}",
        changes(changed, moved, results),
        next.display()
    )
}

/// Reports which bots have changed since their games, and what can be done.
pub(crate) fn changed_bots(changed: &[String], moved: &[String], results: &Path) -> String {
    let whose = list(changed);
    let mut text = changes(changed, moved, results);
    text += &format!(
        "  --changed-bots replay  plays the games of {whose} again\n  \
         --changed-bots keep    keeps them, beside those that are to come\n  \
         --new                  begins another run, beside this one\n\
         The key changed_bots of the tournament file, \"keep\" or \"replay\", answers beforehand."
    );
    text
}

/// Reports which bots have changed, and how.
fn changes(changed: &[String], moved: &[String], results: &Path) -> String {
    let have = if changed.len() == 1 { "has" } else { "have" };
    let mut text = format!(
        "{} {have} changed since the games in {} were played:\n",
        list(changed),
        results.display()
    );
    for sentence in moved {
        text += &format!("  {sentence}\n");
    }
    text
}

fn words(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}
