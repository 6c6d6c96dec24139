//! Dice: their 24 orientations, and the effect of tipping.

use super::board::Direction;

const ORIENTATIONS: usize = 24;

/// The orientation of a die, as the number of its letter: four times (the top number - 1), plus the rank of
/// the north number among the numbers on the four sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Die(u8);

/// The top, north, east, south and west numbers of every orientation.
static FACES: [[u8; 5]; ORIENTATIONS] = {
    let mut faces = [[0; 5]; ORIENTATIONS];
    let mut i: u8 = 0;
    while (i as usize) < ORIENTATIONS {
        let top = i / 4 + 1;
        let mut north = 1;
        while Die::number(top, north) != i {
            north += 1;
        }
        let west = west(top, north);
        faces[i as usize] = [top, north, 7 - west, 7 - north, west];
        i += 1;
    }
    faces
};

/// The orientation after a tip of every orientation in each direction.
static TIPPED: [[Die; 4]; ORIENTATIONS] = {
    let mut tipped = [[Die(0); 4]; ORIENTATIONS];
    let mut i = 0;
    while i < ORIENTATIONS {
        let [top, north, east, south, west] = FACES[i];
        let bottom = 7 - top;
        tipped[i][Direction::North as usize] = Die(Die::number(south, top));
        tipped[i][Direction::East as usize] = Die(Die::number(west, north));
        tipped[i][Direction::South as usize] = Die(Die::number(north, bottom));
        tipped[i][Direction::West as usize] = Die(Die::number(east, north));
        i += 1;
    }
    tipped
};

/// Returns the west number of a right-handed die. The numbers 1, 2 and 3 name its three axes, and 6, 5 and 4
/// are their opposites; top, north and west follow each other as 1, 2 and 3 do.
const fn west(top: u8, north: u8) -> u8 {
    const fn axis(number: u8) -> u8 {
        if number > 3 { 7 - number } else { number }
    }
    let third = 6 - axis(top) - axis(north);
    let in_turn = axis(north) == axis(top) % 3 + 1;
    let one_flipped = (top > 3) != (north > 3);
    if in_turn == one_flipped {
        7 - third
    } else {
        third
    }
}

impl Die {
    /// The die of letter `a`.
    pub(super) const ZERO: Die = Die(0);

    /// Returns the number of the orientation; `u8::MAX` if both numbers are on the same axis.
    const fn number(top: u8, north: u8) -> u8 {
        if north == top || north == 7 - top {
            return u8::MAX;
        }
        let mut rank = north - 1;
        if top < north {
            rank -= 1;
        }
        if 7 - top < north {
            rank -= 1;
        }
        4 * (top - 1) + rank
    }

    /// Returns the die with these numbers (1 to 6) on top and towards row 7; `None` if there is no such
    /// orientation.
    pub fn new(top: u8, north: u8) -> Option<Die> {
        let sides = 1..=6;
        let fits = sides.contains(&top) && sides.contains(&north);
        let number = if fits {
            Die::number(top, north)
        } else {
            u8::MAX
        };
        (number != u8::MAX).then_some(Die(number))
    }

    /// Returns the die of a letter from `a` to `x` in either case.
    pub fn from_letter(letter: char) -> Option<Die> {
        let number = u8::try_from(letter.to_ascii_lowercase()).ok()?;
        let number = number.checked_sub(b'a')?;
        (usize::from(number) < ORIENTATIONS).then_some(Die(number))
    }

    /// Returns the die's letter, `a` to `x`.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// Returns the number on top, 1 to 6.
    pub const fn top(self) -> u8 {
        self.0 / 4 + 1
    }

    /// Returns the numbers on top and on the north, east, south and west sides.
    pub fn faces(self) -> [u8; 5] {
        FACES[usize::from(self.0)]
    }

    /// Returns the die as it looks from the opposite side of the board.
    #[must_use]
    pub(super) fn turned(self) -> Die {
        let [top, _, _, south, _] = self.faces();
        Die(Die::number(top, south))
    }

    /// Returns the die after it was tipped over its edge in a direction.
    #[must_use]
    pub fn tipped(self, direction: Direction) -> Die {
        TIPPED[usize::from(self.0)][direction as usize]
    }
}
