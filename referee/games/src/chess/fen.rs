//! Reads and writes state lines: FEN, and the moves that followed.

use std::fmt::Write;

use cozy_chess::{
    Board, BoardBuilder, BoardBuilderError, Color, File, Move, Piece, Rank, Square, get_king_moves,
    get_pawn_attacks,
};

use crate::text::{self, StateError};

use super::ChessVariant;
use super::endings;
use super::notation::ChessMove;
use super::state::ChessState;

/// The fields of FEN.
const FIELDS: [&str; 6] = ["BOARD", "TURN", "CASTLING", "EN-PASSANT", "CLOCK", "NUMBER"];

/// Those that EPD has, too, before its operations.
const EPD_FIELDS: usize = 4;

/// Returns what stands behind the four fields of EPD, if the line is that rather than FEN.
fn operations(line: &str) -> Option<&str> {
    let mut rest = line.trim_ascii();
    for field in 1..=EPD_FIELDS {
        rest = match rest.split_once(|c: char| c.is_ascii_whitespace()) {
            Some((_, rest)) => rest.trim_ascii_start(),
            None if field == EPD_FIELDS => "",
            None => return None,
        };
    }
    // In FEN a number follows.
    (!rest.starts_with(|c: char| c.is_ascii_digit() || c == '-')).then_some(rest)
}

/// Returns the numbers of FEN that operations of EPD name, with the usual ones where they don't.
fn clocks(operations: &str) -> Result<[&str; 2], StateError> {
    let mut clocks = [("hmvc", None), ("fmvn", None)];
    let mut is_quoted = false;
    let outside = |c: char| {
        is_quoted ^= c == '"';
        c == ';' && !is_quoted
    };
    let mut all: Vec<&str> = operations.split(outside).collect();
    // Each operation ends so.
    let rest = all.pop().unwrap_or_default();
    if !rest.trim_ascii().is_empty() {
        let expected = "FEN with six fields, or operations of EPD that end in `;`";
        return Err(StateError::new("state", rest, expected));
    }
    for operation in all {
        let words: Vec<&str> = operation.split_ascii_whitespace().collect();
        let named = clocks
            .iter_mut()
            .find(|(name, _)| words.first() == Some(name));
        let Some((name, value)) = named else { continue };
        match words[1..] {
            [number] if value.is_none() => *value = Some(number),
            _ => return Err(StateError::new(*name, operation, "one number, once")),
        }
    }
    let [(_, clock), (_, number)] = clocks;
    Ok([clock.unwrap_or("0"), number.unwrap_or("1")])
}

/// Reads FEN and the moves after it, or EPD.
pub(super) fn read(line: &str, variant: ChessVariant) -> Result<ChessState, StateError> {
    let words: Vec<&str> = line.split_ascii_whitespace().take(FIELDS.len()).collect();
    let operations = operations(line);
    let is_epd = operations.is_some();
    let fen = match operations {
        Some(operations) => {
            let [clock, number] = clocks(operations)?;
            format!("{} {clock} {number}", words[..EPD_FIELDS].join(" "))
        }
        None => words.join(" "),
    };
    let [board, turn, castling, en_passant, clock, number] = text::fields(&fen, FIELDS)?;
    let mut builder = BoardBuilder::empty();
    read_board(board, &mut builder)?;
    builder.side_to_move = match text::letter("TURN", turn, "wb")? {
        'w' => Color::White,
        _ => Color::Black,
    };
    read_castling(castling, variant, &mut builder)?;
    if en_passant != "-" {
        let square = en_passant.parse();
        let expected = "- or the square behind a pawn that has just gone two, like e3";
        let refused = |_| StateError::new("EN-PASSANT", en_passant, expected);
        builder.en_passant = Some(square.map_err(refused)?);
    }
    let clock = text::number("CLOCK", clock, 0, 100)?;
    builder.halfmove_clock = u8::try_from(clock).unwrap_or(u8::MAX);
    let number = text::number("NUMBER", number, 1, u16::MAX.into())?;
    builder.fullmove_number = u16::try_from(number).unwrap_or(u16::MAX);

    let built = builder.build().map_err(|why| match why {
        BoardBuilderError::InvalidEnPassant => StateError::new(
            "EN-PASSANT",
            en_passant,
            "the square behind a pawn that has just gone two, and no check but by that move",
        ),
        BoardBuilderError::InvalidCastlingRights => StateError::new(
            "CASTLING",
            castling,
            "kings and rooks where they castle from",
        ),
        _ => StateError::new("BOARD", board, wrong_with(&builder)),
    })?;
    // The board would list moves that take a king.
    if get_king_moves(built.king(Color::White)).has(built.king(Color::Black)) {
        let expected = "kings that don't stand side by side";
        return Err(StateError::new("BOARD", board, expected));
    }
    let mut state = ChessState::new(built);
    let moves = line.split_ascii_whitespace().skip(FIELDS.len());
    let moves = if is_epd { None } else { Some(moves) };
    for (i, word) in moves.into_iter().flatten().enumerate() {
        let m = ChessMove::parse(state.board(), word, variant);
        let field = || format!("move {}", i + 1);
        let m = m.ok_or_else(|| StateError::new(field(), word, "a legal move"))?;
        if let Some(reason) = endings::is_drawn(&state) {
            let expected = format!("no move, as the game is drawn: {reason}");
            return Err(StateError::new(field(), word, expected));
        }
        state.play(m);
    }
    Ok(state)
}

fn read_board(board: &str, builder: &mut BoardBuilder) -> Result<(), StateError> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != Rank::NUM {
        let expected = "8 rows, from the eighth to the first, with / between them";
        return Err(StateError::new("BOARD", board, expected));
    }
    for (row, rank) in rows.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let expected = "8 squares: pieces PNBRQK and pnbrqk, and numbers of empty squares";
        let refused = || StateError::new(format!("BOARD row {rank}"), row, expected);
        let mut file = 0;
        for c in row.chars() {
            if let Some(empty @ 1..=8) = c.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let piece = Piece::try_from(c.to_ascii_lowercase()).map_err(|_| refused())?;
            let color = if c.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            let square = Square::new(File::try_index(file).ok_or_else(refused)?, rank);
            *builder.square_mut(square) = Some((piece, color));
            file += 1;
        }
        if file != File::NUM {
            return Err(refused());
        }
    }
    Ok(())
}

/// Says what a board must have that this one doesn't.
fn wrong_with(builder: &BoardBuilder) -> &'static str {
    let count = |piece: Option<Piece>, color: Color| {
        let pieces = Square::ALL.into_iter().filter_map(|s| builder.square(s));
        pieces
            .filter(|(p, c)| *c == color && piece.is_none_or(|piece| *p == piece))
            .count()
    };
    for color in Color::ALL {
        if count(Some(Piece::King), color) != 1 {
            return "one king of each colour";
        }
        if count(None, color) > 16 || count(Some(Piece::Pawn), color) > 8 {
            return "at most 16 pieces of a colour, 8 pawns among them";
        }
    }
    let ends = [Rank::First, Rank::Eighth];
    let pawn = |square: &Square| matches!(builder.square(*square), Some((Piece::Pawn, _)));
    if Square::ALL
        .iter()
        .any(|square| ends.contains(&square.rank()) && pawn(square))
    {
        return "no pawn on the first or the eighth row";
    }
    "the king of the player who doesn't move out of check"
}

/// Reads who may castle with which rook: `K` and `Q` with the outermost one on that side, `A` to `H` with the one on
/// this file.
fn read_castling(
    castling: &str,
    variant: ChessVariant,
    builder: &mut BoardBuilder,
) -> Result<(), StateError> {
    if castling == "-" {
        return Ok(());
    }
    let refused = |expected: &str| StateError::new("CASTLING", castling, expected);
    if castling.is_empty() || castling.len() > 4 {
        return Err(refused("-, letters of KQkq, or files like HAha"));
    }
    for c in castling.chars() {
        let color = if c.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let row = Rank::First.relative_to(color);
        let on = |file: &File| builder.square(Square::new(*file, row));
        let king = File::ALL
            .into_iter()
            .find(|file| on(file) == Some((Piece::King, color)))
            .ok_or_else(|| refused("a king on its own first row"))?;
        let rook = |file: &File| on(file) == Some((Piece::Rook, color));
        let found = match c.to_ascii_lowercase() {
            'k' => File::ALL
                .into_iter()
                .rfind(|file| *file > king && rook(file)),
            'q' => File::ALL
                .into_iter()
                .find(|file| *file < king && rook(file)),
            letter => {
                let file = File::try_from(letter);
                let file = file.map_err(|_| refused("-, letters of KQkq, or files like HAha"))?;
                Some(file).filter(rook)
            }
        };
        let found = found.ok_or_else(|| refused("a rook for each right to castle"))?;
        if variant == ChessVariant::Standard
            && (king != File::E || !matches!(found, File::A | File::H))
        {
            let expected = "a king on e, rooks on a and h; others castle with variant=960";
            return Err(refused(expected));
        }
        let rights = builder.castle_rights_mut(color);
        let right = if found > king {
            &mut rights.short
        } else {
            &mut rights.long
        };
        if right.replace(found).is_some() {
            return Err(refused("each right to castle once"));
        }
    }
    Ok(())
}

/// Appends the state line.
pub(super) fn write(state: &ChessState, variant: ChessVariant, line: &mut String) {
    write_fen(state.first(), variant, line);
    for m in state.moves() {
        line.push(' ');
        m.write(line);
    }
}

/// Appends the FEN of a board, with an en-passant square only where that capture is legal, and with the files of the
/// rooks in Chess960.
pub(super) fn write_fen(board: &Board, variant: ChessVariant, line: &mut String) {
    let full = match variant {
        ChessVariant::Standard => board.to_string(),
        ChessVariant::Chess960 => format!("{board:#}"),
    };
    let mut words = full.split(' ');
    // Board, turn, castling; then the en-passant square, which the board keeps wherever a pawn has gone two.
    for word in words.by_ref().take(3) {
        line.push_str(word);
        line.push(' ');
    }
    let en_passant = en_passant(board).map_or("-".to_owned(), |square| square.to_string());
    // Writing to a string can't fail.
    let _ = write!(
        line,
        "{en_passant} {} {}",
        board.halfmove_clock(),
        board.fullmove_number()
    );
}

/// Returns the square where a pawn can be captured that has just passed it.
fn en_passant(board: &Board) -> Option<Square> {
    let player = board.side_to_move();
    let to = Square::new(board.en_passant()?, Rank::Sixth.relative_to(player));
    let mut pawns = get_pawn_attacks(to, !player).into_iter();
    let captured = pawns.any(|from| {
        let promotion = None;
        board.piece_on(from) == Some(Piece::Pawn)
            && board.is_legal(Move {
                from,
                to,
                promotion,
            })
    });
    captured.then_some(to)
}
