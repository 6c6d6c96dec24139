//! A position as a picture, as data: the terminal, the SVG board and the page draw the same scene.
//!
//! A scene is laid out in character cells, columns to the right and lines downwards, the measure of
//! the terminal. A page scales it: a line is twice as high as a column is wide, so that a square of
//! a ruled grid, 4 columns by 2 lines, is a square there too.

use serde::Serialize;

use crate::seat::Seat;

/// The picture of one position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// What is drawn; nothing overlaps.
    pub items: Vec<Item>,
}

/// One thing in a scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// A line of text.
    Text(SceneText),
    /// A board, a card, a row of home squares.
    Grid(Grid),
}

/// A line of text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneText {
    /// Column of the first character.
    pub x: u16,
    /// Line.
    pub y: u16,
    /// What is written.
    pub text: String,
    /// The seat that it speaks of, for colour.
    pub seat: Option<Seat>,
    /// Whether it only explains the terminal's letters, which a page doesn't draw.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub key: bool,
}

/// How a grid is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GridStyle {
    /// With lines around every square: 4 columns by 2 lines each, and one more of both at the end.
    Ruled,
    /// Lines only where a square that exists has an edge, and none between squares of one group.
    Outlined,
    /// Without lines: 1 column by 1 line a square.
    Plain,
}

/// Squares in rows and columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grid {
    /// Column of the upper left corner, labels not counted.
    pub x: u16,
    /// Line of the upper left corner.
    pub y: u16,
    /// What it is, for those who can't see it: `board`, `card 1 of A`.
    pub name: String,
    /// How it is drawn.
    pub ruling: GridStyle,
    /// A label under each column, or none.
    pub columns: Vec<String>,
    /// A label left of each row, or none.
    pub rows: Vec<String>,
    /// Squares in a row.
    pub width: u16,
    /// The squares, row by row from the top.
    pub squares: Vec<SceneSquare>,
}

/// One square of a grid.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneSquare {
    /// Its name in moves, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What kind of ground it is.
    pub ground: Ground,
    /// Squares of one group belong together: a tile's letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<char>,
    /// Whose it is by now, where squares are won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// Whether whoever is to move may choose it, where a move is a square.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// What stands on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// The ground of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// An ordinary square.
    #[default]
    Plain,
    /// No square: a gap in the grid.
    Void,
    /// A square that is special to a seat: its base, its home, its yard.
    Seat(Seat),
}

/// A piece on a square.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// What the terminal draws: one to three characters.
    pub text: String,
    /// What it is: `general`, `die`, `marble`.
    pub kind: &'static str,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// The numbers that can be seen on it, from the top, then north, east, south, west.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<u8>,
}

impl Scene {
    /// Adds a line of text.
    pub fn text(&mut self, x: u16, y: u16, text: impl Into<String>, seat: Option<Seat>) {
        self.items.push(Item::Text(SceneText {
            x,
            y,
            text: text.into(),
            seat,
            key: false,
        }));
    }

    /// Adds a line that explains what the terminal draws.
    pub fn key(&mut self, x: u16, y: u16, text: impl Into<String>, seat: Option<Seat>) {
        self.items.push(Item::Text(SceneText {
            x,
            y,
            text: text.into(),
            seat,
            key: true,
        }));
    }

    /// Adds a grid.
    pub fn grid(&mut self, grid: Grid) {
        self.items.push(Item::Grid(grid));
    }
}

impl SceneSquare {
    /// An ordinary square without a name.
    pub fn plain() -> SceneSquare {
        SceneSquare::default()
    }

    /// A gap.
    pub fn void() -> SceneSquare {
        SceneSquare {
            ground: Ground::Void,
            ..SceneSquare::default()
        }
    }

    /// An ordinary square with a name.
    pub fn named(name: impl Into<String>) -> SceneSquare {
        SceneSquare {
            name: Some(name.into()),
            ..SceneSquare::default()
        }
    }

    /// The square with a piece added.
    #[must_use]
    pub fn with(mut self, piece: Piece) -> SceneSquare {
        self.pieces.push(piece);
        self
    }
}

impl Piece {
    /// A piece of a kind, drawn by its text.
    pub fn new(text: impl Into<String>, kind: &'static str, seat: Option<Seat>) -> Piece {
        Piece {
            text: text.into(),
            kind,
            seat,
            faces: Vec::new(),
        }
    }
}
