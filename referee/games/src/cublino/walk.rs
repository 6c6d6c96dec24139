//! Parses a move and checks it step by step; errors explain the first rule that it breaks.

use super::Variant;
use super::board::CublinoSquare;
use super::path::Path;
use super::state::CublinoState;
use crate::seat::Seat;
use crate::text::quote;

/// Returns the legal move that the text names; otherwise an error that explains the first rule that it
/// breaks.
pub(super) fn walk<V: Variant>(state: &CublinoState, notation: &str) -> Result<Path, String> {
    let mut squares = split(notation)?;
    let mover = state.mover();
    let start = squares.next().ok_or_else(|| shape(notation))?;
    match state.die(start) {
        None => return Err(format!("there is no die on {start}")),
        Some((seat, _)) if seat != mover => {
            return Err(format!(
                "the die on {start} is {seat}'s, {mover} is to move"
            ));
        }
        Some(_) => {}
    }
    squares.try_fold(Path::new(start), |path, to| {
        step::<V>(state, &path, to)?;
        Ok(path.then(to))
    })
}

/// Splits the text into squares; there must be at least two.
fn split(notation: &str) -> Result<impl Iterator<Item = CublinoSquare>, String> {
    let pairs = || {
        let pair = |pair: &[u8]| (pair[0] as char, pair[1] as char);
        notation.as_bytes().chunks_exact(2).map(pair)
    };
    let lettered = pairs().all(|(c, r)| c.is_ascii_lowercase() && r.is_ascii_digit());
    if notation.len() < 4 || !notation.len().is_multiple_of(2) || !lettered {
        return Err(shape(notation));
    }
    if let Some((c, r)) = pairs().find(|(c, r)| CublinoSquare::named(*c, *r).is_none()) {
        let name = quote(&String::from_iter([c, r]));
        return Err(format!(
            "there is no square {name}: columns are a to g, rows 1 to 7"
        ));
    }
    Ok(pairs().filter_map(|(c, r)| CublinoSquare::named(c, r)))
}

fn shape(notation: &str) -> String {
    let quoted = quote(notation);
    format!("{quoted} isn't a move: one names the squares the die stands on in order, like d1d2")
}

/// Checks the step from the end of a path to a square.
fn step<V: Variant>(state: &CublinoState, path: &Path, to: CublinoSquare) -> Result<(), String> {
    let (from, mover) = (path.last(), state.mover());
    if !V::JUMPS && !path.is_start() {
        return Err("in Contra a move is one tip, from one square to the next".to_owned());
    }
    let (back, forward) = match mover {
        Seat::A => (to.row() < from.row(), "up"),
        _ => (to.row() > from.row(), "down"),
    };
    if back {
        return Err(format!(
            "{from} to {to} goes back: {mover}'s dice go {forward} the rows, left and right only"
        ));
    }
    if path.squares().contains(&to) {
        return Err(format!("{to} is visited twice: a path doesn't come back"));
    }
    let rows = from.row().abs_diff(to.row());
    let columns = from.column().abs_diff(to.column());
    match (rows.min(columns), rows.max(columns)) {
        (0, 1) => tip(state, path, to),
        (0, 2) if V::JUMPS => jump(state, path, to),
        (0, 2..) if !V::JUMPS => Err(format!(
            "{from} to {to} is too far: in Contra a die tips onto the next square, without jumps"
        )),
        (0, _) => Err(format!(
            "{from} to {to} is too far: a tip goes one square, a jump two, over exactly one die"
        )),
        _ => Err(format!(
            "{from} to {to} is neither forward nor to a side: steps follow a row or a column"
        )),
    }
}

fn tip(state: &CublinoState, path: &Path, to: CublinoSquare) -> Result<(), String> {
    if !path.is_start() {
        return Err(format!(
            "{} to {to} is a tip, and only the first step may be one: later ones are jumps",
            path.last()
        ));
    }
    empty(state, to, "tips onto")
}

fn jump(state: &CublinoState, path: &Path, to: CublinoSquare) -> Result<(), String> {
    let (from, over) = (path.last(), path.last().between(to));
    if over == path.first() {
        return Err(format!(
            "{from} to {to} jumps over {over}, which the moving die itself has left"
        ));
    }
    if state.die(over).is_none() {
        return Err(format!(
            "{from} to {to} jumps over nothing: there is no die on {over}"
        ));
    }
    empty(state, to, "jumps onto")
}

fn empty(state: &CublinoState, to: CublinoSquare, how: &str) -> Result<(), String> {
    match state.die(to) {
        Some((seat, _)) => Err(format!(
            "{to} is taken by a die of {seat}: a die {how} an empty square only"
        )),
        None => Ok(()),
    }
}
