//! `referee replay`: shows a recorded game step by step.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use crate::args::number::whole;
use referee_output::failure::bad_input;
use referee_output::{Exit, stdout};
use referee_record::Outcome;
use referee_report::game_view::{Page, RecordedGame, line, pages, row};
use referee_store::{ReadError, Run, rule};
use referee_tournament::results;
use referee_tournament::results::unreadable;

/// Step through a recorded game.
///
/// On a terminal, Enter goes forward, `b` goes back, a number goes to that step, `q` quits;
/// elsewhere the whole game is printed. Without a game, the games of the run are listed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee replay tournaments/quickstart.jsonl
  referee replay tournaments/quickstart.jsonl 7
  referee replay tournaments/quickstart.jsonl 7 --json")]
pub struct ReplayArgs {
    /// The file of results, or the tournament file next to it.
    run: PathBuf,
    /// The number of the game, as in all tables.
    #[arg(value_parser = whole::<u64, 0, { u64::MAX }>)]
    game: Option<u64>,
    /// Print the record, or the list, as JSON.
    #[arg(long)]
    json: bool,
}

impl ReplayArgs {
    /// Shows the game, or lists all games if none is given.
    pub fn run(self) -> anyhow::Result<Exit> {
        let run = results::open(&self.run)?;
        let Some(number) = self.game else {
            list(&run, self.json)?;
            return Ok(Exit::Fine);
        };
        let game = RecordedGame::find(&run, number, None)?;
        if self.json {
            stdout::json(&game.record)?;
            return Ok(Exit::Fine);
        }
        let pages = pages(&game)?;
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            browse(&pages)?;
        } else {
            let all: Vec<String> = pages.iter().map(Page::whole).collect();
            stdout::text(&all.join("\n"))?;
        }
        Ok(Exit::Fine)
    }
}

/// Lists all games that the file holds; the torn last line of an interrupted run is only a warning.
fn list(run: &Run, json: bool) -> anyhow::Result<()> {
    let rulings = run.rulings().map_err(unreadable)?;
    let mut games = Vec::new();
    for record in run.records().map_err(unreadable)? {
        match record {
            Ok(record) => games.push(Outcome::of(&record)),
            Err(torn @ ReadError::Torn { .. }) => stdout::remark(&format!("referee: {torn}")),
            Err(error) => return Err(bad_input(error)),
        }
    }
    games.sort_by_key(|game| (game.number, game.attempt));
    for game in &mut games {
        rule(game, &rulings);
    }
    let file = results::quoted(run.path());
    let shown = |game: &Outcome| {
        if json {
            row(game).to_string()
        } else {
            line(game, &file)
        }
    };
    let lines: Vec<String> = games.iter().map(shown).collect();
    Ok(stdout::text(&lines.join("\n"))?)
}

fn browse(pages: &[Page]) -> anyhow::Result<()> {
    let mut at = 0;
    let mut lines = io::stdin().lock().lines();
    while let Some(page) = pages.get(at) {
        let last = pages.len() - 1;
        let mut out = stdout::stdout();
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
