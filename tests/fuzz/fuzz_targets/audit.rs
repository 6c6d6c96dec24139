//! Games made of any steps: what follows the rules is accepted, and nothing else.
#![cfg_attr(feature = "libfuzzer", no_main)]

use referee_engine::{AuditError, Dice, opening, rules_of, verdict_on_job};
use referee_fuzz::{Tape, job};
use referee_games::{GameSource, Position, Rules, Turn};
use referee_record::{FaultKind, Job, Measured, Played, Record, Step};

/// Faults that a bot can commit once it has shaken hands.
const FAULTS: [FaultKind; 4] = [
    FaultKind::Timeout,
    FaultKind::Resigned,
    FaultKind::IllegalMove,
    FaultKind::Crash,
];

fn audit(data: &[u8]) {
    let mut tape = Tape::new(data);
    let job = job(&mut tape);
    let rules = rules_of(&GameSource::built_in(), &job).expect("rules");
    let Ok(start) = opening(&*rules, &job.start) else {
        return;
    };
    let mut played = play(job, start, &mut tape);
    check(&*rules, &played).expect("a game by the rules");
    if let Some(change) = tape.byte() {
        let sound = played.clone();
        spoil(&mut played, change, &mut tape);
        assert!(
            check(&*rules, &played).is_err() || played == sound,
            "{played:?}"
        );
    }
}

fn check(rules: &dyn Rules, played: &Played) -> Result<(), AuditError> {
    let record = Record {
        attempt: 1,
        played: played.clone(),
        measured: Measured::default(),
    };
    referee_engine::audit(rules, &record)
}

/// A game by the rules, to its end.
fn play(job: Job, mut position: Box<dyn Position>, tape: &mut Tape<'_>) -> Played {
    let start = position.line();
    let mut dice = Dice::new(job.dice);
    let mut steps = Vec::new();
    let ending = loop {
        match position.turn() {
            Turn::Over(ending) => break Some(ending),
            Turn::Failed(why) => panic!("built-in rules failed: {why}"),
            Turn::Chance(chance) => {
                let outcome = dice.cast(&chance);
                let (seat, outcome_told) = (chance.seat.letter(), outcome.to_owned());
                steps.push(Step::Chance {
                    seat,
                    chance: outcome_told,
                });
                position.cast(outcome);
            }
            Turn::Forced(seat, notation) => {
                position.play(&notation);
                steps.push(Step::Move {
                    seat: seat.letter(),
                    word: notation,
                    said: None,
                });
            }
            Turn::Seat(seat) => {
                let legal = position.legal();
                let choice = tape.byte().unwrap_or(255);
                let notation = legal[usize::from(choice) % legal.len()].clone();
                if choice < 250 {
                    position.play(&notation);
                    steps.push(Step::Move {
                        seat: seat.letter(),
                        word: notation,
                        said: None,
                    });
                    continue;
                }
                let reason = FAULTS[usize::from(choice) % FAULTS.len()];
                steps.push(Step::Out {
                    out: seat.letter(),
                    reason,
                });
                if !position.withdraw(seat) {
                    break None;
                }
            }
        }
    };
    let verdict = verdict_on_job(&job, &steps, ending.as_ref());
    Played {
        job,
        start,
        steps,
        end: position.line(),
        verdict,
    }
}

/// Changes something that follows from the rest.
fn spoil(played: &mut Played, change: u8, tape: &mut Tape<'_>) {
    let steps = played.steps.len().max(1);
    match change % 6 {
        0 => drop(played.steps.pop()),
        1 => played.start.push('x'),
        2 => played.end.push('x'),
        3 => played.verdict.reason.push('x'),
        4 => played
            .verdict
            .seats
            .iter_mut()
            .for_each(|seat| seat.place += 1),
        _ => {
            let text = String::from_utf8_lossy(tape.piece()).into_owned();
            match played.steps.get_mut(usize::from(change) % steps) {
                Some(Step::Chance { chance, .. }) => *chance = text,
                // Another legal move may lead to the same end.
                Some(Step::Move { word: notation, .. }) => *notation = format!("?{text}"),
                Some(Step::Out { reason, .. }) => *reason = FaultKind::Garbage,
                // No game here is ended before its rules end it.
                Some(Step::Adjudicated { .. }) | None => {}
            }
        }
    }
}

referee_fuzz::target!(audit);
