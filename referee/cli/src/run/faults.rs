//! The faults of a run: how many of each bot, and where the first of them can be seen.

use std::collections::BTreeMap;
use std::path::Path;

use referee_record::Record;

use crate::plain::plain;

/// Of more bots than so many nothing is told.
const TOLD: usize = 10;

/// The faults by the bots that committed them.
#[derive(Default)]
pub struct Faults(BTreeMap<String, Guilt>);

struct Guilt {
    /// How many of each kind.
    counts: BTreeMap<String, u64>,
    /// The game with the lowest number that has one.
    game: u64,
    /// What happened in it.
    sentence: String,
}

impl Faults {
    /// Takes in a game; what happened in a void one is nobody's fault.
    pub fn add(&mut self, record: &Record) {
        let played = &record.played;
        if played.verdict.void.is_some() {
            return;
        }
        for evidence in &record.measured.evidence {
            // That an exam's own bot gives up is what it is there for.
            let mut chairs = played.job.seats.iter().filter(|chair| !chair.examiner);
            let Some(chair) = chairs.find(|chair| chair.seat == evidence.seat) else {
                continue;
            };
            let guilt = self.0.entry(chair.bot.clone()).or_insert_with(|| Guilt {
                counts: BTreeMap::new(),
                game: u64::MAX,
                sentence: String::new(),
            });
            *guilt.counts.entry(evidence.reason.clone()).or_default() += 1;
            if played.job.number < guilt.game {
                guilt.game = played.job.number;
                guilt.sentence.clone_from(&evidence.sentence);
            }
        }
    }

    /// A line for each bot, with the command that shows the first fault in the file of results.
    pub fn lines(&self, results: &Path) -> Vec<String> {
        let results = results.to_string_lossy();
        let file = plain(&shell_words::quote(&results));
        let told = self.0.iter().take(TOLD).map(|(bot, guilt)| {
            let counts = guilt.counts.iter().map(|(word, n)| format!("{n} {word}"));
            let counts: Vec<String> = counts.collect();
            let game = guilt.game;
            format!(
                "{}: {}; first in game {game}: {}; referee replay {file} {game}",
                plain(bot),
                counts.join(", "),
                plain(guilt.sentence.trim_end_matches('.')),
            )
        });
        let mut lines: Vec<String> = told.collect();
        if self.0.len() > TOLD {
            let more = self.0.len() - TOLD;
            lines.push(format!(
                "… and faults of {more} more bots; the table has them"
            ));
        }
        lines
    }
}
