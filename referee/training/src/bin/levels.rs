//! Plays each pair of neighbouring levels against each other, from distinct random starts, each
//! start from both sides: `cargo run --release -p referee-training --bin levels -- onitama [LOW
//! HIGH] [--pairs N] [--ms N]`. With `--minimax DEPTH`, the bot `minimax` with that depth plays
//! instead of LOW.
//!
//! Games run inside this process, so that thousands of them take minutes. With more than two seats
//! (`--option seats=ABCD`), the higher level plays each seat once and the lower level plays the
//! others; the score is then the share of the opponents that the higher level leaves behind. Two
//! levels differ significantly if the higher one scores more than half with 99 % confidence (2.576
//! standard errors of the mean score of a start).

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_bots::engine::Chooser;
use referee_bots::house::levels::{described, make, minimax};
use referee_bots::sdk::{BotTurn, Clock, GameLine};
use referee_games::{Ending, Position, Rules, Seat, Turn as Next, random};

/// The two-sided 99 % quantile of the normal distribution.
const CONFIDENT: f64 = 2.576;
/// Number of random plies before the bots take over, because random starts may be equal; an outcome
/// of chance counts as a ply.
const PLIES: usize = 4;
const PLIES_OF_LUDO: usize = 40;
/// Number of plies after which a game is stopped and counts as a draw.
const LONGEST: usize = 5000;

struct Args {
    game: String,
    levels: Option<(usize, usize)>,
    pairs: u32,
    ms: Option<u64>,
    /// Depth of the bot `minimax` that plays instead of the lower level.
    minimax: Option<u32>,
    options: BTreeMap<String, String>,
}

fn main() -> ExitCode {
    let Some(args) = read() else {
        eprintln!(
            "expected GAME [LOW HIGH] [--pairs N] [--ms N] [--minimax DEPTH] [--option KEY=VALUE]"
        );
        return ExitCode::from(2);
    };
    let kind = referee_games::find(&args.game).expect("it was looked up");
    let rules = match kind.rules(&args.options) {
        Ok(rules) => rules,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    let seats = rules.start().seats().len();
    let about = described(&args.game);
    let all = (1..about.len()).map(|low| (low, low + 1)).collect();
    println!(
        "{:16} {:>7} {:>8} {:>8}  told apart",
        "levels", "games", "score", "± 99 %"
    );
    for (low, high) in args.levels.map_or(all, |levels| vec![levels]) {
        let began = Instant::now();
        let scores = duel(&args, &*rules, [low, high]);
        let (mean, error) = summary(&scores);
        println!(
            "{:16} {:7} {:8.3} {:8.3}  {}  ({:.0} s)",
            args.minimax.map_or_else(
                || format!("{high} over {low}"),
                |depth| format!("{high} over depth {depth}")
            ),
            scores.len() * seats,
            mean,
            error,
            if mean - error > 0.5 { "yes" } else { "no" },
            began.elapsed().as_secs_f64()
        );
    }
    for (i, about) in about.iter().enumerate() {
        println!("level {}: {about}", i + 1);
    }
    ExitCode::SUCCESS
}

fn read() -> Option<Args> {
    let mut words = std::env::args().skip(1);
    let game = words.next()?;
    referee_games::find(&game)?;
    let mut args = Args {
        game,
        levels: None,
        pairs: 500,
        ms: None,
        minimax: None,
        options: BTreeMap::new(),
    };
    let mut levels = Vec::new();
    while let Some(argument) = words.next() {
        match &*argument {
            "--pairs" => args.pairs = words.next()?.parse().ok()?,
            "--ms" => args.ms = Some(words.next()?.parse().ok()?),
            "--minimax" => args.minimax = Some(words.next()?.parse().ok()?),
            "--option" => {
                let setting = words.next()?;
                let (key, value) = setting.split_once('=')?;
                args.options.insert(key.to_owned(), value.to_owned());
            }
            level => levels.push(level.parse().ok()?),
        }
    }
    args.levels = match levels[..] {
        [] => None,
        [low, high] => Some((low, high)),
        _ => return None,
    };
    Some(args)
}

fn mean(scores: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = scores.fold((0.0, 0.0), |(sum, count), score| (sum + score, count + 1.0));
    sum / count
}

/// Returns the mean score of the starts, and the half-width of its confidence interval.
#[expect(clippy::cast_precision_loss, reason = "some thousands of pairs")]
fn summary(scores: &[f64]) -> (f64, f64) {
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, CONFIDENT * (variance / n).sqrt())
}

/// Returns the higher level's mean score from each start.
fn duel(args: &Args, rules: &dyn Rules, [low, high]: [usize; 2]) -> Vec<f64> {
    let next = AtomicU32::new(0);
    let positions = Mutex::new((HashSet::new(), Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Relaxed);
                    let start = start(rules, seed);
                    let mut state = positions.lock().expect("no thread failed");
                    if state.0.len() >= args.pairs as usize || seed > 20 * args.pairs {
                        return;
                    }
                    if !state.0.insert(start.line()) {
                        continue;
                    }
                    drop(state);
                    let seats = start.seats();
                    let scores = (0..seats.len()).map(|seat_index| {
                        let player = |i| match args.minimax {
                            _ if i == seat_index => level(args, high),
                            Some(depth) => minimax(depth),
                            None => level(args, low),
                        };
                        let choosers = (0..seats.len()).map(player).collect();
                        let start = copy(rules, &*start);
                        play(rules, start, choosers, seed, args.ms, seat_index)
                    });
                    let score = mean(scores);
                    positions.lock().expect("no thread failed").1.push(score);
                }
            });
        }
    });
    positions.into_inner().expect("no thread failed").1
}

fn level(args: &Args, level: usize) -> Chooser {
    make(&args.game, level).expect("a level")
}

/// Returns a random start after some random plies.
fn start(rules: &dyn Rules, seed: u32) -> Box<dyn Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed.into());
    let mut position = rules.deal(&mut rng);
    let plies = if rules.name() == "ludo" {
        PLIES_OF_LUDO
    } else {
        PLIES
    };
    for _ in 0..plies {
        let mut ahead = copy(rules, &*position);
        step(&mut *ahead, &mut rng, |ahead, rng| {
            let legal = ahead.legal();
            legal[random::index(rng, legal.len())].clone()
        });
        if matches!(ahead.turn(), Next::Over(_)) {
            break;
        }
        position = ahead;
    }
    position
}

fn copy(rules: &dyn Rules, position: &dyn Position) -> Box<dyn Position> {
    rules.read(&position.line()).expect("its own state line")
}

/// Plays one ply: an outcome of chance, a forced move, or a chosen move.
fn step(
    position: &mut dyn Position,
    rng: &mut ChaCha8Rng,
    choose: impl FnOnce(&mut dyn Position, &mut ChaCha8Rng) -> String,
) {
    match position.turn() {
        Next::Over(_) | Next::Failed(_) => {}
        Next::Chance(chance) => {
            position.cast(chance.draw(rng));
        }
        Next::Forced(_, word) => {
            position.play(&word);
        }
        Next::Seat(_) => {
            let notation = choose(position, rng);
            assert!(
                position.play(&notation).is_some(),
                "{notation} in {}",
                position.line()
            );
        }
    }
}

/// Plays a game with a bot for each seat; returns the score of the seat with this index.
fn play(
    rules: &dyn Rules,
    mut position: Box<dyn Position>,
    mut choosers: Vec<Chooser>,
    seed: u32,
    ms: Option<u64>,
    seat_index: usize,
) -> f64 {
    let seats = position.seats();
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(seed) | 1 << 32);
    let mut numbers = vec![0; choosers.len()];
    for _ in 0..LONGEST {
        if let Next::Over(ending) = position.turn() {
            return score(&ending, seats[seat_index]);
        }
        step(&mut *position, &mut rng, |position, _| {
            let Next::Seat(seat) = position.turn() else {
                return String::new();
            };
            let i = seats
                .iter()
                .position(|s| *s == seat)
                .expect("it takes part");
            let turn = BotTurn {
                game: line(rules, position, seat.letter(), seed, ms),
                number: numbers[i],
                state: position.line(),
                legal: position.legal(),
                clock: clock(ms),
                happened: Vec::new(),
                since: Instant::now(),
            };
            numbers[i] += 1;
            let answer = choosers[i](&turn).expect("its own rules");
            answer.move_notation().expect("a move").to_owned()
        });
    }
    0.5
}

fn clock(ms: Option<u64>) -> Clock {
    Clock {
        move_ms: ms,
        ..Clock::default()
    }
}

fn line(
    rules: &dyn Rules,
    position: &dyn Position,
    seat: char,
    seed: u32,
    ms: Option<u64>,
) -> GameLine {
    let options = rules.options();
    GameLine {
        game: rules.name().to_owned(),
        seat,
        seats: position.seats().iter().map(|seat| seat.letter()).collect(),
        id: seed.into(),
        seed,
        clock: clock(ms),
        legal: true,
        options: options
            .iter()
            .map(|(key, value)| (key.into(), value.into()))
            .collect(),
    }
}

/// Returns the share of its opponents that a seat leaves behind; opponents with the same place
/// count half.
fn score(ending: &Ending, rated_seat: Seat) -> f64 {
    let places = &ending.places;
    let (_, own_place) = places
        .iter()
        .find(|(seat, _)| *seat == rated_seat)
        .expect("its place");
    let others = places.iter().filter(|(seat, _)| *seat != rated_seat);
    let behind = others.map(|(_, place)| match place.cmp(own_place) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    });
    mean(behind)
}
