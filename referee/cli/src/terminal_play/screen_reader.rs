//! Describes a scene in sentences, for screen readers.

use std::collections::BTreeMap;
use std::fmt::Write;

use referee_games::scene::{Grid, GridRole, Ground, Item, Piece, Scene, SceneSquare, SceneText};

/// Returns the scene as sentences, one on each line; includes the parts that never change if `whole` is set.
pub fn lines(scene: &Scene, whole: bool) -> Vec<String> {
    let names: Vec<&str> = grids(scene).map(|grid| grid.name.as_str()).collect();
    let mut texts: Vec<&SceneText> = Vec::new();
    for item in &scene.items {
        if let Item::Text(text) = item {
            texts.push(text);
        }
    }
    texts.sort_by_key(|text| (text.y, text.x));
    let mut said: Vec<String> = texts.into_iter().filter_map(|t| text(t, &names)).collect();
    for grid in grids(scene) {
        if whole {
            said.extend(tiles(grid));
        }
        if let Some(origin) = find(grid, "origin") {
            said.push(card(grid, origin));
        } else {
            said.extend(standing(grid));
        }
    }
    said
}

fn grids(scene: &Scene) -> impl Iterator<Item = &Grid> {
    scene.items.iter().filter_map(|item| match item {
        Item::Grid(grid) => Some(grid),
        Item::Text(_) => None,
    })
}

/// Returns a text as a sentence; `None` if it only labels the drawing.
fn text(text: &SceneText, names: &[&str]) -> Option<String> {
    let words: Vec<&str> = text.text.split_whitespace().collect();
    let said = words.join(" ");
    let label = names.iter().any(|name| name.starts_with(&said));
    // Numbers next to the board, arrows, and the letters of columns.
    let number = said.len() == 1 || said.chars().all(|c| !c.is_alphabetic());
    let legend = !text.text.starts_with(' ') && text.text.trim_end().contains("  ");
    let Some(seat) = text.seat else {
        return (!label && !number).then(|| format!("{said}."));
    };
    let letter = seat.to_string();
    let heading = words.len() == 2 && words[1] == letter;
    if label || number || legend || heading {
        return None;
    }
    let named = words
        .iter()
        .any(|token| token.trim_end_matches(':') == letter);
    Some(if named {
        format!("{said}.")
    } else {
        format!("{letter}: {said}.")
    })
}

/// Lists the squares of the pieces, in one sentence for each seat and kind.
fn standing(grid: &Grid) -> Vec<String> {
    let mut groups: Vec<(&Piece, Vec<String>)> = Vec::new();
    let squares = grid.squares.iter();
    for square in squares.filter(|square| square.ground != Ground::Void) {
        for piece in &square.pieces {
            let place = place(square, piece);
            let alike = |known: &Piece| (known.seat, &known.kind) == (piece.seat, &piece.kind);
            match groups.iter_mut().find(|(known, _)| alike(known)) {
                Some((_, places)) => places.push(place),
                None => groups.push((piece, vec![place])),
            }
        }
    }
    groups.sort_by_key(|(piece, _)| (piece.seat.is_none(), piece.seat, &piece.kind));
    let sentence = |(piece, places): (&Piece, Vec<String>)| {
        let who = match (grid.role, places.len()) {
            (GridRole::Board, 1) => piece.kind.to_string(),
            (GridRole::Board, n) => format!("{n} {}", plural(&piece.kind)),
            _ => return format!("{}: {}.", grid.name, places.join(", ")),
        };
        let whose = piece
            .seat
            .map_or(String::new(), |seat| format!("{seat}'s "));
        format!("{whose}{who}: {}.", places.join(", "))
    };
    groups.into_iter().map(sentence).collect()
}

fn plural(kind: &str) -> String {
    match kind {
        "die" => "dice".to_owned(),
        kind => format!("{kind}s"),
    }
}

/// Lists the squares that form each tile, in one sentence for each.
fn tiles(grid: &Grid) -> Vec<String> {
    let mut groups: BTreeMap<char, Vec<&str>> = BTreeMap::new();
    for square in &grid.squares {
        if let (Some(group), Some(name)) = (square.group, &square.name) {
            groups.entry(group).or_default().push(name);
        }
    }
    let sentence =
        |(group, names): (char, Vec<&str>)| format!("Tile {group}: {}.", names.join(", "));
    groups.into_iter().map(sentence).collect()
}

/// Names a square, with the details of the piece on it.
fn place(square: &SceneSquare, piece: &Piece) -> String {
    let mut said = String::new();
    if piece.faces.is_empty() && piece.text.len() > 1 {
        let _ = write!(said, "{} on ", piece.text);
    }
    said.push_str(square.name.as_deref().unwrap_or("a square"));
    if let [top, north, ..] = piece.faces[..] {
        let _ = write!(said, " top {top} north {north}");
    }
    if let Some(group) = square.group {
        let _ = write!(said, " of tile {group}");
    }
    said
}

fn find(grid: &Grid, kind: &str) -> Option<(i32, i32)> {
    all(grid, kind).next()
}

/// Returns the columns and rows of the squares with a piece of this kind.
fn all<'a>(grid: &'a Grid, kind: &'a str) -> impl Iterator<Item = (i32, i32)> + 'a {
    let width = usize::from(grid.width.max(1));
    let has_kind = move |square: &SceneSquare| square.pieces.iter().any(|piece| piece.kind == kind);
    let squares = grid.squares.iter().enumerate();
    squares
        .filter(move |(_, square)| has_kind(square))
        .map(move |(i, _)| {
            let number = |n: usize| i32::try_from(n).unwrap_or_default();
            (number(i % width), number(i / width))
        })
}

/// Describes a pattern of steps: the distance of each target from the origin.
fn card(grid: &Grid, (column, row): (i32, i32)) -> String {
    let way = |(x, y): (i32, i32)| {
        let (right, down) = (x - column, y - row);
        let part = |n: i32, ahead: &str, back: &str| match n {
            0 => None,
            n if n > 0 => Some(format!("{n} {ahead}")),
            n => Some(format!("{} {back}", -n)),
        };
        let parts = [part(down, "down", "up"), part(right, "right", "left")];
        parts
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" and ")
    };
    let ways: Vec<String> = all(grid, "target").map(way).collect();
    format!("{}: {}.", grid.name, ways.join("; "))
}
