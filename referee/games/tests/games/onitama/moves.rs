//! Tests the effects of moves, and which texts are legal moves.

use std::collections::{BTreeMap, BTreeSet};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::onitama::Onitama;
use referee_games::{ChosenOptions, Ending, Game, Seat, Turn, random};

use super::{line, position};

/// A position, a move, and the position after it.
const PLAYED: [(&str, &str, &str); 11] = [
    (
        // A pawn jumps over a pawn of its own side.
        "b.B../...../W.a../..A../..... A 20 tiger right crab hook mantis",
        "1d3b3s",
        "b.B../..A../W.a../...../..... B 19 mantis right crab hook tiger",
    ),
    (
        // A pawn jumps over the wall, which moves only after that.
        "b.B../...../..W../..a../..A.. A 20 tiger right crab hook mantis",
        "1d3b3d",
        "b.B../..a../...../..W../..A.. B 19 mantis right crab hook tiger",
    ),
    (
        // The wall changes places with a soldier of the player to move.
        "b.B../...../W..../a..../..A.. A 20 tiger right crab hook mantis",
        "2e3e4d",
        "b.B../...../a..../W..../...A. B 19 tiger mantis crab hook right",
    ),
    (
        // The same with the soldier that has just moved and captured.
        "b.B../...../W..../b..../a.A.. A 20 tiger right crab hook mantis",
        "2e1d1d",
        "b.B../...../a..../W..../..A.. B 19 tiger mantis crab hook right",
    ),
    (
        // The wall enters the square that a pawn has just left.
        "b.B../...../W..../a..../..A.. A 20 tiger right crab hook mantis",
        "2d1d2d",
        "b.B../...../...../Wa.../..A.. B 19 tiger mantis crab hook right",
    ),
    (
        // B's cards are turned, the wall's directions aren't.
        "b.B../...../W..../a..../..A.. B 20 tiger right crab hook mantis",
        "2a3b2u",
        "b..../WB.../...../a..../..A.. A 19 tiger right crab mantis hook",
    ),
    (
        // The pattern's pawn may be outside of its centre.
        "b.B../...../W..../...../a.A.. A 20 edge right crab hook mantis",
        "1e1e5s",
        "b.B../...../W..../...../..A.a B 19 mantis right crab hook edge",
    ),
    (
        // No pawn can move: only the cards and the wall change.
        "..B.A/...../..W../...../..... A 20 right right crab hook mantis",
        "2XXXXr",
        "..B.A/...../...W./...../..... B 19 right mantis crab hook right",
    ),
    (
        // The winning move changes only the board.
        "....B/..A../W..../...../..... A 20 right tiger crab hook mantis",
        "1b3a3s",
        "..A.B/...../W..../...../..... A 20 right tiger crab hook mantis",
    ),
    (
        // A soldier on the base doesn't win.
        "....B/..a../W..../...../..A.. A 20 right tiger crab hook mantis",
        "1b3a3s",
        "..a.B/...../W..../...../..A.. B 19 mantis tiger crab hook right",
    ),
    (
        // The last turn.
        "....B/..A../W..../...../..... A 1 right tiger crab hook mantis",
        "1b3b4d",
        "....B/...A./...../W..../..... B 0 mantis tiger crab hook right",
    ),
];

#[test]
fn moves_change_the_position() {
    for (before, notation, after) in PLAYED {
        let mut position = position(before);
        assert_eq!(
            position.play(notation).as_deref(),
            Some(notation),
            "in {before}"
        );
        assert_eq!(position.line(), line(after), "{notation} in {before}");
    }
}

#[test]
fn winning_moves_are_listed_once_and_take_any_wall_letter() {
    let before = position("...B./...A./W..../...../..... A 20 right tiger crab hook mantis");
    let winning: Vec<_> = before
        .legal()
        .into_iter()
        .filter(|m| m.starts_with("1b4a4"))
        .collect();
    assert_eq!(winning, ["1b4a4s"]);
    for letter in ["u", "l", "d", "r", "s"] {
        let mut after = before.boxed();
        assert_eq!(
            after.play(&format!("1b4a4{letter}")).as_deref(),
            Some("1b4a4s")
        );
        let expected = "...A./...../W..../...../..... A 20 right tiger crab hook mantis";
        assert_eq!(after.line(), line(expected));
    }
    assert_eq!(before.boxed().play("1b4a4x"), None);
}

#[test]
fn endings_name_the_first_reason_that_holds() {
    let (a_wins, b_wins) = (
        |why| Ending::win(Seat::A, why),
        |why| Ending::win(Seat::B, why),
    );
    for (before, notation, ending) in [
        (
            "..B../..A../W..../...../..... A 9 right tiger crab hook mantis",
            "1b3a3s",
            a_wins("base"),
        ),
        (
            "....B/..A../W..../...../..... A 1 right tiger crab hook mantis",
            "1b3a3s",
            a_wins("base"),
        ),
        (
            "...B./...A./W..../...../..... A 9 right tiger crab hook mantis",
            "1b4a4s",
            a_wins("general"),
        ),
        (
            "...../...../W..../..B../..A.. B 9 right tiger crab hook mantis",
            "1d3e3s",
            b_wins("base"),
        ),
        (
            "..B../...../W..b./...A./..... B 1 right tiger crab hook mantis",
            "1c4d4s",
            b_wins("general"),
        ),
        (
            "....B/...A./W..../...../..... A 1 right tiger crab hook mantis",
            "2b4c4s",
            Ending::draw("turns"),
        ),
    ] {
        let mut position = position(before);
        assert!(position.play(notation).is_some(), "{notation} in {before}");
        assert_eq!(
            position.turn(),
            Turn::Over(ending),
            "{notation} in {before}"
        );
    }
}

#[test]
fn finished_positions_can_be_read() {
    let (a_wins, b_wins) = (
        |why| Ending::win(Seat::A, why),
        |why| Ending::win(Seat::B, why),
    );
    for (board, ending) in [
        ("..A.B/...../...../...../..... B 9", a_wins("base")),
        ("..A../...../...../...../..... A 0", a_wins("base")),
        ("...../...../...../...../..A.. B 0", a_wins("general")),
        ("..B../...../...../...../..... A 9", b_wins("general")),
        ("..B../...../...../...../..A.. A 0", Ending::draw("turns")),
    ] {
        let position = position(&format!("{board} right tiger crab hook mantis"));
        assert_eq!(position.turn(), Turn::Over(ending), "{board}");
        assert_eq!(position.legal(), [""; 0]);
        assert!(position.boxed().play("1e3d3s").is_none());
    }
}

/// Tries every text that has the form of a move, in positions of random games.
#[test]
fn words_are_moves_exactly_when_listed() {
    let options = ChosenOptions::choose("onitama", &Onitama::options(), &BTreeMap::new());
    let game = Onitama::new(&options.expect("defaults")).expect("defaults");
    let words = words();
    for seed in 0..3 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = game.deal(&mut rng);
        loop {
            let mut legal = Vec::new();
            game.moves(&state, &mut legal);
            if legal.is_empty() {
                break;
            }
            let listed: BTreeSet<String> = legal.iter().map(ToString::to_string).collect();
            for notation in &words {
                let winning = format!("{}s", &notation[..5]);
                match game.parse(&state, notation).map(|m| m.to_string()) {
                    Some(m) if m == *notation => assert!(listed.contains(&m), "{notation}"),
                    Some(m) => assert!(m == winning && listed.contains(&m), "{notation} as {m}"),
                    None => {
                        assert!(!listed.contains(notation), "{notation}");
                        assert_ne!(
                            game.explain(&state, notation),
                            "this move is legal",
                            "{notation}"
                        );
                    }
                }
            }
            game.play(&mut state, &legal[random::index(&mut rng, legal.len())]);
        }
    }
}

fn words() -> Vec<String> {
    let square = |i: u8| format!("{}{}", char::from(b'a' + i / 5), i % 5 + 1);
    let mut squares: Vec<String> = (0..25).map(square).collect();
    squares.push("XX".to_owned());
    let mut words = Vec::new();
    for from in &squares {
        for to in &squares {
            for (card, wall) in ["1", "2"]
                .into_iter()
                .flat_map(|c| "uldrs".chars().map(move |w| (c, w)))
            {
                words.push(format!("{card}{from}{to}{wall}"));
            }
        }
    }
    words
}
