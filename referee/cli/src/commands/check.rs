//! `referee check`: tests whether a bot follows the protocol.

use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::args::OutputArgs;
use crate::args::number::whole;
use anyhow::Result;
use referee_build::{self as build, BuildOptions, jail};
use referee_checks::conformance::{
    BOT, BotUnderTest, BusyWatch, CheckCase, Marks, Notes, OPPONENT, advice, check, line, summary,
    verdict,
};
use referee_config::{
    BotSpec, Builds, CommandLine, ConfiguredBot, ProgramLookup, check_games, find_bot,
    find_bot_with,
};
use referee_engine::EngineContext;
use referee_output::failure::{bad_input, machine};
use referee_output::sanitize::plain;
use referee_output::text_layout::wrap;
use referee_output::{Exit, stdout};
use referee_record::Limits;
use referee_tournament as run;
use serde_json::json;

use crate::args::JailArgs;
use crate::ready_game::ReadyGame;

/// Check whether a bot follows the protocol.
///
/// Runs a list of cases with the bot, alone and in whole games. Below each ✗ are the messages sent
/// and received, the expected answer, and the likeliest mistake. Exit code 0: no fault, 1: some, 4:
/// the machine was too busy to decide.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee check my-bot
  referee check my-bot --game onitama
  referee check submission --run \"python3 bot.py\"
  referee check ./mybot --move-ms 200 --jail strict
  referee check my-bot --json
  referee check my-bot --junit check.xml --markdown check.md")]
pub struct CheckArgs {
    /// The bot: house:NAME, git:REV[:PATH], a bot's folder, or an executable file.
    bot: String,
    /// The command that starts the bot, in its folder, instead of its bot.toml's.
    #[arg(long, value_name = "CMD")]
    run: Option<CommandLine>,
    /// The command that builds the bot, in a copy of its folder, instead of its bot.toml's.
    #[arg(long, value_name = "CMD")]
    build: Option<CommandLine>,
    /// The game [default: all games that the bot plays].
    #[arg(long)]
    game: Option<String>,
    /// Milliseconds for each move.
    #[arg(long, default_value_t = 1000, value_parser = whole::<u64, 1, 86_400_000>)]
    move_ms: u64,
    /// Milliseconds until the bot must be ready.
    #[arg(long, default_value_t = Limits::default().start_ms, value_parser = whole::<u64, 1, 3_600_000>)]
    start_ms: u64,
    /// Allow the bot to run its `fetch` command, which has network access, before the build.
    #[arg(long)]
    allow_fetch: bool,
    #[command(flatten)]
    jail: JailArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    outputs: OutputArgs,
}

impl CheckArgs {
    /// Checks the bot and prints the report.
    pub fn run(self) -> Result<Exit> {
        self.outputs.wanted().look()?;
        let wanted = self.jail.wanted();
        let game = self.game.as_deref();
        let game = game
            .map(|game| ReadyGame::find(game, &wanted))
            .transpose()?;
        let places = ProgramLookup::at(wanted.level());
        let mut bot = self.configure_bot(places)?;
        if let Some(game) = &game {
            check_games(&bot, game.kind()?.name()).map_err(bad_input)?;
        }
        let name = std::mem::replace(&mut bot.name, BOT.to_owned());
        let mut opponent = find_bot("house:random", places)?;
        OPPONENT.clone_into(&mut opponent.name);
        let mut bots = vec![bot, opponent];
        // From the build on, output of other programs may be printed.
        let hushed = self.outputs.wanted().hush(self.json)?;
        let scope = jail::open(&wanted)?;
        let options = BuildOptions {
            fetch: self.allow_fetch,
            advise: true,
            ..BuildOptions::new(Builds::of(places), &wanted)
        };
        let ready = build::ready(&mut bots, &scope, &options);
        let mut context = run::runtime()?.block_on(ready)?;
        let name_of_game = match &game {
            Some(game) => {
                context.games = game.games.clone();
                Some(game.kind()?.name())
            }
            None => None,
        };
        let subject = self.subject(context)?;
        // A build could take its own cores.
        let busy = BusyWatch::begin();
        let began = Instant::now();
        let cases = self.report(&subject, (&name, name_of_game), busy)?;
        let took = began.elapsed();
        self.end(&name, &cases, took)?;
        drop(hushed);
        let verdict = verdict(&name, &cases, took);
        self.outputs.wanted().write(&verdict, self.json)?;
        Ok(verdict.exit)
    }

    /// Returns the bot, configured by its folder and by these options.
    fn configure_bot(&self, places: ProgramLookup) -> Result<ConfiguredBot> {
        let spec = BotSpec {
            run: self.run.clone(),
            build: self.build.clone(),
            ..BotSpec::default()
        };
        let folder = Path::new(&self.bot);
        let unsaid = self.run.is_none() && folder.is_dir() && !folder.join("bot.toml").exists();
        find_bot_with(&self.bot, spec, places).map_err(|error| {
            if unsaid {
                bad_input(format!(
                    "{error}; or give its command here: --run \"python3 bot.py\""
                ))
            } else {
                error
            }
        })
    }

    fn subject(&self, context: EngineContext) -> Result<BotUnderTest> {
        let program = context.programs.get(BOT);
        let program = program.ok_or_else(|| machine("the bot is gone after its build"))?;
        Ok(BotUnderTest {
            program: program.clone(),
            scope: context.scope.clone(),
            limits: Limits {
                start_ms: self.start_ms,
                ..Limits::default()
            },
            move_ms: self.move_ms,
            notes: Mutex::new(Notes::default()),
            context,
        })
    }

    /// Runs the cases, and prints each as it ends.
    fn report(
        &self,
        subject: &BotUnderTest,
        (name, game): (&str, Option<&str>),
        busy: BusyWatch,
    ) -> Result<Vec<CheckCase>> {
        let marks = Marks::of_environment();
        let mut out = stdout::stdout();
        let mut group = String::new();
        if !self.json {
            writeln!(out, "{}", plain(name))?;
        }
        check(subject, game, busy, &mut |case| {
            if self.json {
                return Ok(());
            }
            if group != case.group {
                group.clone_from(&case.group);
                writeln!(out, "\n{group}")?;
            }
            write!(out, "{}", line(case, marks))?;
            out.flush()
        })
    }

    /// Prints the summary after the last case.
    fn end(&self, name: &str, cases: &[CheckCase], took: Duration) -> Result<()> {
        if !self.json {
            let advice = advice(cases).map(|advice| format!("\n{}", wrap(advice, 0)));
            let advice = advice.unwrap_or_default();
            return Ok(stdout::text(&format!(
                "\n{}{advice}",
                summary(cases, took)
            ))?);
        }
        let faults = cases.iter().filter(|case| case.finding.is_fault()).count();
        let undecided = cases.iter().filter(|case| case.finding.is_undecided());
        let undecided = undecided.count();
        let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        stdout::json(&json!({
            "bot": name,
            "faults": faults,
            "undecided": undecided,
            "ms": ms,
            "cases": cases,
        }))
    }
}
