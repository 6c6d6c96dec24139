//! Moves: which there are, and in which order they look worth a try.

use super::board::{ALL, BASES, Board, LEFT, NONE, RIGHT, SIDE, bit, each, name};
use super::cards::{self, Cards};
use crate::engine::order::URGENT;
use crate::engine::{Choice, Code};

/// A move taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The card's number, 0 to 4.
    pub(super) card: u8,
    /// Where the pawn stood; [`NONE`] where no pawn can move.
    pub(super) from: u8,
    /// Where it goes.
    pub(super) to: u8,
    pub(super) wall: Wall,
}

/// What a move does with the wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wall {
    Stay,
    Up,
    Left,
    Down,
    Right,
}

const WALLS: [Wall; 5] = [Wall::Stay, Wall::Up, Wall::Left, Wall::Down, Wall::Right];

impl Wall {
    /// Where this takes the wall, which has room there.
    pub(super) fn shift(self, wall: u8) -> u8 {
        match self {
            Wall::Stay => wall,
            Wall::Up => wall - SIDE,
            Wall::Left => wall - 1,
            Wall::Down => wall + SIDE,
            Wall::Right => wall + 1,
        }
    }

    fn letter(self) -> char {
        match self {
            Wall::Stay => 's',
            Wall::Up => 'u',
            Wall::Left => 'l',
            Wall::Down => 'd',
            Wall::Right => 'r',
        }
    }
}

impl Step {
    pub(super) fn of(Code(code): Code) -> Step {
        let field = |shift: u32, mask: u16| (code >> shift & mask).to_le_bytes()[0];
        Step {
            card: field(10, 7),
            from: field(5, 31),
            to: field(0, 31),
            wall: WALLS[usize::from(field(13, 7)) % WALLS.len()],
        }
    }

    pub(super) fn code(self) -> Code {
        let wall = self.wall as u16;
        let [card, from, to] = [self.card, self.from, self.to].map(u16::from);
        Code(wall << 13 | card << 10 | from << 5 | to)
    }

    /// The move in the game's notation.
    pub(super) fn word(self, board: &Board) -> String {
        let [first, _] = board.hand(board.player);
        let card = if self.card == first { 1 } else { 2 };
        let (from, to) = (name(self.from), name(self.to));
        format!("{card}{from}{to}{}", self.wall.letter())
    }
}

/// Appends the legal moves of a game that isn't over.
pub(super) fn list(cards: &Cards, board: &Board, moves: &mut Vec<Choice>) {
    let (player, before) = (board.player, moves.len());
    let blocked = board.pawns[player] | cards::wall(board);
    let hand = board.hand(player);
    for card in hand {
        for from in each(board.pawns[player]) {
            for to in each(cards.targets(card, player, from) & !blocked) {
                list_walls(board, card, (from, to), moves);
            }
        }
    }
    if moves.len() == before {
        for card in hand {
            list_walls(board, card, (NONE, NONE), moves);
        }
    }
}

/// Appends a pawn's step with everything that the wall may do then.
fn list_walls(board: &Board, card: u8, (from, to): (u8, u8), moves: &mut Vec<Choice>) {
    let (own, other) = (board.player, 1 - board.player);
    let general = board.generals[own];
    let leads = general == from;
    let target = if to == NONE { 0 } else { bit(to) };
    let wins = leads && to == BASES[other] || to != NONE && board.generals[other] == to;
    let order = match () {
        () if wins => 2 * URGENT,
        () if board.pawns[other] & target != 0 => URGENT,
        () => 0,
    };
    let mut add = |wall| {
        let step = Step {
            card,
            from,
            to,
            wall,
        };
        let code = step.code();
        moves.push(Choice { code, order });
    };
    add(Wall::Stay);
    if wins || board.wall == NONE {
        return;
    }
    let general = if leads { target } else { bit(general) };
    let closed = bit(BASES[0]) | bit(BASES[1]) | general | board.pawns[other] & !target;
    let wall = bit(board.wall);
    for (way, to) in [
        (Wall::Up, wall >> SIDE),
        (Wall::Left, (wall & !LEFT) >> 1),
        (Wall::Down, wall << SIDE & ALL),
        (Wall::Right, (wall & !RIGHT) << 1),
    ] {
        if to & !closed != 0 {
            add(way);
        }
    }
}
