//! Differences between two pictures.

use referee_games::scene::{GridStyle, Item, Scene, SceneSquare};
use serde::ser::{Serialize, SerializeSeq, Serializer};

/// A change of a scene; as JSON `[items]`, `[item, content]` or `[item, square, content]`.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneChange {
    /// Only this many items remain.
    Keep(usize),
    /// An item is replaced or added: its index and content.
    Item(usize, Item),
    /// A square of a grid is replaced: index of the grid, index of the square, and content.
    Square(usize, usize, SceneSquare),
}

impl Serialize for SceneChange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        match self {
            SceneChange::Keep(items) => list.serialize_element(items)?,
            SceneChange::Item(at, item) => {
                list.serialize_element(at)?;
                list.serialize_element(item)?;
            }
            SceneChange::Square(at, square, what) => {
                list.serialize_element(at)?;
                list.serialize_element(square)?;
                list.serialize_element(what)?;
            }
        }
        list.end()
    }
}

/// Returns the changes that turn the first scene into the second.
pub fn changes(from: &Scene, to: &Scene) -> Vec<SceneChange> {
    let mut changes = Vec::new();
    for (at, item) in to.items.iter().enumerate() {
        match (from.items.get(at), item) {
            (Some(old), new) if old == new => {}
            (Some(old), new) if is_same_board(old, new) => squares(at, old, new, &mut changes),
            (_, new) => changes.push(SceneChange::Item(at, new.clone())),
        }
    }
    if to.items.len() < from.items.len() {
        changes.push(SceneChange::Keep(to.items.len()));
    }
    changes
}

/// Returns whether two grids differ only in the contents of their squares. Small grids, such as cards, are
/// sent whole: they come again and again.
fn is_same_board(old: &Item, new: &Item) -> bool {
    let (Item::Grid(old), Item::Grid(new)) = (old, new) else {
        return false;
    };
    new.ruling != GridStyle::Plain
        && (old.x, old.y, old.ruling, old.width) == (new.x, new.y, new.ruling, new.width)
        && (&old.name, &old.columns, &old.rows) == (&new.name, &new.columns, &new.rows)
        && old.squares.len() == new.squares.len()
}

fn squares(at: usize, old: &Item, new: &Item, changes: &mut Vec<SceneChange>) {
    let (Item::Grid(old), Item::Grid(new)) = (old, new) else {
        return;
    };
    let pairs = old.squares.iter().zip(&new.squares).enumerate();
    let other = pairs.filter(|(_, (old, new))| old != new);
    changes.extend(other.map(|(square, (_, new))| SceneChange::Square(at, square, new.clone())));
}
