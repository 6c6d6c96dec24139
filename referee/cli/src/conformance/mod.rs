//! The conformance test: a bot goes through a list of cases, and each one that it doesn't pass says
//! what was sent, what came back, what was expected, and the likeliest mistake.

mod case;
mod conversation;
mod hearing;
mod list;
mod matches;
mod mistake;
mod positions;
mod seen;
mod sets;
mod show;
mod subject;
mod talk;
#[cfg(test)]
mod tests;
mod together;
mod unusual;
mod verdict;
mod walk;

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

use anyhow::Result;
use referee_games::Rules;
use referee_protocol::Ready;

use crate::exit::bad_input;

pub use case::{Case, Finding};
pub use show::{Marks, advice, line, summary};
pub use subject::{BOT, Notes, OPPONENT, Subject};
pub use verdict::{mend, verdict};

use conversation::Scene;
use mistake::Mistake;

/// Hears of each case as it ends.
pub type Reporter<'a> = &'a mut dyn FnMut(&Case) -> io::Result<()>;

/// A check that goes on.
struct Check<'a> {
    subject: &'a Subject,
    report: Reporter<'a>,
    cases: Vec<Case>,
    /// How often a case that the machine spoils may still be tried again.
    tries_left: u32,
}

/// A case that the machine spoils is tried so often in all, after a pause, and in a whole check so many
/// times again.
const TRIES: u32 = 3;
const TRIES_AGAIN: u32 = 8;
const PAUSE: Duration = Duration::from_secs(1);

/// What is left out where something that all of it needs is missing.
const REST: (&str, &str) = ("rest", "all other cases");

/// Goes through all cases, in the game that is wanted, else in those that the bot plays.
pub fn check(subject: &Subject, wanted: Option<&str>, report: Reporter<'_>) -> Result<Vec<Case>> {
    let mut check = Check {
        subject,
        report,
        cases: Vec::new(),
        tries_left: TRIES_AGAIN,
    };
    if let Some(ready) = check.greeting()? {
        let games = games(subject, &ready, wanted)?;
        let scenes: Vec<Option<Scene<'_>>> =
            games.iter().map(|rules| Scene::first(&**rules)).collect();
        let answered = check.questions(&scenes)?;
        if let Some(scene) = answered.first() {
            check.conversation(scene, &ready)?;
            let mut played = Vec::new();
            for scene in &answered {
                if check.game(scene, &ready)? {
                    played.push(scene.rules.name());
                }
            }
            check.together(played.first().copied())?;
        }
    }
    Ok(check.cases)
}

impl Check<'_> {
    /// Tries a case, again where the machine spoils it, and reports it; whether all is well.
    fn case(
        &mut self,
        group: &'static str,
        (name, title): (&'static str, &'static str),
        mut trial: impl FnMut() -> Finding,
    ) -> io::Result<bool> {
        let began = Instant::now();
        let finding = tried(&mut self.tries_left, PAUSE, &mut trial);
        let case = Case {
            group,
            name,
            title,
            finding,
            took: began.elapsed(),
        };
        let fine = case.finding.is_fine();
        (self.report)(&case)?;
        self.cases.push(case);
        Ok(fine)
    }

    fn rest(&mut self, group: &'static str, because: &str) -> io::Result<()> {
        self.case(group, REST, || Finding::skipped(because))?;
        Ok(())
    }

    /// The mistakes that were found so far.
    fn mistakes(&self) -> Vec<Mistake> {
        let faults = self.cases.iter().filter_map(|case| match &case.finding {
            Finding::Fault(flaw) => Some(flaw.mistake),
            _ => None,
        });
        faults.collect()
    }
}

/// Tries until the machine doesn't spoil it, or often enough; takes from the tries that are left.
fn tried(left: &mut u32, pause: Duration, trial: &mut dyn FnMut() -> Finding) -> Finding {
    let mut finding = trial();
    for _ in 1..TRIES {
        if !finding.is_undecided() || *left == 0 {
            break;
        }
        *left -= 1;
        std::thread::sleep(pause);
        finding = trial();
    }
    finding
}

/// The games in which the bot is checked.
fn games(subject: &Subject, ready: &Ready, wanted: Option<&str>) -> Result<Vec<Box<dyn Rules>>> {
    let own = ready.games.as_ref().or(subject.program.games.as_ref());
    let plays = |game: &str| own.is_none_or(|own| own.iter().any(|name| name == game));
    if let Some(game) = wanted.filter(|game| !plays(game)) {
        let own = own.map_or(String::new(), |own| own.join(","));
        return Err(bad_input(format!(
            "the bot doesn't play {game}: its `ready` says games={own}"
        )));
    }
    let all = referee_games::games().iter();
    let chosen = all.filter(|kind| wanted.map_or(plays(kind.name()), |game| kind.name() == game));
    let rules = chosen.map(|kind| kind.rules(&BTreeMap::new()).map_err(bad_input));
    rules.collect()
}
