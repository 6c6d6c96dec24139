//! `referee rules`: lists the games that a run has played, or shows one of them.

use std::io::{BufWriter, IsTerminal, Write as _, stdin, stdout as standard_output};
use std::path::PathBuf;

use referee_output::failure::bad_input;
use referee_output::sanitize::document;
use referee_output::{Exit, stdout};
use referee_report::document::OutputFormat;
use referee_report::game_view::{self, Page, RecordedGame, details, log, pages};
use referee_store::Run;
use referee_tournament::results;

use super::form::FormArgs;
use crate::args::number::whole;
use crate::args::{FilterArgs, TrustArgs};

/// List the games of a run, or show one of them.
///
/// Without a number: a line for each attempt at a game, with its number, the bots with their seats
/// and places, and its ending. The conditions can be combined. --json prints an object on each line.
/// With a number: every position and move of that game, the times, the evidence of every fault, and
/// the bots' stderr.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee games cup.db
  referee games cup.db --bot ann --result loss
  referee games cup.db --bot ann --opponent bob --seat B
  referee games cup.db --reason timeout --csv
  referee games cup.db 7
  referee games cup.db 7 --step
  referee games cup.db 7 --attempt 1 --json")]
pub struct GamesArgs {
    /// The file of results, or the tournament file next to it.
    run: PathBuf,
    /// The number of a game, as in all tables.
    #[arg(value_parser = whole::<u64, 1, { u64::MAX }>)]
    game: Option<u64>,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    one: OneGameArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    rules: TrustArgs,
}

/// How one game is shown.
#[derive(clap::Args)]
#[command(next_help_heading = "One game")]
struct OneGameArgs {
    /// The attempt, if the game was played more than once [default: the last].
    #[arg(long, value_name = "N", requires = "game", value_parser = whole::<u32, 1, { u32::MAX as u64 }>)]
    attempt: Option<u32>,
    /// Step through the game on a terminal: Enter goes forward, `b` goes back, a number goes to that
    /// step, `q` quits.
    #[arg(long, requires = "game")]
    step: bool,
    /// Print the game's own log, in the layout of `export --format exam-log`.
    #[arg(long, requires = "game", conflicts_with = "step")]
    log: bool,
}

impl GamesArgs {
    /// Prints the list or the game.
    pub fn run(self) -> anyhow::Result<Exit> {
        let form = self.form.form();
        let run = results::open(&self.run)?;
        if let Some(number) = self.game {
            if !self.filter.is_empty() {
                return Err(bad_input(format!(
                    "conditions select games of the list; leave them out, or leave out {number}"
                )));
            }
            return self.one.show(&run, number, form, &self.rules);
        }
        let filter = self.filter.choose(&run, &self.rules)?;
        let mut out = BufWriter::new(stdout::stdout());
        game_view::games(&run, &filter, form, &mut out)?;
        out.flush()?;
        Ok(Exit::Fine)
    }
}

impl OneGameArgs {
    fn show(
        self,
        run: &Run,
        number: u64,
        form: OutputFormat,
        rules: &TrustArgs,
    ) -> anyhow::Result<Exit> {
        let game = RecordedGame::find(run, number, self.attempt)?;
        let rules = || game.rules(&rules.games(run)?);
        let text = match form {
            OutputFormat::Csv | OutputFormat::Markdown => {
                return Err(bad_input(
                    "a game is printed as text or by --json; --csv and --md are forms of the list",
                ));
            }
            OutputFormat::Json if self.log => {
                return Err(bad_input("--log is text; leave out --json"));
            }
            OutputFormat::Json => document(&game.record)?,
            OutputFormat::Text if self.log => {
                let name = &game.record.played.job.game;
                log(&*rules()?, &game.record)?.ok_or_else(|| {
                    bad_input(format!("--log: {name} has no log of its own; leave it out"))
                })?
            }
            OutputFormat::Text => {
                let pages = pages(&*rules()?, &game)?;
                if self.step && stdin().is_terminal() && standard_output().is_terminal() {
                    step_through(&pages)?;
                    return Ok(Exit::Fine);
                }
                let pages: Vec<String> = pages.iter().map(Page::whole).collect();
                format!("{}\n{}", pages.join("\n"), details(&game))
            }
        };
        stdout::text(&text)?;
        Ok(Exit::Fine)
    }
}

fn step_through(pages: &[Page]) -> anyhow::Result<()> {
    let mut at = 0;
    let mut lines = stdin().lines();
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
