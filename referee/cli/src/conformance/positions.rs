//! Cases of single positions: one legal move, every roll of a die, no moves told.

use referee_games::{Position, Rules, Turn};

use super::case::Finding;
use super::conversation::{ANSWER, Scene, ask};
use super::mistake::Mistake;
use super::seen::Rule;
use super::subject::Subject;
use super::walk;

/// Positions of a kind that are asked.
const EACH: usize = 2;
/// Positions that are asked of a bot that knows the rules itself.
const BY_RULES: usize = 5;

/// One legal move is left.
pub fn one_move(subject: &Subject, rules: &dyn Rules) -> Finding {
    let found = walk::positions(rules, EACH, &|_, legal| legal.len() == 1);
    each(subject, rules, found, ANSWER, None)
}

/// A move that moves no piece, where the game has such moves: in onitama a card is exchanged.
pub fn no_piece(subject: &Subject, rules: &dyn Rules) -> Finding {
    let found = walk::positions(rules, EACH, &|_, legal| {
        legal.iter().all(|word| word.contains("XXXX"))
    });
    each(subject, rules, found, ANSWER, None)
}

/// After some of its moves the bot is asked again, since its opponent has none.
pub fn twice(subject: &Subject, rules: &dyn Rules) -> Finding {
    let again = |position: &dyn Position, legal: &[String]| {
        let own = position.turn();
        legal.iter().all(|word| {
            let mut next = position.boxed();
            next.play(word);
            next.turn() == own
        })
    };
    let found = walk::positions(rules, 1, &|position, legal| again(position, legal));
    let Some(scene) = found
        .into_iter()
        .next()
        .and_then(|found| Scene::of(rules, found))
    else {
        return Finding::skipped("none came up");
    };
    let asked = super::talk::Talk::begin(subject).and_then(|mut talk| {
        talk.game(&scene.line(subject));
        let word = talk.ask(&*scene.position)?;
        let mut next = scene.position.boxed();
        next.play(&word);
        talk.played(scene.seat, &word);
        talk.ask(&*next)
    });
    match asked {
        Ok(_) => Finding::fine(""),
        Err(seen) => seen.fault(ANSWER, None),
    }
}

/// Every outcome of a die.
pub fn dice(subject: &Subject, rules: &dyn Rules) -> Finding {
    let Some((position, chance)) = walk::die(rules) else {
        return Finding::skipped("it has no dice");
    };
    let cast = chance.outcomes.iter().map(|(outcome, _)| {
        let mut next = position.boxed();
        next.cast(outcome);
        next
    });
    each(subject, rules, cast.collect(), ANSWER, None)
}

/// Positions without the legal moves, for a bot that says that it knows the rules.
pub fn no_legal(subject: &Subject, rules: &dyn Rules, claims: bool) -> Finding {
    if !claims {
        return Finding::skipped("it doesn't say legal=off");
    }
    let mut place = 0;
    let place = std::cell::Cell::from_mut(&mut place);
    let found = walk::positions(rules, BY_RULES, &|_, _| {
        place.set(place.get() + 1);
        place.get() % 7 == 0
    });
    let rule = Rule(
        "a line `move WORD` with a legal move, known without `legal`",
        "protocol.md#without-the-legal-moves",
    );
    each(subject, rules, found, rule, Some(Mistake::NoLegal))
}

/// Asks each position in a process of its own.
fn each(
    subject: &Subject,
    rules: &dyn Rules,
    found: Vec<Box<dyn Position>>,
    rule: Rule,
    suspect: Option<Mistake>,
) -> Finding {
    if found.is_empty() {
        return Finding::skipped("none came up");
    }
    let count = found.len();
    for position in found {
        if !matches!(position.turn(), Turn::Seat(_)) {
            continue;
        }
        let Some(scene) = Scene::of(rules, position) else {
            continue;
        };
        if let Err(seen) = ask(subject, &scene, |_| {}) {
            let illegal = seen.mistake == Mistake::Illegal;
            return seen.fault(rule, suspect.filter(|_| illegal));
        }
    }
    Finding::fine(crate::layout::count(count as u64, "position"))
}
