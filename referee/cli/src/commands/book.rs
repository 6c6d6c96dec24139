//! `referee book`: makes an opening book of distinct and balanced start positions.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::args::number::whole;
use anyhow::Result;
use referee_build::jail::{self, JailRequest};
use referee_build::{self as build, BuildOptions};
use referee_checks::book::{self, BookJudges, BookRequest, Made};
use referee_config::{Builds, ConfiguredBot, ProgramLookup, check_games, find_bot};
use referee_output::failure::{bad_input, interrupted, machine, unwritable};
use referee_output::text_layout::count;
use referee_output::{Exit, remarks, stdout};
use referee_record::{TimeBudget, TimeControl};
use referee_tournament::{self as run, Signals};

use super::game::{GameOptions, pair};
use crate::args::JailArgs;
use crate::display::StepBar;

/// Make start positions for tournaments and matches.
///
/// Plays random legal plies from random starts, keeps the positions that a bot thinks balanced and
/// that aren't mirror images of others, and plays test games from them. The book is a file of state
/// lines, for `start = "FILE"`, with comments on how it was made. Exit code 1: it has fewer lines
/// than requested.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee book -o book.txt
  referee book --game cublino-pur -n 500 --plies 6 -o book.txt
  referee book --game koolaamee --option board=random --plies 0 -o boards.txt
  referee book --balance 20 --bot house:minimax,depth=4 --seed 7 -o book.txt
  referee book --bot ./mybot --nodes 5000 -n 50 --games 0")]
pub struct BookArgs {
    /// The game, see `referee rules`.
    #[arg(long, default_value = referee_games::DEFAULT_GAME)]
    game: String,
    /// An option of the game; may be given several times.
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
    /// Number of positions in the book.
    #[arg(short = 'n', long, value_name = "LINES", default_value_t = 100, value_parser = whole::<usize, 1, 1_000_000>)]
    lines: usize,
    /// Number of random legal plies from a random start.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<u32, 0, 1000>)]
    plies: u32,
    /// The bot that judges positions, by the `info score` of its moves: house:NAME, git:REV[:PATH],
    /// a bot's folder or toml file, or an executable file.
    #[arg(long, default_value = "house:level=3")]
    bot: String,
    /// Maximum distance of a score from 0, in the bot's own unit [default: keep the more balanced
    /// half of twice as many positions].
    #[arg(long, value_name = "X", value_parser = balance)]
    balance: Option<f64>,
    /// Milliseconds for each of the bot's moves.
    #[arg(long, default_value_t = 1000, value_parser = whole::<u64, 1, 86_400_000>)]
    move_ms: u64,
    /// Ask the bot to search at most this many nodes for each move; a bot that otherwise thinks by
    /// the clock then makes the same book each time.
    #[arg(long, value_parser = whole::<u64, 1, { u64::MAX }>)]
    nodes: Option<u64>,
    /// Number of test games of the bot against itself, at most one from each line.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<usize, 0, 1_000_000>)]
    games: usize,
    /// Seed of everything random.
    #[arg(long, default_value_t = 1, value_parser = whole::<u64, 0, { u64::MAX }>)]
    seed: u64,
    /// The file for the book; an existing file is not overwritten [default: standard output].
    #[arg(short = 'o', long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Allow the bot to run its `fetch` command, which has network access, before the build.
    #[arg(long)]
    allow_fetch: bool,
    #[command(flatten)]
    jail: JailArgs,
}

fn balance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|x: &f64| x.is_finite() && *x >= 0.0);
    number.ok_or_else(|| "expected a number from 0 up, such as 25 or 0.5".to_owned())
}

impl BookArgs {
    /// Makes the book. The exit code is 1 if it has fewer lines than were asked for.
    pub fn run(self) -> Result<Exit> {
        if let Some(file) = &self.out {
            check_file(file)?;
        }
        let command = self.command();
        let jail = self.jail.wanted();
        let (game, options) = GameOptions::new(self.options).choose(&self.game, &jail)?;
        let kind = game.kind()?;
        let rules = kind.rules(&options).map_err(bad_input)?;
        book::check_game(&*rules).map_err(bad_input)?;
        let longest = rules.start().max_plies();
        if u64::from(self.plies) >= longest {
            return Err(bad_input(format!(
                "--plies {}: a game has at most {longest} plies; expected fewer",
                self.plies
            )));
        }
        let places = ProgramLookup::at(jail.level());
        let bot = find_bot(&self.bot, places)?;
        check_games(&bot, rules.name()).map_err(bad_input)?;
        let build_options = BuildOptions {
            fetch: self.allow_fetch,
            ..BuildOptions::new(Builds::of(places), &jail)
        };
        let request = BookRequest {
            rules,
            options,
            lines: self.lines,
            plies: self.plies,
            balance: self.balance,
            time: TimeControl {
                nodes: self.nodes,
                ..TimeControl::new(TimeBudget::Move { ms: self.move_ms })
            },
            games: self.games,
            seed: self.seed,
        };
        let request = Arc::new(request);
        let name = bot.name.clone();
        let making = make(Arc::clone(&request), bot, &build_options, &jail);
        let made = run::runtime()?.block_on(making)?;
        let lines = made.choice.kept.len();
        let tried = count(made.drawn, "position");
        let fewer = "ask for more --plies, a wider --balance, or fewer lines";
        if lines == 0 {
            return Err(bad_input(format!("none of {tried} is balanced; {fewer}")));
        }
        let summary = book::summary(&made, &request, &name, &command);
        let text = book::book(&made, &summary);
        match &self.out {
            Some(file) => {
                write(file, &text)?;
                stdout::text(&summary)?;
            }
            None => stdout::text(&text)?,
        }
        if lines < request.lines {
            let wanted = request.lines;
            remarks::lines(&format!(
                "referee: {lines} of {wanted} lines were found among {tried}; {fewer}"
            ));
            return Ok(Exit::No);
        }
        Ok(Exit::Fine)
    }

    /// Returns the command line that makes the same book.
    fn command(&self) -> String {
        let mut words = vec!["referee".to_owned(), "book".to_owned()];
        let mut say = |key: &str, value: String| words.extend([key.to_owned(), value]);
        say("--game", self.game.clone());
        for (key, value) in &self.options {
            say("--option", format!("{key}={value}"));
        }
        say("-n", self.lines.to_string());
        say("--plies", self.plies.to_string());
        say("--bot", self.bot.clone());
        if let Some(balance) = self.balance {
            say("--balance", balance.to_string());
        }
        say("--move-ms", self.move_ms.to_string());
        if let Some(nodes) = self.nodes {
            say("--nodes", nodes.to_string());
        }
        say("--games", self.games.to_string());
        say("--seed", self.seed.to_string());
        shell_words::join(words)
    }
}

/// Builds the bot and makes the book, unless it is interrupted.
async fn make(
    request: Arc<BookRequest>,
    bot: ConfiguredBot,
    options: &BuildOptions,
    jail: &JailRequest,
) -> Result<Made> {
    let mut signals = Signals::catch()?;
    let scope = jail::open(jail)?;
    let mut bots = [bot];
    let stopped = || interrupted("interrupted; no book was written");
    tokio::select! {
        ready = build::ready(&mut bots, &scope, options) => drop(ready?),
        () = signals.come() => {
            scope.kill_all();
            return Err(stopped());
        }
    }
    let [bot] = bots;
    let stop = Arc::new(AtomicBool::new(false));
    let bench = BookJudges {
        program: bot.program,
        scope: scope.clone(),
        stop: Arc::clone(&stop),
    };
    let mut work = tokio::task::spawn_blocking(move || {
        let mut bar = StepBar::default();
        book::make(&request, &bench, &mut |progress| bar.show(progress))
    });
    tokio::select! {
        made = &mut work => made.map_err(machine)?,
        () = signals.come() => {
            stop.store(true, Ordering::Relaxed);
            scope.kill_all();
            let _ = work.await;
            Err(stopped())
        }
    }
}

/// Returns an error if the file exists already, before any work is done.
fn check_file(file: &Path) -> Result<()> {
    if file.symlink_metadata().is_ok() {
        return Err(taken(file));
    }
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    match folder.filter(|folder| !folder.is_dir()) {
        None => Ok(()),
        Some(folder) => Err(bad_input(format!(
            "--out {}: {} isn't a folder; make it, or give another --out",
            file.display(),
            folder.display()
        ))),
    }
}

fn taken(file: &Path) -> anyhow::Error {
    bad_input(format!(
        "--out {}: this is there already; give another name, or remove it first",
        file.display()
    ))
}

fn write(file: &Path, text: &str) -> Result<()> {
    let opened = OpenOptions::new().write(true).create_new(true).open(file);
    let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => taken(file),
        _ => unwritable(&error, format!("--out {}: {error}", file.display())),
    })
}
