//! Explains illegal moves, in words.

use cozy_chess::util::parse_san_move;
use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_between_rays, get_bishop_moves,
    get_bishop_rays, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
    get_rook_rays,
};

use crate::text::quote;

use super::ChessVariant;
use super::draw::name;
use super::notation::{ChessMove, read};
use super::seat_of;
use super::state::ChessState;

/// Explains which rule an illegal move breaks.
pub(super) fn explain(state: &ChessState, notation: &str, variant: ChessVariant) -> String {
    let board = state.board();
    let Some(m) = read(notation) else {
        return unreadable(board, notation, variant);
    };
    let player = board.side_to_move();
    let (from, to) = (m.from, m.to);
    if from == to {
        return format!(
            "{} goes nowhere: a move leads to another square",
            quote(notation)
        );
    }
    let Some(piece) = board.piece_on(from) else {
        return format!("there is no piece on {from}");
    };
    if board.color_on(from) != Some(player) {
        let (piece, owner) = (name(piece), seat_of(!player));
        return format!("the {piece} on {from} is {owner}'s");
    }
    if piece == Piece::King
        && let Some(why) = castling(board, m, variant)
    {
        return why;
    }
    if board.color_on(to) == Some(player) {
        let own = board.piece_on(to).map_or("piece", name);
        return format!("your own {own} is on {to}");
    }
    let unreached = match piece {
        Piece::Pawn => pawn(board, m),
        _ => unreached(board, piece, from, to),
    };
    if let Some(why) = unreached {
        return why;
    }
    if m.promotion.is_some() && (piece != Piece::Pawn || !is_last_row(to, player)) {
        return format!("only a pawn that reaches the last row becomes another piece, not on {to}");
    }
    // Only the king's safety is left.
    exposed(board, piece, m)
}

fn is_last_row(square: Square, player: Color) -> bool {
    square.rank() == Rank::Eighth.relative_to(player)
}

/// Says how a move is written, and how this one is if that can be told.
fn unreadable(board: &Board, notation: &str, variant: ChessVariant) -> String {
    let small = notation.to_ascii_lowercase();
    if ChessMove::parse(board, &small, variant).is_some() {
        return format!("{} is written in small letters: {small}", quote(notation));
    }
    if let Some(m) = of_score_sheet(board, notation) {
        let m = ChessMove::of(board, m, variant);
        return format!("{} is written {m} here", quote(notation));
    }
    if let Some(m) = castling_of_score_sheet(board, notation)
        && let Some(why) = castling(board, m, ChessVariant::Chess960)
    {
        return format!("{}: {why}", quote(notation));
    }
    format!(
        "{} names no legal move: write two squares, and on the last row q, r, b or n, like e2e4 and e7e8q",
        quote(notation)
    )
}

/// Returns the legal move that a score sheet would note so.
fn of_score_sheet(board: &Board, notation: &str) -> Option<Move> {
    // Longer words are nobody's notation.
    let short = notation.is_ascii() && notation.len() <= 8;
    let sheet = if is_castling(notation) {
        notation.replace(['0', 'o'], "O")
    } else {
        notation.to_owned()
    };
    let m = parse_san_move(board, short.then_some(&*sheet)?).ok()?;
    board.is_legal(m).then_some(m)
}

fn is_castling(notation: &str) -> bool {
    let bare = notation.trim_end_matches(['+', '#']);
    matches!(bare, "O-O" | "O-O-O" | "0-0" | "0-0-0" | "o-o" | "o-o-o")
}

/// Returns the king's move onto the rook with which it would castle, if a score sheet notes castling so.
fn castling_of_score_sheet(board: &Board, notation: &str) -> Option<Move> {
    if !is_castling(notation) {
        return None;
    }
    let player = board.side_to_move();
    let from = board.king(player);
    let row = Rank::First.relative_to(player);
    let short = notation.matches('-').count() == 1;
    let rights = board.castle_rights(player);
    let right = if short { rights.short } else { rights.long };
    let outermost = if short { File::H } else { File::A };
    let to = Square::new(right.unwrap_or(outermost), row);
    Some(Move {
        from,
        to,
        promotion: None,
    })
}

/// Explains why a king can't castle, if the move is meant so.
fn castling(board: &Board, m: Move, variant: ChessVariant) -> Option<String> {
    let player = board.side_to_move();
    let row = Rank::First.relative_to(player);
    if m.to.rank() != m.from.rank() || m.from.rank() != row || m.promotion.is_some() {
        return None;
    }
    let rook_there = board.colored_pieces(player, Piece::Rook).has(m.to);
    let goes_far = (m.from.file() as i8 - m.to.file() as i8).abs() >= 2;
    let short = m.to.file() > m.from.file();
    let target = Square::new(if short { File::G } else { File::C }, row);
    let rights = board.castle_rights(player);
    let right = if short { rights.short } else { rights.long };
    let rook = right.map(|file| Square::new(file, row));
    match variant {
        ChessVariant::Standard if m.from.file() != File::E => return None,
        ChessVariant::Standard if rook_there => {
            let meant = Move {
                to: rook.unwrap_or(m.to),
                ..m
            };
            if board.is_legal(meant) {
                let from = m.from;
                return Some(format!(
                    "castling is written by the king's own squares: {from}{target}"
                ));
            }
        }
        ChessVariant::Standard if goes_far && m.to == target => {}
        ChessVariant::Chess960 if rook_there => {}
        ChessVariant::Chess960 if goes_far && m.to == target => {
            let rook = rook.filter(|rook| board.is_legal(Move { to: *rook, ..m }))?;
            let from = m.from;
            return Some(format!(
                "castling is written as the king taking its rook here: {from}{rook}"
            ));
        }
        _ => return None,
    }
    let side = if short {
        "on the side of h"
    } else {
        "on the side of a"
    };
    let Some(rook) = rook else {
        return Some(format!(
            "{} can't castle {side} any more: the king or that rook has moved, or the rook is gone",
            seat_of(player)
        ));
    };
    if variant == ChessVariant::Chess960 && rook != m.to {
        return Some(format!(
            "{} may castle with the rook on {rook} only, not {}",
            seat_of(player),
            m.to
        ));
    }
    if let Some(checker) = board.checkers().into_iter().next() {
        let checker = at(board, checker);
        return Some(format!(
            "a king in check can't castle: {checker} gives check"
        ));
    }
    let rook_target = Square::new(if short { File::F } else { File::D }, row);
    let way = (between(m.from, target) | between(rook, rook_target))
        & !(m.from.bitboard() | rook.bitboard());
    if let Some(square) = (way & board.occupied()).into_iter().next() {
        let piece = at(board, square);
        return Some(format!("{piece} stands in the way of castling"));
    }
    let occupied = board.occupied() & !(m.from.bitboard() | rook.bitboard());
    for square in between(m.from, target) {
        if let Some(attacker) = attackers(board, square, !player, occupied)
            .into_iter()
            .next()
        {
            let attacker = at(board, attacker);
            let way = if square == target {
                "ends on"
            } else {
                "passes"
            };
            return Some(format!("castling {way} {square}, which {attacker} attacks"));
        }
    }
    Some(format!(
        "the rook on {rook} would uncover an attack on the king"
    ))
}

/// Returns the squares of a row between two, both included.
fn between(a: Square, b: Square) -> BitBoard {
    get_between_rays(a, b) | a.bitboard() | b.bitboard()
}

/// Explains why a piece that is no pawn doesn't reach a square, if it doesn't.
fn unreached(board: &Board, piece: Piece, from: Square, to: Square) -> Option<String> {
    let (reach, way) = match piece {
        Piece::Knight => (
            get_knight_moves(from),
            "two squares one way and one the other",
        ),
        Piece::King => (get_king_moves(from), "one square"),
        Piece::Bishop => (get_bishop_rays(from), "along diagonals"),
        Piece::Rook => (get_rook_rays(from), "along rows and columns"),
        _ => (
            get_bishop_rays(from) | get_rook_rays(from),
            "along rows, columns and diagonals",
        ),
    };
    if !reach.has(to) {
        let piece = name(piece);
        return Some(format!("a {piece} goes {way}, and not from {from} to {to}"));
    }
    let blocking = (get_between_rays(from, to) & board.occupied())
        .into_iter()
        .next();
    blocking.map(|square| format!("{} stands between {from} and {to}", at(board, square)))
}

/// Explains why a pawn doesn't reach a square, or doesn't reach it so, if it doesn't.
fn pawn(board: &Board, m: Move) -> Option<String> {
    let player = board.side_to_move();
    let (from, to) = (m.from, m.to);
    let rows = to.rank().relative_to(player) as i8 - from.rank().relative_to(player) as i8;
    if get_pawn_attacks(from, player).has(to) {
        let passed = Square::new(to.file(), from.rank());
        let fifth = from.rank().relative_to(player) == Rank::Fifth;
        let just_gone = fifth && board.en_passant() == Some(to.file());
        if board.color_on(to).is_none() && !just_gone {
            let pawn = board.colored_pieces(!player, Piece::Pawn).has(passed);
            return Some(if pawn && fifth {
                format!(
                    "the pawn on {passed} can't be taken en passant: it hasn't just gone two squares"
                )
            } else {
                format!("a pawn goes aslant only to take, and there is nothing on {to}")
            });
        }
    } else if from.file() != to.file() || !(1..=2).contains(&rows) {
        return Some(format!(
            "a pawn goes straight on, or takes one square aslant, and not from {from} to {to}"
        ));
    } else {
        if rows == 2 && from.rank().relative_to(player) != Rank::Second {
            return Some(format!(
                "a pawn goes two squares only from its first one, not from {from}"
            ));
        }
        let way = get_between_rays(from, to) | to.bitboard();
        if let Some(square) = (way & board.occupied()).into_iter().next() {
            return Some(format!("{} stands in the pawn's way", at(board, square)));
        }
    }
    (is_last_row(to, player) && m.promotion.is_none()).then(|| {
        format!(
            "the pawn reaches the last row: add what it becomes, q, r, b or n, like {from}{to}q"
        )
    })
}

/// Explains from what the king would be in check after a move that is legal otherwise.
fn exposed(board: &Board, piece: Piece, m: Move) -> String {
    let player = board.side_to_move();
    let mut gone = m.from.bitboard();
    let mut taken = m.to.bitboard();
    let passing =
        piece == Piece::Pawn && m.from.file() != m.to.file() && board.color_on(m.to).is_none();
    if passing {
        let passed = Square::new(m.to.file(), m.from.rank()).bitboard();
        gone |= passed;
        taken |= passed;
    }
    let occupied = (board.occupied() & !gone) | m.to.bitboard();
    let king = if piece == Piece::King {
        m.to
    } else {
        board.king(player)
    };
    let attackers = attackers(board, king, !player, occupied) & !taken;
    let Some(attacker) = attackers.into_iter().next() else {
        return format!("{} to {} isn't possible here", m.from, m.to);
    };
    let by = at(board, attacker);
    if piece == Piece::King {
        return format!("the king would be in check on {}, from {by}", m.to);
    }
    if board.checkers().has(attacker) {
        return format!("the king on {king} is in check from {by}, and stays so");
    }
    let moved = at(board, m.from);
    if passing {
        return format!("taking en passant would leave the king on {king} in check from {by}");
    }
    format!("{moved} is pinned: the king on {king} would be in check from {by}")
}

/// Returns the pieces of a colour that attack a square, where these squares are occupied.
fn attackers(board: &Board, square: Square, by: Color, occupied: BitBoard) -> BitBoard {
    let of = |piece| board.colored_pieces(by, piece);
    let queens = of(Piece::Queen);
    (get_knight_moves(square) & of(Piece::Knight))
        | (get_king_moves(square) & of(Piece::King))
        | (get_pawn_attacks(square, !by) & of(Piece::Pawn))
        | (get_bishop_moves(square, occupied) & (of(Piece::Bishop) | queens))
        | (get_rook_moves(square, occupied) & (of(Piece::Rook) | queens))
}

/// Names what stands on a square.
fn at(board: &Board, square: Square) -> String {
    format!(
        "the {} on {square}",
        board.piece_on(square).map_or("piece", name)
    )
}
