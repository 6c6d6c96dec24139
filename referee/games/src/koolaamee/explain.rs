//! Explains illegal moves and describes legal ones, in words.

use crate::text::quote;

use super::layout::{LETTERS, lines};
use super::moves::KoolaameeMove;
use super::square::{COLUMNS, KoolaameeSquare, ROWS, SIDE, name, squares};
use super::state::KoolaameeState;
use super::tile::{KINDS, KoolaameeTile};

/// Explains which rule an illegal move breaks.
pub(super) fn explain(state: &KoolaameeState, notation: &str) -> String {
    if state.is_draft() {
        explain_tile(state, notation)
    } else {
        explain_marble(state, notation)
    }
}

fn explain_tile(state: &KoolaameeState, notation: &str) -> String {
    let Some(tile) = KoolaameeTile::parse(notation) else {
        return format!(
            "{} lays no tile: write its width, its height and its upper left square, like 3x2e4",
            quote(notation)
        );
    };
    let (width, height, corner) = (tile.width, tile.height, tile.corner);
    let Some(kind) = tile.kind() else {
        let kinds = KINDS.map(|kind| kind.to_string());
        return format!(
            "there is no tile of {width}x{height}; the tiles are {}",
            kinds.join(", ")
        );
    };
    if state.to_lay[kind] == 0 {
        return format!("no tile of {} is left", KINDS[kind]);
    }
    let laid = format!("a tile of {width}x{height} on {corner}");
    if corner.x() + width > SIDE {
        return format!(
            "{laid} would reach beyond column {}",
            COLUMNS[COLUMNS.len() - 1]
        );
    }
    if corner.y() + height > SIDE {
        return format!("{laid} would reach beyond row {}", ROWS[ROWS.len() - 1]);
    }
    let taken = squares(tile.squares() & state.layout.squares).next();
    match taken.and_then(|square| Some((square, state.layout.letter(square)?))) {
        Some((square, letter)) => format!("{laid} would cover {square}, where tile {letter} lies"),
        // Only this rule is left.
        None => format!("{laid} would touch no tile by an edge"),
    }
}

fn explain_marble(state: &KoolaameeState, notation: &str) -> String {
    let Some(square) = KoolaameeSquare::parse(notation) else {
        if KoolaameeTile::parse(notation).is_some() {
            return "no tile is left to lay: write the square of a marble, like e4".to_owned();
        }
        return format!(
            "{} is no square: write a column a to j and a row 1 to 10, like e4",
            quote(notation)
        );
    };
    let (layout, mask) = (&*state.layout, square.mask());
    let (player, opponent) = (state.player, state.player.other());
    let Some(tile) = layout.letter(square) else {
        return format!("there is no tile on {square}, and a marble goes on a tile's square");
    };
    for seat in [player, opponent] {
        if state.marbles[seat.index()] & mask != 0 {
            return format!("a marble of {seat} is on {square} already");
        }
    }
    if let Some(last) = state.last {
        if lines(last) & mask == 0 {
            return format!(
                "{square} is neither in the row nor in the column of {opponent}'s last marble {last}"
            );
        }
        if layout.tile[last.index()] & mask != 0 {
            return format!(
                "{square} is on tile {tile}, the same as {opponent}'s last marble {last}"
            );
        }
    }
    // Only this rule is left: the caller made sure that a seat is on turn and the move is illegal.
    let own_square = name(state.own_square);
    format!("{square} is on tile {tile}, the same as your own last marble {own_square}")
}

/// Describes a legal move for spectators.
pub(super) fn narrate(state: &KoolaameeState, notation: &str) -> Vec<String> {
    let player = state.player;
    let told = match state.parse(notation) {
        Some(KoolaameeMove::Tile(tile)) => {
            let first = tile.corner;
            let last = squares(tile.squares()).last().unwrap_or(first);
            let letter = char::from(LETTERS[state.layout.laid()]);
            let aside = laid_aside(state, tile).map_or(String::new(), |said| format!("; {said}"));
            format!("{player} lays tile {letter} from {first} to {last}{aside}")
        }
        Some(KoolaameeMove::Marble(square)) => {
            let tile = state.layout.letter(square);
            let tile = tile.map_or(String::new(), |tile| format!(", tile {tile}"));
            format!("{player} puts a marble on {square}{tile}")
        }
        None => format!("{player} plays {notation}"),
    };
    vec![told]
}

/// Says which tiles have no room any more once a tile is laid.
pub(super) fn laid_aside(state: &KoolaameeState, tile: KoolaameeTile) -> Option<String> {
    let mut next = state.clone();
    next.lay(tile);
    let mut aside = state.to_lay;
    aside[tile.kind()?] -= 1;
    for (count, left) in aside.iter_mut().zip(next.to_lay) {
        *count -= left;
    }
    let kinds = KINDS.into_iter().zip(aside).filter(|(_, count)| *count > 0);
    let kinds: Vec<String> = kinds
        .map(|(kind, count)| format!("{count} of {kind}"))
        .collect();
    (!kinds.is_empty()).then(|| format!("laid aside: {}", kinds.join(", ")))
}
