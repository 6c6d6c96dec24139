//! A recorded game that both duels of the benchmark play over and over.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_engine::opening;
use referee_games::{Turn, find, random};
use referee_protocol::{Clock, Encoding, ToBot};
use referee_record::{
    Job, Limits, Restart, SeatAssignment, Start, StartFrom, TimeBudget, TimeControl, derive,
};

/// Random games of which the longest is taken.
const TRIES: u64 = 50;
/// Time control of the benchmark, in milliseconds per move.
const MOVE_MS: u64 = 10_000;

/// A game for two seats without chance, move by move.
pub(crate) struct BenchGame {
    /// Job that plays it.
    pub job: Job,
    /// Its moves.
    pub moves: Vec<String>,
    /// Text that the seat whose turn it is receives before each move, in one piece.
    pub sent: Vec<String>,
}

/// Records the longest of some random games from the default start.
pub(crate) fn record(game: &str) -> Result<BenchGame> {
    let job = job(game);
    let kind = find(game).with_context(|| format!("there is no game {game:?}"))?;
    let rules = kind.rules(&BTreeMap::new())?;
    let mut longest = Vec::new();
    for seed in 0..TRIES {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut position = opening(&*rules, &job.start)?;
        let mut moves = Vec::new();
        while let Turn::Seat(_) = position.turn() {
            let legal = position.legal();
            let move_text = legal[random::index(&mut rng, legal.len())].clone();
            position.play(&move_text);
            moves.push(move_text);
        }
        if moves.len() > longest.len() {
            longest = moves;
        }
    }
    let mut position = opening(&*rules, &job.start)?;
    let mut texts = Vec::new();
    let mut news = [String::new(), String::new()];
    for move_text in &longest {
        let Turn::Seat(seat) = position.turn() else {
            break;
        };
        let mut text = std::mem::take(&mut news[seat.index()]);
        let line = position.line();
        ToBot::State {
            line: &line,
            view: None,
        }
        .write(Encoding::Text, &mut text);
        let clock = Clock {
            move_ms: Some(MOVE_MS),
            ..Clock::default()
        };
        ToBot::Go(&clock).write(Encoding::Text, &mut text);
        texts.push(text);
        for text in &mut news {
            let played = ToBot::Played {
                seat: seat.letter(),
                word: move_text,
                ms: 0,
            };
            played.write(Encoding::Text, text);
        }
        position.play(move_text);
    }
    Ok(BenchGame {
        job,
        moves: longest,
        sent: texts,
    })
}

fn job(game: &str) -> Job {
    let time = TimeControl::new(TimeBudget::Move { ms: MOVE_MS });
    let seats = [('A', "left"), ('B', "right")];
    let seats = seats.map(|(seat, bot)| SeatAssignment::new(seat, bot, 1, time));
    let seed = derive(0, "bench", &[]);
    let start = Start::new(StartFrom::Default, seed);
    Job {
        limits: Limits {
            legal: false,
            ..Limits::default()
        },
        restart: Restart::Never,
        ..Job::single("bench", game, start, seed, seats.into())
    }
    .identify()
}

impl BenchGame {
    /// Writes the moves for `house:instant`: one line per seat.
    pub(crate) fn write_script(&self, path: &Path) -> Result<()> {
        let mut text = String::new();
        for (seat, first) in [('A', 0), ('B', 1)] {
            let seat_moves: Vec<&str> = self
                .moves
                .iter()
                .skip(first)
                .step_by(2)
                .map(String::as_str)
                .collect();
            writeln!(text, "{seat}: {}", seat_moves.join(" "))?;
        }
        std::fs::write(path, text).with_context(|| format!("{} can't be written", path.display()))
    }
}
