//! Tests dice: their letters, and the effect of tipping.

use std::collections::HashSet;

use referee_games::cublino::{Die, Direction};

fn dice() -> impl Iterator<Item = Die> {
    ('a'..='x').map(|letter| Die::from_letter(letter).expect("24 letters"))
}

#[test]
fn dice_are_right_handed() {
    let die = Die::new(1, 2).expect("1 up and 2 facing away");
    assert_eq!(die.faces(), [1, 2, 4, 5, 3], "3 is on the left");
    // Continues with the same die: its faces never become those of its mirror image.
    let mut met = vec![die];
    let mut i = 0;
    while i < met.len() {
        for direction in Direction::ALL {
            let next = met[i].tipped(direction);
            if !met.contains(&next) {
                met.push(next);
            }
        }
        i += 1;
    }
    assert_eq!(met.len(), 24);
    let faces: HashSet<_> = met.iter().map(|die| die.faces()).collect();
    assert_eq!(faces.len(), 24);
    assert!(!faces.contains(&[1, 2, 3, 5, 4]));
}

#[test]
fn letters_number_the_orientations() {
    for (die, letter) in dice().zip('a'..) {
        let [top, north, east, south, west] = die.faces();
        assert_eq!((south, west), (7 - north, 7 - east));
        let mut sides = [north, east, south, west];
        sides.sort_unstable();
        let rank = sides.iter().position(|side| *side == north).expect("north");
        let index = usize::from(4 * (top - 1)) + rank;
        assert_eq!(('a'..).nth(index), Some(letter));
        assert_eq!(die.letter(), letter);
        assert_eq!(die.top(), top);
        assert_eq!(Die::new(top, north), Some(die));
        assert_eq!(Die::from_letter(letter.to_ascii_uppercase()), Some(die));
    }
    for (top, north) in [(1, 1), (1, 6), (4, 3), (0, 2), (7, 2), (2, 0), (2, 9)] {
        assert_eq!(Die::new(top, north), None, "{top} {north}");
    }
    for letter in ['y', '`', 'Z', '1', 'é'] {
        assert_eq!(Die::from_letter(letter), None, "{letter}");
    }
}

#[test]
fn a_tip_rolls_the_die_over_an_edge() {
    for die in dice() {
        let [top, north, east, south, west] = die.faces();
        let bottom = 7 - top;
        for (direction, faces) in [
            (Direction::North, [south, top, east, bottom, west]),
            (Direction::East, [west, north, top, south, bottom]),
            (Direction::South, [north, bottom, east, top, west]),
            (Direction::West, [east, north, bottom, south, top]),
        ] {
            assert_eq!(
                die.tipped(direction).faces(),
                faces,
                "{die:?} {direction:?}"
            );
            let four = (0..4).fold(die, |die, _| die.tipped(direction));
            assert_eq!(four, die, "four tips restore");
        }
    }
}
