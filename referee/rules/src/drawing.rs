//! Reads a drawing that a program tells, which terminals and pages show.

use referee_games::scene::{Item, Scene, SceneSquare, TextRole};
use referee_games::text::is_unfit;

/// Most items of a drawing.
const MAX_ITEMS: usize = 256;
/// Most columns and lines to the left of and above an item.
const MAX_CELLS: u16 = 400;
/// Most characters of a text.
const MAX_TEXT: usize = 200;
/// Most characters of a name and of a label.
const MAX_NAME: usize = 40;
/// Most squares, and most pieces of a drawing.
const MAX_SQUARES: usize = 4096;
const MAX_STANDING: usize = 512;
/// Most pieces on a square, and most characters that one is drawn as.
const MAX_PIECES: usize = 16;
const MAX_PIECE: usize = 3;

/// Reads the JSON of a drawing. Returns `None` if it isn't one, or is larger or holds other characters than what can be
/// shown anywhere.
pub(crate) fn read(json: &str) -> Option<Scene> {
    let scene: Scene = serde_json::from_str(json).ok()?;
    let squares = || {
        let grids = scene.items.iter().filter_map(|item| match item {
            Item::Grid(grid) => Some(grid),
            Item::Text(_) => None,
        });
        grids.flat_map(|grid| &grid.squares)
    };
    let fits = scene.items.len() <= MAX_ITEMS
        && squares().count() <= MAX_SQUARES
        && squares().map(|square| square.pieces.len()).sum::<usize>() <= MAX_STANDING
        && scene.items.iter().all(is_fit);
    fits.then_some(scene)
}

fn is_fit(item: &Item) -> bool {
    match item {
        Item::Text(line) => {
            let label = match &line.role {
                TextRole::Fact(fact) => shown(&fact.label, MAX_NAME),
                TextRole::Note | TextRole::Caption | TextRole::Turn => true,
            };
            label && inside(line.x, line.y) && shown(&line.text, MAX_TEXT)
        }
        Item::Grid(grid) => {
            let labels = grid.columns.iter().chain(&grid.rows);
            let whole = grid.width > 0 && grid.squares.len() % usize::from(grid.width) == 0;
            whole
                && inside(grid.x, grid.y)
                && grid.width <= MAX_CELLS
                && grid.columns.len() <= usize::from(grid.width)
                && grid.rows.len() * usize::from(grid.width) <= grid.squares.len()
                && grid.squares.len() / usize::from(grid.width) <= usize::from(MAX_CELLS)
                && shown(&grid.name, MAX_TEXT)
                && labels.into_iter().all(|text| shown(text, MAX_NAME))
                && grid.squares.iter().all(is_fit_square)
        }
    }
}

fn is_fit_square(square: &SceneSquare) -> bool {
    let named = square.name.as_ref();
    let pieces = square.pieces.iter();
    named.is_none_or(|name| shown(name, MAX_NAME))
        && square.sign.as_ref().is_none_or(|sign| is_kind(sign))
        && square.group.is_none_or(|group| !is_unfit(group))
        && pieces.len() <= MAX_PIECES
        && pieces.clone().all(|piece| {
            shown(&piece.text, MAX_PIECE) && is_kind(&piece.kind) && piece.faces.len() <= 5
        })
}

/// Tells if a word can be a kind of pieces or a sign, which pages know by a class.
fn is_kind(kind: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c == '-';
    kind.len() <= MAX_NAME && kind.chars().all(plain)
}

fn inside(x: u16, y: u16) -> bool {
    x <= MAX_CELLS && y <= MAX_CELLS
}

fn shown(text: &str, most: usize) -> bool {
    text.chars().count() <= most && !text.chars().any(is_unfit)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_drawing_is_read_and_what_cannot_be_shown_is_not() {
        let grid = |width: u16, text: &str| {
            format!(
                r#"{{"items":[{{"grid":{{"x":2,"y":0,"name":"board","ruling":"ruled","width":{width},"squares":[{{"name":"a1","pieces":[{{"text":"{text}","kind":"disc","seat":"A"}}]}},{{}}]}}}}]}}"#
            )
        };
        assert!(read(&grid(2, "A")).is_some());
        assert!(read(r#"{"items":[]}"#).is_some());
        for wrong in [
            grid(3, "A"),
            grid(0, "A"),
            grid(2, "ABCD"),
            grid(2, "\\u001b"),
            grid(2, "A").replace("\"x\":2", "\"x\":500"),
            grid(2, "A").replace("\"seat\":\"A\"", "\"seat\":\"E\""),
            r#"{"items":[{"text":{"x":0,"y":0,"text":"a\nb"}}]}"#.to_owned(),
            "[]".to_owned(),
            String::new(),
        ] {
            assert!(read(&wrong).is_none(), "{wrong}");
        }
    }
}
