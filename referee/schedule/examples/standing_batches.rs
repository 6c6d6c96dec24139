//! Measures how long it takes to choose a batch of a standing tournament of 1400 bots.
//!
//! `cargo run --release -p referee-schedule --example standing_batches`

use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};

use referee_record::{
    Adjudication, Job, Limits, Outcome, Restart, SeatResult, Seated, Spent, TimeControl, Verdict,
};
use referee_schedule::{Entrant, Format, GameConfig, Plan, Starts};

const BOTS: u32 = 1400;
/// Games after which the time is told.
const GAMES: u64 = 100_000;
const TIMES: u64 = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let mut schedule = plan().schedule()?;
    let (mut chance, mut round) = (1, 0);
    for time in 1..=TIMES {
        let (mut batches, mut sum, mut longest) = (0_u32, Duration::ZERO, Duration::ZERO);
        let mut played = 0;
        while played < time * GAMES {
            let began = Instant::now();
            let job = schedule.next().ok_or("there is no game")?;
            let took = began.elapsed();
            if job.place.round != round {
                round = job.place.round;
                batches += 1;
                sum += took;
                longest = longest.max(took);
            }
            played = job.number;
            chance = next(chance);
            schedule.record(&outcome(job, chance));
        }
        println!(
            "up to game {played}: {:?} to choose a batch, {longest:?} at most",
            sum / batches.max(1)
        );
    }
    for note in schedule.notes() {
        println!("{note}");
    }
    Ok(())
}

/// Returns the next number of a generator (`SplitMix64`, by S. Vigna).
fn next(number: u64) -> u64 {
    let mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Returns the strength of a bot in natural units, from 0 to 8: a spread of 1400 Elo points.
fn strength(bot: &str) -> f64 {
    let number: u32 = bot.trim_start_matches("bot").parse().unwrap_or(0);
    f64::from(number * 37 % BOTS) * 8.0 / f64::from(BOTS)
}

fn outcome(job: Job, chance: u64) -> Outcome {
    let [first, second] = [0, 1].map(|seat: usize| strength(&job.seats[seat].bot));
    let drawn = f64::from(u32::try_from(chance >> 32).unwrap_or(0)) / f64::from(u32::MAX);
    let places = if drawn < 1.0 / (1.0 + (second - first).exp()) {
        [1, 2]
    } else {
        [2, 1]
    };
    let results = job.seats.iter().zip(places);
    let results = results.map(|(seated, place)| SeatResult {
        seat: seated.seat,
        place,
        score: None,
        fault: None,
    });
    let seats = job.seats.iter().map(|seated| Seated {
        seat: seated.seat,
        bot: seated.bot.clone(),
        spent: Spent::default(),
        chatter: 0,
    });
    Outcome {
        number: job.number,
        id: job.id,
        attempt: 1,
        again: false,
        annulled: false,
        verdict: Verdict {
            reason: String::new(),
            void: None,
            seats: results.collect(),
        },
        seats: seats.collect(),
        place: job.place,
        revision: 0,
        worker: None,
        steps: 0,
        print: chance >> 1,
    }
}

fn plan() -> Plan {
    let entrant = |i| Entrant {
        settings: None,
        limits: None,
        name: format!("bot{i}"),
        time: TimeControl::default(),
    };
    Plan {
        title: None,
        setup: GameConfig {
            master: 1,
            game: "onitama".to_owned(),
            rules: None,
            options: BTreeMap::new(),
            seats: vec!['A', 'B'],
            start: Starts::Deal,
            book: None,
            openings: 0,
            distinct: None,
            limits: Limits::default(),
            restart: Restart::Game,
            pondering: None,
            adjudicate: Adjudication::default(),
        },
        bots: (0..BOTS).map(entrant).collect(),
        format: Format::Standing {
            games_per_pair: 2,
            batch: 64,
            placement: 8,
            separated: 0.95,
        },
        park_after: None,
        allow_faults: false,
        changes: Vec::new(),
    }
}
