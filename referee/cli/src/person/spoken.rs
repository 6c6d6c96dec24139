//! A scene in sentences, for those who hear it.

use std::fmt::Write;

use referee_games::scene::{Grid, Item, Piece, Scene, Square, Text};

/// The scene as sentences, a line each.
pub fn lines(scene: &Scene) -> Vec<String> {
    let names: Vec<&str> = grids(scene).map(|grid| grid.name.as_str()).collect();
    let mut texts: Vec<&Text> = Vec::new();
    for item in &scene.items {
        if let Item::Text(text) = item {
            texts.push(text);
        }
    }
    texts.sort_by_key(|text| (text.y, text.x));
    let mut said: Vec<String> = texts.into_iter().filter_map(|t| text(t, &names)).collect();
    for grid in grids(scene) {
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

/// A text as a sentence; nothing where it only labels the drawing.
fn text(text: &Text, names: &[&str]) -> Option<String> {
    let words: Vec<&str> = text.text.split_whitespace().collect();
    let said = words.join(" ");
    let label = names.iter().any(|name| name.starts_with(&said));
    let number = said.chars().all(|c| !c.is_alphabetic());
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
        .any(|word| word.trim_end_matches(':') == letter);
    Some(if named {
        format!("{said}.")
    } else {
        format!("{letter}: {said}.")
    })
}

/// Which pieces stand where, a sentence for each seat and kind.
fn standing(grid: &Grid) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for square in &grid.squares {
        for piece in &square.pieces {
            let who = match piece.seat {
                Some(seat) => format!("{seat}, {}", piece.kind),
                None => piece.kind.to_owned(),
            };
            let place = place(square, piece);
            match groups.iter_mut().find(|(known, _)| *known == who) {
                Some((_, places)) => places.push(place),
                None => groups.push((who, vec![place])),
            }
        }
    }
    groups.sort();
    let name = match grid.name.as_str() {
        "board" => String::new(),
        name => format!("{name}: "),
    };
    let sentence = |(who, places): (String, Vec<String>)| {
        let count = match places.len() {
            1 => String::new(),
            n => format!("{n} times, "),
        };
        format!("{name}{who}: {count}{}.", places.join(", "))
    };
    groups.into_iter().map(sentence).collect()
}

/// A square with what is to be said of the piece on it.
fn place(square: &Square, piece: &Piece) -> String {
    let mut said = String::new();
    if piece.faces.is_empty() && piece.text.len() > 1 {
        let _ = write!(said, "{} on ", piece.text);
    }
    said.push_str(square.name.as_deref().unwrap_or("a square"));
    if let [top, north, ..] = piece.faces[..] {
        let _ = write!(said, " shows {top}, north {north}");
    }
    if let Some(group) = square.group {
        let _ = write!(said, " of tile {group}");
    }
    said
}

fn find(grid: &Grid, kind: &str) -> Option<(i32, i32)> {
    all(grid, kind).next()
}

/// Columns and rows of the squares on which such a piece stands.
fn all<'a>(grid: &'a Grid, kind: &'a str) -> impl Iterator<Item = (i32, i32)> + 'a {
    let width = usize::from(grid.width.max(1));
    let own = move |square: &Square| square.pieces.iter().any(|piece| piece.kind == kind);
    let squares = grid.squares.iter().enumerate();
    squares
        .filter(move |(_, square)| own(square))
        .map(move |(i, _)| {
            let number = |n: usize| i32::try_from(n).unwrap_or_default();
            (number(i % width), number(i / width))
        })
}

/// A pattern of steps: how far each target lies from the origin.
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
