//! Finds positions in random games, the same on every machine.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::{Chance, ChanceOutcome, Position, Rules, Turn, random};
use referee_record::derive;

use super::bot_under_test::MASTER;

/// Positions visited before a search ends.
const LOOKED_AT: usize = 12_000;
/// Moves after which a new game begins.
const LONGEST: usize = 400;

/// Visits the positions of random games until `visit` returns false.
fn walk(rules: &dyn Rules, visit: &mut dyn FnMut(&dyn Position) -> bool) {
    let mut rng = ChaCha8Rng::from_seed(derive(MASTER, "walk", &[rules.name()]).stream("moves"));
    let mut seen = 0;
    while seen < LOOKED_AT {
        let mut position = rules.deal(&mut rng);
        for _ in 0..LONGEST {
            seen += 1;
            if !visit(&*position) {
                return;
            }
            match position.turn() {
                Turn::Over(_) | Turn::Failed(_) => break,
                Turn::Chance(chance) => {
                    position.cast(chance.draw(&mut rng));
                }
                Turn::Forced(_, word) => drop(position.play(&word)),
                Turn::Seat(_) => {
                    let legal = position.legal();
                    position.play(&legal[random::index(&mut rng, legal.len())]);
                }
            }
        }
    }
}

/// Finds up to `most` positions of a kind; each has another seat to move than the one before.
pub(super) fn positions(
    rules: &dyn Rules,
    most: usize,
    wanted: &dyn Fn(&dyn Position, &[String]) -> bool,
) -> Vec<Box<dyn Position>> {
    let mut chosen: Vec<Box<dyn Position>> = Vec::new();
    let mut last = None;
    walk(rules, &mut |position| {
        if let Turn::Seat(seat) = position.turn()
            && last != Some(seat)
            && wanted(position, &position.legal())
        {
            last = Some(seat);
            chosen.push(position.boxed());
        }
        chosen.len() < most
    });
    chosen
}

/// Finds the first position where a die is cast and each outcome leaves a seat to move, with the outcomes.
pub(super) fn die(rules: &dyn Rules) -> Option<(Box<dyn Position>, Chance)> {
    let mut die_position = None;
    walk(rules, &mut |position| {
        if let Turn::Chance(chance) = position.turn() {
            let choice = |(outcome, _): &&ChanceOutcome| {
                let mut next = position.boxed();
                next.cast(outcome);
                matches!(next.turn(), Turn::Seat(_))
            };
            if chance.outcomes.iter().filter(choice).count() == chance.outcomes.len() {
                die_position = Some((position.boxed(), chance));
            }
        }
        die_position.is_none()
    });
    die_position
}
