//! `referee play`: plays one game and draws it move by move; people play in the terminal.

mod printer;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::args::number::whole;
use referee_build::jail::JailRequest;
use referee_build::{self as build, BuildOptions, jail};
use referee_config::{
    self as config, Builds, ConfiguredBot, ProgramLookup, find_bot, parse_time_control,
};
use referee_engine::{EngineContext, GameEvent, GameRunner};
use referee_games::{GameKind, GameSource};
use referee_output::Exit;
use referee_output::failure::{bad_input, machine};
use referee_output::text_layout::count;
use referee_play::GameSession;
use referee_record::{Job, SeatAssignment, Start, StartFrom, TimeBudget, TimeControl, derive};
use referee_tournament::{self as run, Signals};

use super::game::{GameOptions, position};
use crate::args::JailArgs;
use crate::terminal_play::{BROKEN_OFF, GameSetup, PersonArgs, is_person};
use printer::GamePrinter;

/// The time of a bot if nothing is said: a second for each move.
pub const A_SECOND: TimeControl = TimeControl::new(TimeBudget::Move { ms: 1000 });

/// Play one game and draw it move by move.
///
/// Shows every position and move, its time, and the bots' `info` lines and stderr. With the player
/// `me`, a person plays in the terminal: see docs/playing.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee play house:greedy house:random
  referee play --game ludo --option seats=ABC mybot/ house:random house:first
  referee play --game koolaamee --seed 7 --tc st=0.2 house:greedy ./mybot
  referee play . git:main
  referee play me house:level,level=2
  referee play --game ludo --clock 5:00+3 me:Ada me:Ben
  referee play --plain --continue saved.json")]
pub struct PlayCommandArgs {
    /// A player for each seat: house:NAME, git:REV[:PATH], uci:ENGINE, xboard:ENGINE, a bot's folder or toml file, or
    /// an executable file; `me` or `me:NAME` for a person.
    #[arg(required_unless_present = "resume")]
    bots: Vec<String>,
    /// The game, see `referee rules`.
    #[arg(long, default_value = referee_games::DEFAULT_GAME)]
    game: String,
    #[command(flatten)]
    options: GameOptions,
    /// The state line to start from, in quotes.
    #[arg(long, conflicts_with = "deal")]
    state: Option<String>,
    /// Start from a randomly drawn position instead of the default start.
    #[arg(long)]
    deal: bool,
    /// Seed of the start, the dice and the bots' random numbers.
    #[arg(long, default_value_t = 1, value_parser = whole::<u64, 0, { u64::MAX }>)]
    seed: u64,
    /// The time control of each bot: st=1 (seconds for each move), 8+0.08, 40/60, nodes=5000,
    /// depth=6 [default: st=1].
    #[arg(long, value_parser = parse_time_control, allow_hyphen_values = true)]
    tc: Option<TimeControl>,
    /// Allow bots to run their `fetch` command, which has network access, before the build.
    #[arg(long)]
    allow_fetch: bool,
    #[command(flatten)]
    person: PersonArgs,
    #[command(flatten)]
    jail: JailArgs,
}

impl PlayCommandArgs {
    /// Plays the game.
    pub fn run(self) -> anyhow::Result<Exit> {
        let jail = self.jail.wanted();
        let places = ProgramLookup::at(jail.level());
        let options = BuildOptions {
            fetch: self.allow_fetch,
            ..BuildOptions::new(Builds::of(places), &jail)
        };
        if let Some(game) = self.person.saved(&jail)? {
            return with_people(game, places, &options, &jail);
        }
        let (game, given) = self.options.choose(&self.game, &jail)?;
        let kind = game.kind()?;
        let rules = kind.rules(&given).map_err(bad_input)?;
        let start = position(&*rules, self.state.as_deref())?;
        let seats: Vec<char> = start.seats().iter().map(|seat| seat.letter()).collect();
        if seats.len() != self.bots.len() {
            let (wanted, bot_count) = (seats.len(), count(self.bots.len() as u64, "bot"));
            return Err(bad_input(format!(
                "{bot_count} for {wanted} seats ({}); name a bot for each",
                seats.iter().collect::<String>()
            )));
        }
        let from = match self.state {
            Some(_) => StartFrom::State(start.line()),
            None if self.deal => StartFrom::Deal,
            None => StartFrom::Default,
        };
        let opening = Start {
            from,
            plies: 0,
            seed: derive(self.seed, "deal", &[]),
        };
        if self.bots.iter().any(|bot| is_person(bot)) {
            let start = referee_engine::opening(&*rules, &opening).map_err(bad_input)?;
            let session = GameSession::new(kind, rules, start, self.seed);
            let game = self.person.invite(
                (session, game.folder.clone()),
                &self.bots,
                move_ms(self.tc)?,
            );
            return with_people(game, places, &options, &jail);
        }
        self.person.without_people()?;
        let mut bots = Vec::new();
        for (bot, seat) in self.bots.iter().zip(&seats) {
            bots.push(entrant(bot, *seat, kind.name(), places)?);
        }
        let seats: Vec<_> = seats
            .into_iter()
            .zip(&bots)
            .map(|(seat, bot)| (seat, &*bot.name))
            .collect();
        let job = job(
            (kind, given),
            opening,
            self.seed,
            &seats,
            self.tc.unwrap_or(A_SECOND),
        );
        play((&job, &game.games), bots, &options, &jail)
    }
}

/// Returns the job of a game outside of any run: with these options, start, seed and seats.
pub fn job(
    (kind, options): (&dyn GameKind, BTreeMap<String, String>),
    start: Start,
    seed: u64,
    seats: &[(char, &str)],
    time: TimeControl,
) -> Job {
    let seated = |&(seat, bot): &(char, &str)| {
        let own = derive(seed, "bot", &[&seat.to_string()]).small();
        SeatAssignment::new(seat, bot, own, time)
    };
    let (dice, seats) = (
        derive(seed, "dice", &[]),
        seats.iter().map(seated).collect(),
    );
    let job = Job {
        options,
        rules: kind.hash().map(str::to_owned),
        ..Job::single("main", kind.name(), start, dice, seats)
    };
    job.identify()
}

/// Returns the milliseconds of a bot for each move in a game with people. Returns an error for other times: a
/// bot that waits for people has no clock.
fn move_ms(time: Option<TimeControl>) -> anyhow::Result<u64> {
    match time.unwrap_or(A_SECOND) {
        TimeControl {
            budget: TimeBudget::Move { ms },
            nodes: None,
            depth: None,
            ..
        } => Ok(ms),
        _ => Err(bad_input(
            "--tc: in a game with people bots have a time for each move, such as st=0.5; people get a clock by \
             --clock",
        )),
    }
}

/// Plays a game with people in the terminal.
fn with_people(
    game: GameSetup,
    places: ProgramLookup,
    options: &BuildOptions,
    jail: &JailRequest,
) -> anyhow::Result<Exit> {
    let name = game.game().to_owned();
    game.play(|bot, seat| entrant(bot, seat, &name, places), options, jail)
}

/// Finds a bot by its word on the command line; its seat makes its name unique in the game.
pub fn entrant(
    bot: &str,
    seat: char,
    game: &str,
    places: ProgramLookup,
) -> anyhow::Result<ConfiguredBot> {
    seated(find_bot(bot, places)?, seat, game)
}

/// Names a bot after its seat, which makes the name unique in the game. Returns an error if it doesn't play
/// the game.
pub fn seated(entrant: ConfiguredBot, seat: char, game: &str) -> anyhow::Result<ConfiguredBot> {
    config::check_games(&entrant, game).map_err(bad_input)?;
    let name = format!("{seat}:{}", entrant.name);
    Ok(ConfiguredBot { name, ..entrant })
}

/// Builds the bots and plays the game, unless a signal ends it.
fn play(
    (job, games): (&Job, &GameSource),
    mut bots: Vec<ConfiguredBot>,
    options: &BuildOptions,
    jail: &JailRequest,
) -> anyhow::Result<Exit> {
    let runtime = run::runtime()?;
    let mut signals = runtime.block_on(async { Signals::catch() })?;
    let scope = jail::open(jail)?;
    let ready = Box::pin(build::ready(&mut bots, &scope, options));
    let mut context = runtime.block_on(signals.unless_they_come(&scope, ready))?;
    context.games = games.clone();
    let stop = Arc::clone(&context.stop);
    let end = || {
        stop.store(true, Ordering::Relaxed);
        scope.kill_all();
    };
    signals.unless_they_stop(&runtime, BROKEN_OFF, end, || show(job, context))
}

/// Plays the game and shows it.
fn show(job: &Job, context: EngineContext) -> anyhow::Result<Exit> {
    let stop = Arc::clone(&context.stop);
    let mut view = GamePrinter::new(job);
    let mut failed = None;
    let mut watcher = |notice: GameEvent<'_>| {
        // Bots that were stopped seem to have failed.
        if failed.is_none() && !stop.load(Ordering::Relaxed) {
            failed = view.tell(&notice).err();
        }
    };
    let mut table = GameRunner::new(context, None);
    let record = table.play(job, 1, Some(&mut watcher)).map_err(bad_input)?;
    table.close();
    if let Some(error) = failed {
        return Err(error.into());
    }
    let Some(record) = record else {
        return Ok(Exit::Interrupted);
    };
    view.chatter(&record)?;
    match record.played.verdict.void {
        Some(why) => Err(machine(why)),
        None => Ok(Exit::Fine),
    }
}
