//! The conformance test: a bot goes through a list of cases. Each failure tells what was sent, what came
//! back, what was expected, and the likeliest mistake.

mod bot_under_test;
mod busy;
mod case;
mod concurrency;
mod conversation;
mod edge_cases;
mod hearing;
mod list;
mod matches;
mod observation;
mod positions;
mod random_positions;
mod show;
mod talk;
#[cfg(test)]
mod tests;
mod verdict;

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

use anyhow::Result;
use referee_games::Rules;
use referee_protocol::Ready;

pub use bot_under_test::{BOT, BotUnderTest, Notes, OPPONENT};
pub use busy::BusyWatch;
pub(crate) use case::milliseconds;
pub use case::{CaseResult, CheckCase};
pub use show::{Marks, advice, line, summary};
pub use verdict::{mend, verdict};

use conversation::CheckStart;
use referee_output::failure::bad_input;
use referee_report::Diagnosis;

/// Callback that receives each case when it ends.
pub type CaseListener<'a> = &'a mut dyn FnMut(&CheckCase) -> io::Result<()>;

/// A running check.
struct Check<'a> {
    subject: &'a BotUnderTest,
    report: CaseListener<'a>,
    cases: Vec<CheckCase>,
    /// Number of repetitions that are left for cases that the machine spoils.
    tries_left: u32,
    busy: BusyWatch,
}

/// Attempts per case that the machine spoils; repetitions in a whole check; and the pause before each.
const TRIES: u32 = 3;
const TRIES_AGAIN: u32 = 8;
const PAUSE: Duration = Duration::from_secs(1);

/// Case that stands for all cases that are left out because a requirement is missing.
const REST: (&str, &str) = ("rest", "all other cases");

/// Runs all cases, in the game `wanted`, or in all games that the bot plays. `busy` may have watched the machine
/// before. Returns an error if the
/// machine fails or the bot doesn't play that game.
pub fn check(
    subject: &BotUnderTest,
    wanted: Option<&str>,
    mut busy: BusyWatch,
    report: CaseListener<'_>,
) -> Result<Vec<CheckCase>> {
    busy.is_busy();
    let mut check = Check {
        subject,
        report,
        cases: Vec::new(),
        tries_left: TRIES_AGAIN,
        busy,
    };
    if let Some(ready) = check.handshake()? {
        let games = games(subject, &ready, wanted)?;
        let scenes: Vec<Option<CheckStart<'_>>> = games
            .iter()
            .map(|rules| CheckStart::first(&**rules))
            .collect();
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
    /// Runs a case, repeats it if the machine spoils it, and reports it; returns whether it passed.
    fn case(
        &mut self,
        group: &str,
        (name, title): (&'static str, &'static str),
        mut trial: impl FnMut() -> CaseResult,
    ) -> io::Result<bool> {
        let began = Instant::now();
        let busy = &mut || self.busy.is_busy();
        let finding = tried(&mut self.tries_left, PAUSE, busy, &mut trial);
        let case = CheckCase {
            group: group.to_owned(),
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

    fn rest(&mut self, group: &str, because: &str) -> io::Result<()> {
        self.case(group, REST, || CaseResult::skipped(because))?;
        Ok(())
    }

    /// Returns the mistakes that were found so far.
    fn mistakes(&self) -> Vec<Diagnosis> {
        let faults = self.cases.iter().filter_map(|case| match &case.finding {
            CaseResult::Fault(flaw) => Some(flaw.mistake),
            _ => None,
        });
        faults.collect()
    }
}

/// Runs a case until the machine doesn't spoil it, is seen to be `busy`, or the attempts are used up; decreases
/// `left` for each repetition.
fn tried(
    left: &mut u32,
    pause: Duration,
    busy: &mut dyn FnMut() -> bool,
    trial: &mut dyn FnMut() -> CaseResult,
) -> CaseResult {
    let mut finding = trial();
    for _ in 1..TRIES {
        if busy() || !finding.is_undecided() || *left == 0 {
            break;
        }
        *left -= 1;
        std::thread::sleep(pause);
        finding = trial();
    }
    finding
}

/// Chooses the games in which the bot is checked.
fn games(
    subject: &BotUnderTest,
    ready: &Ready,
    wanted: Option<&str>,
) -> Result<Vec<Box<dyn Rules>>> {
    let listed_games = ready.games.as_ref().or(subject.program.games.as_ref());
    let plays = |game: &str| listed_games.is_none_or(|names| names.iter().any(|name| name == game));
    if let Some(game) = wanted.filter(|game| !plays(game)) {
        let game_list = listed_games.map_or(String::new(), |names| names.join(","));
        return Err(bad_input(format!(
            "the bot doesn't play {game}: its `ready` says games={game_list}"
        )));
    }
    let all = subject.context.games.all();
    let chosen = all.filter(|kind| wanted.map_or(plays(kind.name()), |game| kind.name() == game));
    let rules = chosen.map(|kind| kind.rules(&BTreeMap::new()).map_err(bad_input));
    rules.collect()
}
