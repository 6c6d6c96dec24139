//! `referee verify`: a file of results, believed in nothing.

use std::path::PathBuf;

use referee_arena::audit;
use referee_record::Outcome;
use referee_schedule::{Follower, Plan};
use referee_store::{Damage, Header, Line, ReadError, Reader};

use crate::exit::{Exit, bad_input};
use crate::layout::count;
use crate::out;
use crate::plain::plain;

/// Check a file of results against the rules, the dice and its schedule.
///
/// Deals and dice are drawn anew from the seeds, every game is played again by the rules, and the
/// moves, verdicts, places and the last state are compared; every job must be one of the schedule,
/// and the chain of hashes must hold.
#[derive(clap::Args)]
#[command(
    after_help = "Exit code 0: complete and sound; 1: damaged or changed; 4: sound as far as \
it goes, but games are missing.

Examples:
  referee verify tournaments/quickstart.jsonl"
)]
pub struct Args {
    /// The file of results.
    file: PathBuf,
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
}

/// What was found.
#[derive(Default, serde::Serialize)]
struct Findings {
    /// Games whose records are sound.
    games: u64,
    /// Games of the schedule that have no record.
    missing: u64,
    /// The last line was not written to its end.
    torn: bool,
    /// What is wrong, one sentence each.
    wrong: Vec<String>,
}

/// More than so many faults aren't listed.
const LISTED: usize = 20;

impl Args {
    /// Checks it.
    pub fn run(self) -> anyhow::Result<Exit> {
        let (header, reader) = match Reader::open(&self.file) {
            Ok(opened) => opened,
            Err(
                error @ ReadError::Damaged {
                    why: Damage::Hash, ..
                },
            ) => {
                self.tell(&Findings {
                    wrong: vec![error.to_string()],
                    ..Findings::default()
                })?;
                return Ok(Exit::No);
            }
            Err(error) => return Err(bad_input(error)),
        };
        let plan: Plan = serde_json::from_value(header.edition.plan.clone()).map_err(|e| {
            bad_input(format!(
                "{}: line 1: the plan can't be read: {e}",
                self.file.display()
            ))
        })?;
        let mut found = Findings::default();
        found.wrong.extend(contradiction(&header, &plan));
        let refuse = |why| bad_input(format!("{}: line 1: {why}", self.file.display()));
        let size = plan.schedule().map_err(refuse)?.size();
        let mut follower = Follower::new(&plan).map_err(refuse)?;
        if header.edition.games != size {
            let (said, games) = (header.edition.games.unwrap_or(0), size.unwrap_or(0));
            let why = format!("line 1: it says {said} games; its plan has {games}");
            found.wrong.push(why);
        }
        for (line, record) in (2_u64..).zip(reader) {
            let record = match record {
                Ok(Line::Record(record)) => record,
                Ok(Line::Ruling(_) | Line::Skip(_)) => continue,
                Err(error @ ReadError::Torn { .. }) => {
                    found.torn = true;
                    out::remark(&format!("referee: {error}"));
                    break;
                }
                Err(error) => {
                    found.wrong.push(error.to_string());
                    break;
                }
            };
            let number = record.played.job.number;
            let wrong = audit(&record.played)
                .err()
                .map(|error| format!("game {number}: {error}"));
            let wrong = wrong.or_else(|| {
                follower
                    .admit(&Outcome::of(&record))
                    .err()
                    .map(|e| e.to_string())
            });
            match wrong {
                None => found.games += 1,
                Some(why) => found.wrong.push(format!("line {line}: {why}")),
            }
        }
        if found.wrong.is_empty() {
            found.missing = follower.missing();
        }
        self.tell(&found)?;
        Ok(match found {
            Findings { ref wrong, .. } if !wrong.is_empty() => Exit::No,
            Findings {
                missing: 0,
                torn: false,
                ..
            } => Exit::Fine,
            _ => Exit::Undecided,
        })
    }

    /// Says what was found.
    fn tell(&self, found: &Findings) -> anyhow::Result<()> {
        if self.json {
            return Ok(out::text(&serde_json::to_string_pretty(found)?)?);
        }
        let path = self.file.display();
        let mut text = String::new();
        for why in found.wrong.iter().take(LISTED) {
            text += &format!("{}\n", plain(why));
        }
        if found.wrong.len() > LISTED {
            text += &format!("… and {} more\n", found.wrong.len() - LISTED);
        }
        let games = count(found.games, "game");
        let wrong = count(found.wrong.len() as u64, "fault");
        text += &match (found.wrong.len(), found.missing, found.torn) {
            (0, 0, false) => format!("{path}: {games}, complete and sound\n"),
            (0, missing, torn) => {
                let torn = if torn { ", the last line is torn" } else { "" };
                format!("{path}: unfinished{torn}; sound: {games}, missing: {missing}\n")
            }
            _ => format!("{path}: DAMAGED, {wrong} found; sound: {games}\n"),
        };
        Ok(out::text(&text)?)
    }
}

/// Where the header says one thing and its plan another.
fn contradiction(header: &Header, plan: &Plan) -> Option<String> {
    if header.master != plan.setup.master {
        let (master, planned) = (header.master, plan.setup.master);
        return Some(format!(
            "line 1: master seed {master}; its plan has {planned}"
        ));
    }
    let bots = header.edition.bots.iter().map(|bot| &bot.name);
    let same = bots.eq(plan.bots.iter().map(|bot| &bot.name));
    (!same).then(|| "line 1: other bots than in its plan".to_owned())
}
