//! Tests Cublino beyond the laws and perft figures that all games share.

mod dice;
mod lines;
mod play;
mod words;

use referee_games::{Position, Rules, find};

const PUR: &str = "cublino-pur";
const CONTRA: &str = "cublino-contra";
/// Dice of the default start, in both variants.
const START: &str = "Wa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7 0";

/// Returns the rules for a state line, with a stall limit.
fn rules(line: &str, stall: u32) -> Box<dyn Rules> {
    let contra = line.trim().starts_with(['C', 'c']);
    let kind = find(if contra { CONTRA } else { PUR }).expect("both are registered");
    let given = [("stall".to_owned(), stall.to_string())].into();
    kind.rules(&given).expect("the limit is in range")
}

/// Reads the position of a state line of either variant.
fn read(line: &str) -> Box<dyn Position> {
    let read = rules(line, 50).read(line);
    read.unwrap_or_else(|e| panic!("{line}: {e}"))
}

#[test]
fn the_laws_hold_for_other_limits() {
    for name in [PUR, CONTRA] {
        let kind = find(name).expect(name);
        for limit in ["1", "3"] {
            crate::laws::check(kind, &[("stall", limit)], crate::GAMES);
        }
    }
}
