//! Tests that games that were ended before their rules ended them are checked by the recorded scores.

use referee_games::{GameSource, Turn, find};
use referee_record::{Adjudicated, Adjudication, Job, Played, PlyMeasure, Step};

use super::random_game::{Forfeits, job, play};
use super::{audit, audit_scored};
use referee_engine::{replay, rules_of, verdict_on_job};

fn adjudicated(game: &str, settings: &str) -> Job {
    let mut job = job(game, &[], 4);
    job.adjudicate = serde_json::from_str(settings).expect(settings);
    job.identify()
}

/// Ends a game after so many moves.
fn cut(mut played: Played, plies: usize, adjudicated: Adjudicated) -> Played {
    let is_move = |(_, step): &(usize, &Step)| matches!(step, Step::Move { .. });
    let moves = played.steps.iter().enumerate().filter(is_move);
    let last = moves.map(|(index, _)| index).nth(plies - 1).expect("moves");
    played.steps.truncate(last + 1);
    played.end = {
        let rules = rules_of(&GameSource::built_in(), &played.job).expect("a game");
        let last = replay(&*rules, &played).expect("a start").last();
        last.expect("steps").expect("by the rules").1.line()
    };
    played.steps.push(Step::Adjudicated { adjudicated });
    played.verdict = verdict_on_job(&played.job, &played.steps, None);
    played
}

fn scored(scores: &[&str]) -> Vec<PlyMeasure> {
    let measure = |score: &&str| PlyMeasure {
        info: vec![format!("depth=1 score={score}")],
        ..PlyMeasure::default()
    };
    scores.iter().map(measure).collect()
}

#[test]
fn a_game_ends_where_the_scores_say_so_and_nowhere_else() {
    let settings = r#"{"resign":{"moves":2,"score":600}}"#;
    let whole = play(adjudicated("koolaamee", settings), Forfeits::None);
    assert!(audit(&whole).is_ok(), "nobody said anything");
    let Some(Step::Move { seat, .. }) = whole.steps.iter().find(|s| matches!(s, Step::Move { .. }))
    else {
        panic!("a move");
    };
    let other = if *seat == 'A' { 'B' } else { 'A' };
    let scores = scored(&["0", "-700", "0", "-700", "0", "-700"]);
    let sound = cut(whole.clone(), 4, Adjudicated::Loss(other));
    let result = audit_scored(&sound, scores.clone());
    assert!(result.is_ok(), "{}", result.unwrap_err());
    assert_eq!(sound.verdict.reason, "adjudicated-win");

    let said = |played: &Played| {
        let result = audit_scored(played, scores.clone());
        result.expect_err("it isn't sound").to_string()
    };
    assert!(said(&whole).contains("recorded: the game goes on; by the scores:"));
    for wrong in [
        cut(whole.clone(), 3, Adjudicated::Loss(other)),
        cut(whole.clone(), 5, Adjudicated::Loss(other)),
        cut(whole.clone(), 4, Adjudicated::Loss(*seat)),
        cut(whole.clone(), 4, Adjudicated::Draw),
    ] {
        assert!(said(&wrong).contains("by the scores: "), "{wrong:?}");
    }
    let mut longer = sound.clone();
    longer.steps.push(whole.steps[4].clone());
    assert!(said(&longer).contains("nothing more, the game ended by an adjudication"));
    let mut off = sound.clone();
    off.job.adjudicate = Adjudication::default();
    off.job = off.job.identify();
    assert!(said(&off).contains("by the scores: the game goes on"));
    assert!(audit(&sound).is_err(), "without the scores");
}

#[test]
fn rules_that_end_the_game_come_first() {
    let whole = play(adjudicated("onitama", "{}"), Forfeits::None);
    let plies = whole.steps.len();
    let settings = format!(r#"{{"plies":{plies}}}"#);
    let same = play(adjudicated("onitama", &settings), Forfeits::None);
    assert!(audit(&same).is_ok());
    let settings = format!(r#"{{"plies":{}}}"#, plies - 1);
    let late = play(adjudicated("onitama", &settings), Forfeits::None);
    assert!(audit(&late).is_err());
    let sound = cut(late, plies - 1, Adjudicated::Plies);
    assert!(audit(&sound).is_ok());
    assert_eq!(sound.verdict.reason, "max-plies");
}

#[test]
fn captures_and_moves_of_pawns_settle_something_in_chess() {
    let rules = find("chess")
        .expect("chess")
        .rules(&[].into())
        .expect("its rules");
    let start = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
    let position = rules.read(start).expect(start);
    assert!(matches!(position.turn(), Turn::Seat(_)));
    for (word, settles) in [
        ("e5d6", true),
        ("e5e6", true),
        ("a1a8", true),
        ("a1a7", false),
        ("e1g1", false),
    ] {
        assert_eq!(position.settles(word), settles, "{word}");
    }
    let free = find("chess").expect("chess");
    let free = free.rules(&[("variant".to_owned(), "960".to_owned())].into());
    let position = free.expect("960").read(start).expect(start);
    assert!(position.is_legal("e1h1") && !position.settles("e1h1"));
}
