//! `referee stats pair`: pairs the next round of a Swiss event that is described in a file.

mod file;

use std::path::PathBuf;

use referee_engine::read_text;
use referee_output::failure::bad_input;
use referee_schedule::swiss::{Pairing, SwissNext};
use serde::Serialize;

use self::file::EventFile;
use super::Answer;

/// Pair the next round of a Swiss event.
///
/// The file is TOML: `players`, a list of { name = "ada", rating = 2100 }; `rounds`, a list of the
/// finished rounds, each a list of results such as "ada-bob 1-0", "eve-dan 1/2-1/2", "joe bye" (who
/// sat first is named first); `total_rounds`; `withdrawn`, a list of names. Whoever isn't in a round
/// didn't play it: so late entries are simply added to the players.
///
/// `first_seat` names the player that sits first at the top board of the first round (if it isn't
/// the best one, the best sits second); seats are balanced then. Without it, or with `mirrored =
/// true`, a meeting has both seats, and pairs name the better player first.
///
/// docs/statistics.md describes the file and its errors.
#[derive(clap::Args)]
#[command(after_help = "Example:
  referee stats pair club.toml

of a club.toml such as
  total_rounds = 3
  first_seat = \"ada\"
  players = [
    { name = \"ada\", rating = 2100 }, { name = \"bob\", rating = 1950.5 },
    { name = \"dan\", rating = 1800 }, { name = \"joe\", rating = 1720 },
    { name = \"eve\" },
  ]
  rounds = [
    [\"ada-dan 1-0\", \"joe-bob 1/2-1/2\", \"eve bye\"],
  ]
  withdrawn = [\"joe\"]")]
pub struct StatsPairArgs {
    /// The file of the event.
    file: PathBuf,
}

/// The answer for programs.
#[derive(Serialize)]
struct Figures {
    pairings: Vec<String>,
    /// Why there are no pairings.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<String>,
}

impl StatsPairArgs {
    /// Pairs the next round.
    pub fn answer(self) -> anyhow::Result<Answer> {
        let shown = self.file.display();
        let refuse = |why: String| bad_input(format!("{shown}: {why}"));
        let text = read_text(&self.file).map_err(|e| refuse(format!("it can't be read: {e}")))?;
        let file = file::parse(&text).map_err(refuse)?;
        let next = file.event.next();
        let over = match &next {
            SwissNext::Round(_) => None,
            SwissNext::Over => Some(format!(
                "the event is over: {} of {} rounds are played",
                file.event.rounds.len(),
                file.event.total_rounds
            )),
            SwissNext::Exhausted => Some(format!(
                "the event ends early, after round {}: {}",
                file.event.rounds.len(),
                file.event.exhausted()
            )),
        };
        let pairings = match &next {
            SwissNext::Round(round) => words(&file, round),
            SwissNext::Over | SwissNext::Exhausted => Vec::new(),
        };
        let text = over.clone().unwrap_or_else(|| pairings.join(" "));
        Answer::new(text, &Figures { pairings, over })
    }
}

fn words(file: &EventFile, round: &Pairing) -> Vec<String> {
    let pair =
        |[first, second]: &[usize; 2]| format!("{}-{}", file.names[*first], file.names[*second]);
    let bye = round.bye.map(|bye| format!("{}-bye", file.names[bye]));
    round.pairs.iter().map(pair).chain(bye).collect()
}
