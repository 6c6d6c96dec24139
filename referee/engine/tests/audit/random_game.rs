//! Plays random games, recorded as the match loop records them.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_engine::{Dice, opening, rules_of, verdict_on_job};
use referee_games::{GameSource, Position, Turn, find, random};
use referee_record::{
    FaultKind, Job, Played, SeatAssignment, Start, StartFrom, Step, TimeControl, derive,
};

/// Which seats forfeit.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Forfeits {
    None,
    /// One move in forty.
    Some,
    /// The handshake of the first seat fails.
    Handshakes,
    /// The handshakes of all seats fail.
    Everybody,
}

pub(crate) fn job(game: &str, options: &[(&str, &str)], seed: u64) -> Job {
    let owned_pair = |(k, v): &(&str, &str)| (k.to_string(), v.to_string());
    let options = options.iter().map(owned_pair).collect();
    let kind = find(game).expect("a registered game");
    let rules = kind.rules(&options).expect("options in range");
    let seated = |(i, seat): (usize, referee_games::Seat)| {
        SeatAssignment::new(seat.letter(), &format!("bot{i}"), 1, TimeControl::default())
    };
    let seats: Vec<SeatAssignment> = rules
        .start()
        .seats()
        .into_iter()
        .enumerate()
        .map(seated)
        .collect();
    let start = Start {
        plies: 3,
        ..Start::new(StartFrom::Deal, derive(seed, "deal", &[]))
    };
    Job {
        number: seed + 1,
        options,
        ..Job::single("main", game, start, derive(seed, "dice", &[]), seats)
    }
    .identify()
}

pub(crate) fn play(job: Job, forfeits: Forfeits) -> Played {
    let rules = rules_of(&GameSource::built_in(), &job).expect("a registered game");
    let mut position = opening(&*rules, &job.start).expect("a start");
    let mut rng = ChaCha8Rng::seed_from_u64(job.number);
    let mut dice = Dice::new(job.dice);
    let start = position.line();
    let mut steps = Vec::new();
    let absent = match forfeits {
        Forfeits::Everybody => job.seats.len(),
        Forfeits::Handshakes => 1,
        _ => 0,
    };
    let mut on = true;
    for seated in &job.seats[..absent] {
        on &= leave(&mut *position, &mut steps, seated.seat, "no-handshake");
    }
    while on {
        match position.turn() {
            Turn::Over(_) | Turn::Failed(_) => on = false,
            Turn::Chance(chance) => {
                let cast = dice.cast(&chance);
                assert!(position.cast(cast));
                steps.push(Step::Chance {
                    seat: chance.seat.letter(),
                    chance: cast.to_owned(),
                });
            }
            Turn::Forced(seat, word) => go(&mut *position, &mut steps, seat.letter(), &word),
            Turn::Seat(seat) if forfeits == Forfeits::Some && random::below(&mut rng, 40) == 0 => {
                on = leave(&mut *position, &mut steps, seat.letter(), "timeout");
            }
            Turn::Seat(seat) => {
                let legal = position.legal();
                let move_text = &legal[random::index(&mut rng, legal.len())];
                go(&mut *position, &mut steps, seat.letter(), move_text);
            }
        }
    }
    let ending = match position.turn() {
        Turn::Over(ending) => Some(ending),
        _ => None,
    };
    Played {
        verdict: verdict_on_job(&job, &steps, ending.as_ref()),
        end: position.line(),
        job,
        start,
        steps,
    }
}

fn go(position: &mut dyn Position, steps: &mut Vec<Step>, seat: char, move_text: &str) {
    assert_eq!(position.play(move_text).as_deref(), Some(move_text));
    steps.push(Step::Move {
        seat,
        word: move_text.to_owned(),
        said: None,
    });
}

fn leave(position: &mut dyn Position, steps: &mut Vec<Step>, seat: char, reason: &str) -> bool {
    steps.push(Step::Out {
        out: seat,
        reason: FaultKind::find(reason).expect("the word of a fault"),
    });
    let seat = referee_games::Seat::from_letter(seat).expect("a seat");
    position.withdraw(seat) && !matches!(position.turn(), Turn::Over(_))
}
