//! Tests the priority rules and the scripts that use them.

use std::collections::BTreeMap;

use referee_games::ludo::{Ludo, priority, script};
use referee_games::{ChosenOptions, Game, Seat};

use super::rows;

#[test]
fn priorities() {
    let options = ChosenOptions::choose("ludo", &Ludo::options(), &BTreeMap::new());
    let game = Ludo::new(&options.expect("defaults")).expect("defaults");
    for [line, expected] in rows(
        "// A token from the yard.
        A:-1,51/B:0,0 A 6 0 - 9 => p
        A:51,-1/B:0,0 A 6 0 - 9 => q
        A:-1,-1/B:0,0 A 6 0 - 9 => p
        // Finishing exactly, also before a kick; a bounce finishes nothing.
        A:12,53/B:2,0 A 4 0 - 9 => q
        A:53,12/B:2,0 A 4 0 - 9 => p
        A:54,12/B:3,0 A 4 0 - 9 => q
        // A kick, p first.
        A:3,12/B:2,0 A 4 0 - 9 => q
        A:13,12/B:2,3 A 4 0 - 9 => p
        // The token behind.
        A:4,3/B:0,0 A 4 0 - 9 => q
        A:0,9/B:0,0 A 1 0 - 9 => p
        A:3,3/B:0,0 A 1 0 - 9 => p
        // Without a choice, without a move, without a die, after the end.
        A:-1,57/B:0,0 A 6 0 - 9 => p
        A:57,3/B:0,0 A 5 0 - 9 => q
        A:-1,-1/B:0,0 A 5 0 - 9 => pass
        A:5,3/B:0,0 A - 0 - 9 => pass
        A:5,3/B:0,0 A 4 0 - 0 => pass",
    ) {
        let state = game.read(line).expect(line);
        assert_eq!(priority(&state).to_string(), expected, "{line}");
    }
}

fn seats(letters: &str) -> Vec<Seat> {
    letters.chars().filter_map(Seat::from_letter).collect()
}

#[test]
fn scripts() {
    for [rolls, letters, expected] in rows(
        "A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4 => AB => 28 28 21 H
        => BCD => H H H H H H
        // Every roll is an ordinary one; the second token leaves the yard before the first moves.
        C5  A6 A6 A6 => AC => 6 R H H
        // Ten sixes take both out, stack them and bring them to step 42; step 55 is B5.
        B6 B6 B6 B6 B6 B6 B6 B6 B6 B6 => B => 56 56
        B6 B6 B6 B6 B6 B6 B6 B6 B6 B6 B6 B6 B1 => B => B5 B5
        // A roll of a seat that has finished is lost.
        B6 B6 B6 B6 B6 B6 B6 B6 B6 B6 B6 B6 B3 B6 => B => E E",
    ) {
        let squares = script(rolls, &seats(letters));
        assert_eq!(squares.as_deref(), Ok(expected), "{rolls}");
    }
}

#[test]
fn refused_scripts() {
    for [rolls, expected] in rows(
        r#"
        A6 C3 => roll 2: found "C3", expected a letter, A or B, and a roll from 1 to 6
        A6 B0 => roll 2: found "B0", expected a letter, A or B, and a roll from 1 to 6
        A7 => roll 1: found "A7", expected a letter, A or B, and a roll from 1 to 6
        A1 B2 A33 => roll 3: found "A33", expected a letter, A or B, and a roll from 1 to 6
        é => roll 1: found "\u00e9", expected a letter, A or B, and a roll from 1 to 6
        "#,
    ) {
        let refused = script(rolls, &seats("AB")).expect_err(rolls);
        assert_eq!(refused.to_string(), expected);
    }
}
