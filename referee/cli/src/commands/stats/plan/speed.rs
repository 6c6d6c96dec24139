//! Measures how many games two bots play per second, by playing some.

use std::time::Instant;

use crate::args::number::whole;
use referee_build::{self as build, BuildOptions, jail};
use referee_config::{Builds, ProgramLookup, parse_time_control};
use referee_engine::{Cores, GameRunner};
use referee_output::failure::{bad_input, machine};
use referee_record::{Played, Start, StartFrom, TimeControl, derive};
use referee_tournament as run;

use crate::args::JailArgs;
use crate::commands::game::GameOptions;
use crate::commands::play::{A_SECOND, entrant, job};

/// Number of starts, each of which is played twice.
const STARTS: u64 = 2;

/// Two bots and what they play.
#[derive(clap::Args)]
pub struct SpeedArgs {
    /// Measure the speed of these two bots in four games.
    #[arg(
        long,
        num_args = 2,
        value_name = "BOT",
        conflicts_with = "games_per_second"
    )]
    bots: Option<Vec<String>>,
    /// The game that they play, see `referee rules`.
    #[arg(long, default_value = referee_games::DEFAULT_GAME)]
    game: String,
    #[command(flatten)]
    options: GameOptions,
    /// Their time control, as of `referee match` [default: st=1].
    #[arg(long, value_parser = parse_time_control, allow_hyphen_values = true)]
    tc: Option<TimeControl>,
    /// Number of concurrent games [default: as in a run].
    #[arg(long, value_name = "N", value_parser = whole::<usize, 1, 4096>)]
    concurrency: Option<usize>,
    #[command(flatten)]
    jail: JailArgs,
}

impl SpeedArgs {
    /// Returns the number of games per second; `None` if no bots are given to measure.
    pub fn measure(self) -> anyhow::Result<Option<f64>> {
        let Some(bots) = &self.bots else {
            return Ok(None);
        };
        let wanted = self.jail.wanted();
        let places = ProgramLookup::at(wanted.level());
        let options = BuildOptions::new(Builds::of(places), &wanted);
        let (game, given) = self.options.choose(&self.game, &wanted)?;
        let kind = game.kind()?;
        let rules = kind.rules(&given).map_err(bad_input)?;
        let seats: Vec<char> = rules
            .start()
            .seats()
            .iter()
            .map(|seat| seat.letter())
            .collect();
        let (&[first, second], [one, two]) = (seats.as_slice(), bots.as_slice()) else {
            return Err(bad_input(format!(
                "{} has {} seats here, and a pair of bots plays games of two; choose two with an option, \
                 such as --option seats=AC, or give --games-per-second",
                kind.name(),
                seats.len()
            )));
        };
        let mut bots = vec![
            entrant(one, first, kind.name(), places)?,
            entrant(two, second, kind.name(), places)?,
        ];
        let scope = jail::open(&wanted)?;
        let ready = build::ready(&mut bots, &scope, &options);
        let mut context = run::runtime()?.block_on(ready)?;
        context.games = game.games.clone();
        let mut table = GameRunner::new(context, None);
        let began = Instant::now();
        for seed in 0..STARTS {
            for names in [
                [&bots[0].name, &bots[1].name],
                [&bots[1].name, &bots[0].name],
            ] {
                let start = Start::new(StartFrom::Deal, derive(seed, "deal", &[]));
                let seats = [(first, &**names[0]), (second, &**names[1])];
                let job = job(
                    (kind, given.clone()),
                    start,
                    seed,
                    &seats,
                    self.tc.unwrap_or(A_SECOND),
                );
                let record = table.play(&job, 1, None).map_err(bad_input)?;
                if let Some(record) = record {
                    known(&record.played)?;
                }
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        table.close();
        let at_once = Cores::plan(self.concurrency, 1, true).sets.len().max(1);
        #[expect(clippy::cast_precision_loss, reason = "some games")]
        let games = (2 * STARTS) as f64 * at_once as f64;
        Ok(Some(games / seconds))
    }
}

/// Returns an error if the game was void or ended by a fault: its duration says nothing about other games.
fn known(Played { job, verdict, .. }: &Played) -> anyhow::Result<()> {
    if let Some(why) = &verdict.void {
        return Err(machine(format!(
            "a game is void, so the speed isn't known: {why}"
        )));
    }
    let fault = verdict
        .seats
        .iter()
        .find_map(|seat_result| Some((seat_result.seat, seat_result.failure()?)));
    let Some((seat, word)) = fault else {
        return Ok(());
    };
    let seated = job.seats.iter().find(|seated| seated.seat == seat);
    let bot = seated.map_or("a bot", |seated| &*seated.bot);
    Err(bad_input(format!(
        "{bot} lost a game by a fault ({word}), so the speed of real games isn't known; see `referee \
         check`, or give --games-per-second"
    )))
}
