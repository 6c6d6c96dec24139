//! Tests that the audit names each single change in a sound game.

use referee_engine::{replay, rules_of};
use referee_games::{GameSource, games};
use referee_record::{FaultKind, Played, Seed, Step};

use crate::audit;
use crate::random_game::{Forfeits, job, play};

/// Applies a change to a random game of every kind and expects all of `parts` in the audit's error.
fn named(change: impl Fn(&mut Played), parts: &[&str]) {
    for game in games() {
        let sound = play(job(game.name(), &[], 11), Forfeits::None);
        let mut changed = sound.clone();
        change(&mut changed);
        assert_ne!(changed, sound);
        let said = match audit(&changed) {
            Ok(()) => panic!("{}: the audit is content", game.name()),
            Err(error) => error.to_string(),
        };
        for part in parts {
            assert!(
                said.contains(part),
                "{}: {said:?} lacks {part:?}",
                game.name()
            );
        }
    }
}

fn is_move(step: &Step) -> bool {
    matches!(step, Step::Move { .. })
}

fn first_move(played: &Played) -> usize {
    played.steps.iter().position(is_move).expect("a move")
}

#[test]
fn a_changed_job() {
    named(|p| p.job.limits.grace_ms += 1, &["job: recorded id"]);
    named(|p| p.job.id.0 = Seed([1; 16]), &["recorded id 01010101"]);
    named(
        |p| {
            p.job.seats.reverse();
            p.job = p.job.clone().identify();
        },
        &["job: recorded seats BA", "has AB"],
    );
    named(
        |p| {
            p.job.game = "go".to_owned();
            p.job = p.job.clone().identify();
        },
        &["no game \"go\""],
    );
}

#[test]
fn a_changed_start_or_end() {
    named(|p| p.start = p.end.clone(), &["start: recorded", "seed"]);
    named(
        |p| p.end = p.start.clone(),
        &["end: recorded", "steps lead to"],
    );
}

#[test]
fn a_changed_verdict() {
    named(
        |p| p.verdict.reason = "blue".to_owned(),
        &["verdict, reason: recorded blue"],
    );
    named(
        |p| p.verdict.seats[1].place += 1,
        &["verdict, seat B", "in place"],
    );
    named(
        |p| p.verdict.seats[0].score = Some(-77),
        &["seat A", "score -77"],
    );
    let fault = Some(FaultKind::Timeout);
    named(
        |p| p.verdict.seats[0].fault = fault,
        &["timeout;", "no fault"],
    );
    named(
        |p| _ = p.verdict.seats.pop(),
        &["verdict, seats: recorded 1 seats"],
    );
}

#[test]
fn a_move_that_is_not_legal() {
    let change = |p: &mut Played| {
        let i = first_move(p);
        if let Step::Move { word, .. } = &mut p.steps[i] {
            "zzz".clone_into(word);
        }
    };
    named(change, &["ply 1 (step", "plays zzz", "by the rules"]);
}

#[test]
fn a_move_of_another_seat() {
    let change = |p: &mut Played| {
        let i = first_move(p);
        if let Step::Move { seat, .. } = &mut p.steps[i] {
            *seat = if *seat == 'A' { 'B' } else { 'A' };
        }
    };
    named(change, &["ply 1 (step", "by the rules"]);
}

#[test]
fn another_legal_move() {
    // Wherever the other move leads, the rest of the game or its end doesn't fit any more.
    let change = |p: &mut Played| {
        let rules = rules_of(&GameSource::built_in(), &p.job).expect("a game");
        let mut position = rules.read(&p.start).expect("a start");
        let all: Vec<_> = replay(&*rules, p).expect("a start").flatten().collect();
        let mut changed = None;
        for (i, (step, after)) in all.iter().enumerate() {
            if let Step::Move { seat, word, .. } = step
                && let Some(other) = position.legal().iter().find(|m| *m != word)
            {
                let (seat, move_text) = (*seat, other.clone());
                changed = Some((
                    i,
                    Step::Move {
                        seat,
                        word: move_text,
                        said: None,
                    },
                ));
            }
            position = after.boxed();
        }
        let (i, step) = changed.expect("a choice");
        p.steps[i] = step;
    };
    named(change, &["recorded"]);
}

#[test]
fn a_spelling_that_names_no_move() {
    let say = |said: fn(&str) -> String| {
        move |p: &mut Played| {
            let i = first_move(p);
            if let Step::Move { word, said: s, .. } = &mut p.steps[i] {
                *s = Some(said(word));
            }
        }
    };
    named(say(|_| "zzz".to_owned()), &["ply 1 (step", "\"zzz\""]);
    named(say(str::to_owned), &["ply 1 (step"]);
}

#[test]
fn a_dropped_step() {
    named(|p| drop(p.steps.pop()), &["by the rules"]);
    named(|p| drop(p.steps.remove(0)), &["(step 1)", "by the rules"]);
}

#[test]
fn an_added_step() {
    let again = |p: &mut Played| p.steps.push(p.steps.last().expect("steps").clone());
    named(again, &["nothing more, the game is over"]);
    let out = |reason: FaultKind| Step::Out { out: 'A', reason };
    named(
        |p| p.steps.push(out(FaultKind::Timeout)),
        &["A is out (timeout)", "nothing more"],
    );
    named(
        |p| p.steps.push(out(FaultKind::NoHandshake)),
        &["handshake fails before"],
    );
    let stranger = Step::Out {
        out: 'Z',
        reason: FaultKind::Timeout,
    };
    named(
        |p| p.steps.insert(0, stranger.clone()),
        &["no seat Z takes part"],
    );
}

#[test]
fn a_die_under_which_the_move_stays_legal() {
    let sound = play(job("ludo", &[], 11), Forfeits::None);
    let cast = |step: &Step| matches!(step, Step::Chance { .. });
    for (i, _) in sound
        .steps
        .iter()
        .enumerate()
        .filter(|(_, step)| cast(step))
    {
        let mut changed = sound.clone();
        let Step::Chance { chance, .. } = &mut changed.steps[i] else {
            continue;
        };
        let other = if chance == "2" { "3" } else { "2" };
        other.clone_into(chance);
        let said = audit(&changed).expect_err("another die").to_string();
        let step = format!("(step {})", i + 1);
        assert!(
            said.contains(&step) && said.contains("job's dice give"),
            "{said}"
        );
    }
}

#[test]
fn a_changed_forfeit() {
    let sound = (0..)
        .map(|seed| play(job("ludo", &[("seats", "ABC")], seed), Forfeits::Some))
        .take(100)
        .find(|p| matches!(p.steps.last(), Some(Step::Out { .. })))
        .expect("a forfeit that ends a game");
    let mut changed = sound.clone();
    if let Some(Step::Out { reason, .. }) = changed.steps.last_mut() {
        *reason = FaultKind::Crash;
    }
    let said = audit(&changed).expect_err("another reason").to_string();
    assert!(
        said.contains("verdict, reason: recorded timeout; by the rules: crash"),
        "{said}"
    );

    let mut changed = sound;
    if let Some(Step::Out { out, .. }) = changed.steps.last_mut() {
        *out = if *out == 'A' { 'B' } else { 'A' };
    }
    let said = audit(&changed).expect_err("another seat").to_string();
    assert!(said.contains("by the rules"), "{said}");
}
