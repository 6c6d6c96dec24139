//! Games for targets, and what must hold of any position.

use std::collections::BTreeMap;

use referee_games::{GameKind, Position, Rules, Turn, find, games, terminal};

use crate::Tape;

/// More plies than these aren't played out.
const PLIES: u64 = 3000;

/// The game that a line such as `ludo seats=AC rolls=50` names; without a known game, any.
pub fn stranger(line: &str) -> (&'static dyn GameKind, BTreeMap<String, String>) {
    let mut words = line.split_ascii_whitespace();
    let kind = words.next().and_then(find).unwrap_or(games()[0]);
    let pairs = words.filter_map(|option| option.split_once('='));
    (kind, pairs.map(|(k, v)| (k.into(), v.into())).collect())
}

/// The rules that such a line names, and the options as they were given.
pub fn rules(line: &str) -> Option<Box<dyn Rules>> {
    let (kind, given) = stranger(line);
    match kind.rules(&given) {
        Ok(rules) => Some(rules),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

/// Plays on by the moves that the tape chooses, then by the first ones; looks at every position for
/// which the tape has a byte. Ends within the bound that the first position tells.
pub fn play_on(rules: &dyn Rules, mut position: Box<dyn Position>, tape: &mut Tape<'_>) {
    let bound = position.max_plies();
    let mut plies = 0;
    loop {
        let choice = tape.byte();
        if choice.is_some() {
            look(rules, &*position);
        }
        let choice = usize::from(choice.unwrap_or(0));
        match position.turn() {
            Turn::Over(ending) => {
                assert!(rules.reasons().contains(&&*ending.reason));
                assert!(position.legal().is_empty());
                let seats = ending.places.iter().map(|(seat, _)| *seat);
                assert_eq!(seats.collect::<Vec<_>>(), position.seats());
                return;
            }
            Turn::Chance(chance) => {
                let (name, _) = &chance.outcomes[choice % chance.outcomes.len()];
                assert!(position.cast(name));
                continue;
            }
            Turn::Failed(why) => panic!("built-in rules failed: {why}"),
            Turn::Forced(_, notation) => assert_eq!(position.play(&notation), Some(notation)),
            Turn::Seat(seat) => {
                assert!(position.seats().contains(&seat));
                if choice == 255 && position.withdraw(seat) {
                    assert!(!position.seats().contains(&seat));
                    continue;
                }
                let legal = position.legal();
                let notation = &legal[choice % legal.len()];
                assert!(position.explain(notation).is_none());
                assert_eq!(position.play(notation).as_ref(), Some(notation));
            }
        }
        plies += 1;
        assert!(plies <= bound, "more than {bound} plies");
        if plies > PLIES {
            return;
        }
    }
}

/// Writing and reading give the same position, and every picture can be made of it.
fn look(rules: &dyn Rules, position: &dyn Position) {
    let line = position.line();
    assert!(!line.contains('\n') && line.len() < 1024, "{line}");
    let read = rules.read(&line).unwrap_or_else(|e| panic!("{line}: {e}"));
    assert_eq!(read.line(), line);
    assert_eq!(read.turn(), position.turn(), "{line}");
    assert_eq!(read.legal(), position.legal(), "{line}");
    assert!(!terminal::draw(&position.scene()).is_empty());
    assert!(position.view().is_object());
    for mirrored in position.symmetries() {
        let mirror = rules
            .read(&mirrored)
            .unwrap_or_else(|e| panic!("{mirrored}: {e}"));
        assert_eq!(mirror.legal().len(), position.legal().len(), "{mirrored}");
    }
    for notation in position.legal().iter().take(3) {
        assert!(
            !position.narrate(notation).is_empty(),
            "{notation} in {line}"
        );
    }
}
