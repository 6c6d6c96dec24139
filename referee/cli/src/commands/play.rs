//! `referee play`: one game, drawn as it goes; with people among the players, a game in the terminal.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use referee_arena::{House, Notice, Table};
use referee_games::{Position, terminal};
use referee_record::{
    Budget, Chair, Job, JobId, Limits, Place, PlyMeasure, Restart, Seed, Start, StartFrom, Step,
    TimeControl, Verdict, derive,
};

use super::game::{GameOptions, position};
use super::number::whole;
use crate::build::Wishes;
use crate::config::{self, BotSpec, Builds, Entrant, Places, Terms};
use crate::exit::{Exit, bad_input, machine};
use crate::jail::{JailArgs, Wanted};
use crate::layout::count;
use crate::person::{Invitation, PersonArgs, Sitting, is_person};
use crate::recorded::farewell;
use crate::sinks::plain;
use crate::{build, jail, out, run};

/// Play one game and draw it as it goes.
///
/// Shows every position and move, the time it took, and what the bots write as info and to stderr.
/// Where a player is `me`, a person plays here in the terminal: see docs/playing.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee play house:greedy house:random
  referee play --game ludo --option seats=ABC house:ludo-priority house:random mybot/
  referee play --game koolaamee --seed 7 --move-ms 200 house:minimax,depth=4 ./mybot
  referee play . git:main
  referee play me house:level,level=2
  referee play --game ludo --clock 5+3 me:Ada me:Ben
  referee play --plain --continue saved.json")]
pub struct Args {
    /// A player for each seat: house:NAME, git:REV[:PATH], a bot's folder or toml file, or an executable
    /// file; `me` or `me:NAME` for a person.
    #[arg(required_unless_present = "resume")]
    bots: Vec<String>,
    /// The game, see `referee games`.
    #[arg(long, default_value = "onitama")]
    game: String,
    #[command(flatten)]
    options: GameOptions,
    /// The state line to start from, in quotes.
    #[arg(long, conflicts_with = "deal")]
    state: Option<String>,
    /// Start from a random deal instead of the default start.
    #[arg(long)]
    deal: bool,
    /// What deal, dice and the bots' seeds are drawn from.
    #[arg(long, default_value_t = 1, value_parser = whole::<u64, 0, { u64::MAX }>)]
    seed: u64,
    /// Milliseconds for each move.
    #[arg(long, default_value_t = 1000, value_parser = whole::<u64, 1, 86_400_000>)]
    move_ms: u64,
    /// Let bots run their `fetch` command, with network, before they are built.
    #[arg(long)]
    allow_fetch: bool,
    #[command(flatten)]
    person: PersonArgs,
    #[command(flatten)]
    jail: JailArgs,
}

impl Args {
    /// Plays it.
    pub fn run(self) -> anyhow::Result<Exit> {
        let jail = self.jail.wanted();
        let places = Places::at(jail.level());
        let wishes = Wishes {
            fetch: self.allow_fetch,
            ..Wishes::new(Builds::of(places))
        };
        if let Some(game) = self.person.saved()? {
            return with_people(game, places, &wishes, &jail);
        }
        let (kind, given) = self.options.choose(&self.game)?;
        let rules = kind.rules(&given).map_err(bad_input)?;
        let start = position(&*rules, self.state.as_deref())?;
        let seats: Vec<char> = start.seats().iter().map(|seat| seat.letter()).collect();
        if seats.len() != self.bots.len() {
            let (wanted, found) = (seats.len(), count(self.bots.len() as u64, "bot"));
            return Err(bad_input(format!(
                "{found} for {wanted} seats ({}); name a bot for each",
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
            let start = referee_arena::opening(&*rules, &opening).map_err(bad_input)?;
            let sitting = Sitting::new(rules, start, self.seed);
            let game = self.person.invite(sitting, &self.bots, self.move_ms);
            return with_people(game, places, &wishes, &jail);
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
            (kind.name(), given),
            opening,
            self.seed,
            &seats,
            self.move_ms,
        );
        play(&job, bots, &wishes, &jail)
    }
}

/// A game outside of any run: with options, from a start, between these bots at their seats.
pub fn job(
    (game, options): (&str, BTreeMap<String, String>),
    start: Start,
    seed: u64,
    seats: &[(char, &str)],
    move_ms: u64,
) -> Job {
    let job = Job {
        id: JobId(Seed([0; 16])),
        number: 1,
        place: Place {
            stage: "main".to_owned(),
            round: 1,
            block: seats.iter().map(|(_, bot)| (*bot).to_owned()).collect(),
            deal: 1,
            rotation: 1,
            rotations: 1,
        },
        game: game.to_owned(),
        options,
        start,
        dice: derive(seed, "dice", &[]),
        seats: seats
            .iter()
            .map(|(seat, bot)| Chair {
                seat: *seat,
                bot: (*bot).to_owned(),
                seed: derive(seed, "bot", &[&seat.to_string()]).small(),
                time: TimeControl::new(Budget::Move { ms: move_ms }),
                examiner: false,
                limits: None,
                settings: None,
            })
            .collect(),
        limits: Limits::default(),
        restart: Restart::Game,
        pondering: None,
    };
    job.identify()
}

/// A game in the terminal.
fn with_people(
    game: Invitation,
    places: Places,
    wishes: &Wishes,
    jail: &Wanted,
) -> anyhow::Result<Exit> {
    let name = game.game();
    game.play(|bot, seat| entrant(bot, seat, name, places), wishes, jail)
}

/// A bot by what it is called on the command line; in one game its seat makes its name unique.
pub fn entrant(bot: &str, seat: char, game: &str, places: Places) -> anyhow::Result<Entrant> {
    seated(found(bot, places)?, seat, game)
}

/// The same for one that was found.
pub fn seated(entrant: Entrant, seat: char, game: &str) -> anyhow::Result<Entrant> {
    config::check_games(&entrant, game).map_err(bad_input)?;
    let name = format!("{seat}:{}", entrant.name);
    Ok(Entrant { name, ..entrant })
}

/// The same under its own name, whatever it plays.
pub fn found(bot: &str, places: Places) -> anyhow::Result<Entrant> {
    found_with(bot, BotSpec::default(), places)
}

/// The same, with what else is said about it.
pub fn found_with(bot: &str, own: BotSpec, places: Places) -> anyhow::Result<Entrant> {
    let spec = BotSpec {
        bot: Some(bot.to_owned()),
        ..own
    };
    let terms = Terms::new(TimeControl::default(), places);
    let entrant = config::entrant(spec, Path::new(""), terms);
    entrant.map_err(|why| bad_input(format!("bot {bot}: {why}")))
}

fn play(job: &Job, mut bots: Vec<Entrant>, wishes: &Wishes, jail: &Wanted) -> anyhow::Result<Exit> {
    let haven = jail::open(jail)?;
    // None of these bots is optional.
    let _ = run::runtime()?.block_on(build::build(&mut bots, &haven, wishes))?;
    let stop = Arc::new(AtomicBool::new(false));
    let house = House {
        programs: run::programs(&bots),
        haven: haven.clone(),
        log: None,
        stop,
        gallery: None,
    };
    let mut out = out::stdout();
    let mut failed = None;
    let mut watcher = |notice: Notice<'_>| {
        if failed.is_none() {
            failed = tell(&mut out, job, &notice).err();
        }
    };
    let mut table = Table::new(house, None);
    let record = table.play(job, 1, Some(&mut watcher)).map_err(bad_input)?;
    table.close();
    if let Some(error) = failed {
        return Err(error.into());
    }
    match record.and_then(|record| record.played.verdict.void) {
        Some(why) => Err(machine(why)),
        None => Ok(Exit::Fine),
    }
}

/// Writes what a watcher sees.
fn tell(out: &mut impl Write, job: &Job, notice: &Notice<'_>) -> io::Result<()> {
    match notice {
        Notice::Start(_) => {
            writeln!(out, "{}", job.game)?;
            for chair in &job.seats {
                writeln!(out, "{} is {}", chair.seat, bot_of(job, chair.seat))?;
            }
            writeln!(out)
        }
        Notice::Step(step, before, measure) => tell_step(out, step, *before, *measure),
        Notice::Stderr(seat, text) => {
            for line in text.lines() {
                writeln!(out, "  {seat} stderr: {}", plain(line))?;
            }
            out.flush()
        }
        Notice::Fault(evidence) => {
            let (seat, reason) = (evidence.seat, &evidence.reason);
            writeln!(
                out,
                "{seat} forfeits, {reason}: {}\n",
                plain(&evidence.sentence)
            )
        }
        Notice::End(verdict, position) => {
            draw(out, *position)?;
            if let Some(line) = farewell(*position, verdict) {
                writeln!(out, "{line}")?;
            }
            writeln!(out, "{}", result(job, verdict))
        }
    }
}

fn tell_step(
    out: &mut impl Write,
    step: &Step,
    before: &dyn Position,
    measure: Option<&PlyMeasure>,
) -> io::Result<()> {
    match step {
        Step::Chance { seat, chance } => writeln!(out, "{seat} rolls {chance}"),
        Step::Out { .. } => Ok(()),
        Step::Move { seat, word, said } => {
            draw(out, before)?;
            for line in before.narrate(said.as_deref().unwrap_or(word)) {
                writeln!(out, "{line}")?;
            }
            let measure = measure.cloned().unwrap_or_default();
            for info in &measure.info {
                writeln!(out, "  {seat} info: {}", plain(info))?;
            }
            if measure.ns > 0 {
                let ms = std::time::Duration::from_nanos(measure.ns).as_secs_f64() * 1000.0;
                writeln!(out, "  {seat} played {word} in {ms:.1} ms")?;
            }
            writeln!(out)?;
            out.flush()
        }
    }
}

fn draw(out: &mut impl Write, position: &dyn Position) -> io::Result<()> {
    for line in terminal::draw(&position.scene()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn bot_of(job: &Job, seat: char) -> &str {
    let chair = job.seats.iter().find(|chair| chair.seat == seat);
    chair.map_or("", |chair| {
        chair
            .bot
            .split_once(':')
            .map_or(&chair.bot, |(_, name)| name)
    })
}

/// The result in a line.
fn result(job: &Job, verdict: &Verdict) -> String {
    let firsts: Vec<_> = verdict
        .seats
        .iter()
        .filter(|seat| seat.place == 1)
        .collect();
    let reason = &verdict.reason;
    match firsts.as_slice() {
        _ if verdict.void.is_some() => format!(
            "The game is void: {}",
            verdict.void.as_deref().unwrap_or("")
        ),
        [] => format!("Everybody loses ({reason})."),
        [winner] => format!(
            "{} ({}) wins ({reason}).",
            winner.seat,
            bot_of(job, winner.seat)
        ),
        several => {
            let seats: Vec<String> = several.iter().map(|seat| seat.seat.to_string()).collect();
            format!("{} share the first place ({reason}).", seats.join(" and "))
        }
    }
}
