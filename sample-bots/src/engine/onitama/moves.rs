//! Generates moves, with their search order.

use super::board::{ALL, BASES, LEFT, NONE, OnitamaBoard, RIGHT, SIDE, bit, each, name};
use super::cards::{self, Cards};
use crate::engine::order::URGENT;
use crate::engine::{Choice, Code};

/// A move, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PawnStep {
    /// The card's number, 0 to 4.
    pub(super) card: u8,
    /// Square where the pawn starts; [`NONE`] if no pawn can move.
    pub(super) from: u8,
    /// Square where the pawn ends.
    pub(super) to: u8,
    pub(super) wall: WallStep,
}

/// The step of the wall in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WallStep {
    Stay,
    Up,
    Left,
    Down,
    Right,
}

const WALLS: [WallStep; 5] = [
    WallStep::Stay,
    WallStep::Up,
    WallStep::Left,
    WallStep::Down,
    WallStep::Right,
];

impl WallStep {
    /// Returns the wall's new square, which must be on the board.
    pub(super) fn shift(self, wall: u8) -> u8 {
        match self {
            WallStep::Stay => wall,
            WallStep::Up => wall - SIDE,
            WallStep::Left => wall - 1,
            WallStep::Down => wall + SIDE,
            WallStep::Right => wall + 1,
        }
    }

    fn letter(self) -> char {
        match self {
            WallStep::Stay => 's',
            WallStep::Up => 'u',
            WallStep::Left => 'l',
            WallStep::Down => 'd',
            WallStep::Right => 'r',
        }
    }
}

impl PawnStep {
    pub(super) fn of(Code(code): Code) -> PawnStep {
        let field = |shift: u32, mask: u16| (code >> shift & mask).to_le_bytes()[0];
        PawnStep {
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

    /// Returns the move in the game's notation.
    pub(super) fn format_move(self, board: &OnitamaBoard) -> String {
        let [first, _] = board.hand(board.player);
        let card = if self.card == first { 1 } else { 2 };
        let (from, to) = (name(self.from), name(self.to));
        format!("{card}{from}{to}{}", self.wall.letter())
    }
}

/// Appends the legal moves of a game that isn't over.
pub(super) fn list(cards: &Cards, board: &OnitamaBoard, moves: &mut Vec<Choice>) {
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

/// Appends a pawn's step with each legal step of the wall after it.
fn list_walls(board: &OnitamaBoard, card: u8, (from, to): (u8, u8), moves: &mut Vec<Choice>) {
    let (mover, other) = (board.player, 1 - board.player);
    let general = board.generals[mover];
    let leads = general == from;
    let target = if to == NONE { 0 } else { bit(to) };
    let wins = leads && to == BASES[other] || to != NONE && board.generals[other] == to;
    let order = match () {
        () if wins => 2 * URGENT,
        () if board.pawns[other] & target != 0 => URGENT,
        () => 0,
    };
    let mut add = |wall| {
        let step = PawnStep {
            card,
            from,
            to,
            wall,
        };
        let code = step.code();
        moves.push(Choice { code, order });
    };
    add(WallStep::Stay);
    if wins || board.wall == NONE {
        return;
    }
    let general = if leads { target } else { bit(general) };
    let closed = bit(BASES[0]) | bit(BASES[1]) | general | board.pawns[other] & !target;
    let wall = bit(board.wall);
    for (way, to) in [
        (WallStep::Up, wall >> SIDE),
        (WallStep::Left, (wall & !LEFT) >> 1),
        (WallStep::Down, wall << SIDE & ALL),
        (WallStep::Right, (wall & !RIGHT) << 1),
    ] {
        if to & !closed != 0 {
            add(way);
        }
    }
}
