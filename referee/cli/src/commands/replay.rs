//! `referee replay`: a recorded game, step by step.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use referee_arena::{replay, rules_of};
use referee_games::{Position, terminal};
use referee_record::{Played, Record, Step};
use referee_store::{ReadError, Run};

use super::farewell::farewell;
use super::number::whole;
use crate::exit::{Exit, bad_input};
use crate::layout::{count, wrap};
use crate::out;
use crate::plain::plain;

/// Step through a recorded game.
///
/// On a terminal, Enter goes on, `b` back, a number to that step, `q` ends; elsewhere the whole game
/// is printed. Without a game, the games of the file are listed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee replay tournaments/quickstart.jsonl
  referee replay tournaments/quickstart.jsonl 7
  referee replay tournaments/quickstart.jsonl 7 --json")]
pub struct Args {
    /// The file of results.
    file: PathBuf,
    /// The number of the game, as all tables show it.
    #[arg(value_parser = whole::<u64, 0, { u64::MAX }>)]
    game: Option<u64>,
    /// Print the record, or the list, as JSON.
    #[arg(long)]
    json: bool,
}

/// A position of the game, and what is said about how it came to be.
struct Page {
    text: String,
    picture: Vec<String>,
}

impl Args {
    /// Shows it.
    pub fn run(self) -> anyhow::Result<Exit> {
        let Some(number) = self.game else {
            list(&self.file, self.json)?;
            return Ok(Exit::Fine);
        };
        let record = find(&self.file, number)?;
        if self.json {
            out::text(&serde_json::to_string_pretty(&record)?)?;
            return Ok(Exit::Fine);
        }
        let pages = pages(&record)?;
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            browse(&pages)?;
        } else {
            let all: Vec<String> = pages.iter().map(Page::whole).collect();
            out::text(&all.join("\n"))?;
        }
        Ok(Exit::Fine)
    }
}

impl Page {
    fn whole(&self) -> String {
        format!("{}\n{}\n", self.text, self.picture.join("\n"))
    }
}

fn list(file: &Path, json: bool) -> anyhow::Result<()> {
    let mut games = records(file)?;
    games.sort_by_key(|record| (record.played.job.number, record.attempt));
    let lines: Vec<String> = games
        .iter()
        .map(|record| {
            let played = &record.played;
            if json {
                let result = serde_json::json!({
                    "game": played.job.number,
                    "attempt": record.attempt,
                    "seats": played.job.seats,
                    "verdict": played.verdict,
                });
                result.to_string()
            } else {
                let line = format!("{:>5}  {}", played.job.number, result(played));
                wrap(&line, 7)
            }
        })
        .collect();
    Ok(out::text(&lines.join("\n"))?)
}

/// All records, as far as the file goes; that an interrupted run has a torn line is but remarked.
fn records(file: &Path) -> anyhow::Result<Vec<Record>> {
    let run = Run::open(file).map_err(bad_input)?;
    let mut games = Vec::new();
    for record in run.records().map_err(bad_input)? {
        match record {
            Ok(record) => games.push(record),
            Err(torn @ ReadError::Torn { .. }) => out::remark(&format!("referee: {torn}")),
            Err(error) => return Err(bad_input(error)),
        }
    }
    Ok(games)
}

/// The last attempt at a game.
fn find(file: &Path, number: u64) -> anyhow::Result<Record> {
    let games = records(file)?;
    let recorded = count(games.len() as u64, "recorded game");
    let mut games = games.into_iter().rev();
    let path = file.display();
    games
        .find(|record| record.played.job.number == number)
        .ok_or_else(|| {
            bad_input(format!(
                "{path}: there is no game {number} among {recorded}; `referee replay {path}` lists \
                 them"
            ))
        })
}

fn pages(record: &Record) -> anyhow::Result<Vec<Page>> {
    let played = &record.played;
    let rules = rules_of(&played.job).map_err(bad_input)?;
    let mut before = rules.read(&played.start).map_err(bad_input)?;
    let title = format!("Game {}: {}", played.job.number, result(played));
    let mut pages = vec![page(wrap(&title, 2) + "\n", &*before)];
    let mut plies = record.measured.plies.iter();
    for step in replay(&*rules, played).map_err(bad_input)? {
        let (step, after) = step.map_err(bad_input)?;
        let mut text = String::new();
        match step {
            Step::Chance { seat, chance } => text += &format!("{seat} rolls {chance}\n"),
            Step::Out { out, reason } => text += &format!("{out} forfeits: {reason}\n"),
            Step::Move { word, said, .. } => {
                let spoken = before.narrate(said.as_deref().unwrap_or(word));
                text += &format!("{}\n", spoken.join("\n"));
                if let Some(ply) = plies.next() {
                    let ms = std::time::Duration::from_nanos(ply.ns).as_secs_f64() * 1000.0;
                    text += &format!("  {word} in {ms:.1} ms\n");
                    text.extend(
                        ply.info
                            .iter()
                            .map(|info| format!("  info: {}\n", plain(info))),
                    );
                }
            }
        }
        pages.push(page(text, &*after));
        before = after;
    }
    if let Some(last) = pages.last_mut() {
        for evidence in &record.measured.evidence {
            let sentence = plain(&evidence.sentence);
            last.text += &format!("{} ({}): {sentence}\n", evidence.seat, evidence.reason);
        }
        let line = farewell(&*before, &played.verdict);
        last.picture.extend(line);
    }
    Ok(pages)
}

fn page(text: String, position: &dyn Position) -> Page {
    Page {
        text,
        picture: terminal::draw(&position.scene()),
    }
}

/// Who played, and how it ended.
fn result(played: &Played) -> String {
    let seats: Vec<String> = played
        .job
        .seats
        .iter()
        .map(|chair| {
            let place = played.verdict.seat(chair.seat).map_or(0, |seat| seat.place);
            format!("{} {} ({place})", chair.seat, plain(&chair.bot))
        })
        .collect();
    let reason = &played.verdict.reason;
    let why = played
        .verdict
        .void
        .as_ref()
        .map_or(String::new(), |why| format!(": {}", plain(why)));
    format!("{}  {reason}{why}", seats.join("  "))
}

fn browse(pages: &[Page]) -> anyhow::Result<()> {
    let mut at = 0;
    let mut lines = io::stdin().lock().lines();
    while let Some(page) = pages.get(at) {
        let last = pages.len() - 1;
        let mut out = io::stdout().lock();
        write!(
            out,
            "\n{}\n{at}/{last}  Enter, b, number, q: ",
            page.whole()
        )?;
        out.flush()?;
        let Some(line) = lines.next() else {
            break;
        };
        match line?.trim() {
            "" => at += 1,
            "b" => at = at.saturating_sub(1),
            "q" => break,
            word => at = word.parse().map_or(at, |step: usize| step.min(last)),
        }
    }
    Ok(())
}
