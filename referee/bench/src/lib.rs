//! Measures the cost of the referee: its duel of two instant bots compared with a bare one, and perft.

mod bare;
mod game;
mod resend;
pub mod runs;
pub mod scenario;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use referee_engine::{Cores, EngineContext, GameRunner, Program, stay_on};
use referee_games::games;
use referee_jail::Pin;
use serde::Serialize;

use bare::BareLoop;
use game::{BenchGame, record};
use referee_build::jail::JailRequest;

/// Duration of each measurement.
const SLICE: Duration = Duration::from_millis(300);
/// Pairs of measurements, interleaved.
const PAIRS: usize = 7;
/// Time after which perft stops: at the first depth that takes longer.
const PERFT_TIME: Duration = Duration::from_millis(300);

/// Results of the duels of one game, in plies per second.
#[derive(Debug, Serialize)]
pub struct BenchDuel {
    /// Name of the game.
    pub game: &'static str,
    /// Median of the referee's duels.
    pub referee: f64,
    /// Median of the bare ones.
    pub bare: f64,
    /// Median of the ratios (referee to bare) of the pairs.
    pub ratio: f64,
}

/// Result of perft for one game.
#[derive(Debug, Serialize)]
pub struct Perft {
    /// Name of the game.
    pub game: &'static str,
    /// Depth that was counted.
    pub depth: u32,
    /// Move sequences counted per second.
    pub per_second: f64,
}

/// Measures duels of these games on one core, the first one that this process may use.
///
/// They run on their own thread: at the end of a game the referee kills all processes that were left to the
/// main thread, and the bots of the bare duel belong to no game.
pub fn duels(games: &[&'static str], referee: &Path, jail: &JailRequest) -> Result<Vec<BenchDuel>> {
    let play = || {
        let (cores, _claim) = Cores::claim(Some(1), 1, true);
        stay_on(cores.sets.first().map_or(&[], Vec::as_slice));
        games.iter().map(|game| duel(game, referee, jail)).collect()
    };
    let played = std::thread::scope(|scope| scope.spawn(play).join());
    played.unwrap_or_else(|_| bail!("the benchmark failed"))
}

fn duel(name: &'static str, referee: &Path, jail: &JailRequest) -> Result<BenchDuel> {
    let scope = jail.scope()?;
    let game = record(name)?;
    let script = scope.folder().join("moves");
    game.write_script(&script)?;
    let program = |name: &str| Program {
        // A bot in the jail sees other folders, so the script is made visible there.
        read: Pin::of(&script).into_iter().collect(),
        ..Program::new(
            name,
            referee.to_owned(),
            vec![
                "house".into(),
                format!("instant,moves={}", script.display()).into(),
            ],
        )
    };
    let programs = [program("left"), program("right")];
    let mut bare = BareLoop::start(&programs)?;
    let mut table = GameRunner::new(
        EngineContext::new(
            Arc::new(HashMap::from(programs.map(|p| (p.name.clone(), p)))),
            scope.clone(),
        ),
        None,
    );
    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for pair in 0..=PAIRS {
        let left = plies_per_second(|| bare.play(&game))?;
        let right = plies_per_second(|| refereed(&mut table, &game))?;
        // The first pair only warms up the machine.
        if pair > 0 {
            theirs.push(left);
            ours.push(right);
            ratios.push(right / left);
        }
    }
    bare.close();
    table.close();
    Ok(BenchDuel {
        game: name,
        referee: median(ours),
        bare: median(theirs),
        ratio: median(ratios),
    })
}

/// Plays the game once with all the work of the referee, including the record; returns its plies.
fn refereed(table: &mut GameRunner, game: &BenchGame) -> Result<usize> {
    let Some(record) = table.play(&game.job, 1, None)? else {
        bail!("the game was given up");
    };
    if record.played.steps.len() != game.moves.len() {
        bail!(
            "the game took another course: {:?}",
            record.measured.evidence
        );
    }
    Ok(game.moves.len())
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of some seconds are far below 2^52"
)]
fn plies_per_second(mut play: impl FnMut() -> Result<usize>) -> Result<f64> {
    let start = Instant::now();
    let mut plies = 0;
    while start.elapsed() < SLICE {
        plies += play()?;
    }
    Ok(plies as f64 / start.elapsed().as_secs_f64())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Measures perft of every game from its default start, up to the first depth that takes long enough.
#[expect(
    clippy::cast_precision_loss,
    reason = "a rate has no need of the last digits"
)]
pub fn perft() -> Result<Vec<Perft>> {
    let mut all = Vec::new();
    for kind in games() {
        let start = kind.rules(&BTreeMap::new())?.start();
        for depth in 1.. {
            let began = Instant::now();
            let count = start.perft(depth);
            let took = began.elapsed();
            if took > PERFT_TIME {
                let per_second = count as f64 / took.as_secs_f64();
                all.push(Perft {
                    game: kind.name(),
                    depth,
                    per_second,
                });
                break;
            }
        }
    }
    Ok(all)
}
