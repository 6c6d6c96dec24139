//! Defines a scene: a drawing of a position, as data. The terminal, the SVG board and the web page draw the
//! same scene.
//!
//! Positions in a scene are in character cells of a terminal: columns to the right, lines downwards. A page
//! scales them. A line is twice as high as a column is wide, so that a square of a ruled grid, 4 columns by 2
//! lines, is a square on a page, too.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// A drawing of one position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// The items of the drawing, which don't overlap.
    pub items: Vec<Item>,
}

/// An item of a scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// A line of text.
    Text(SceneText),
    /// A grid of squares: a board, a card, a row of home squares.
    Grid(Grid),
}

/// A line of text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneText {
    /// Column of the first character.
    pub x: u16,
    /// Line of the text, from 0.
    pub y: u16,
    /// The text.
    pub text: String,
    /// The seat that the text is about, for its colour.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// True for a text that only explains the terminal's letters; a page doesn't draw it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub key: bool,
}

/// The lines that are drawn around the squares of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GridStyle {
    /// Lines around every square: each square takes 4 columns by 2 lines; at the end there is one more column
    /// and line.
    Ruled,
    /// Lines around each group of squares, and none between squares of one group.
    Outlined,
    /// No lines: each square takes 1 column by 1 line.
    Plain,
}

/// Squares in rows and columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// Column of the upper left corner, without labels.
    pub x: u16,
    /// Line of the upper left corner.
    pub y: u16,
    /// Description for screen readers: `board`, `card 1 of A`.
    pub name: String,
    /// The lines around the squares.
    pub ruling: GridStyle,
    /// The labels under the columns; may be empty.
    #[serde(default)]
    pub columns: Vec<String>,
    /// The labels to the left of the rows; may be empty.
    #[serde(default)]
    pub rows: Vec<String>,
    /// Number of squares in a row.
    pub width: u16,
    /// The squares, row by row from the top.
    pub squares: Vec<SceneSquare>,
}

/// One square of a grid.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SceneSquare {
    /// The square's name in moves, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The kind of square.
    #[serde(default)]
    pub ground: Ground,
    /// The group of squares to which it belongs: a tile's letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<char>,
    /// The seat that owns the square at present, in games where squares are won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// True if the player to move may choose this square, in games where a move is a square.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// The pieces on the square.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// The kind of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// An ordinary square.
    #[default]
    Plain,
    /// A square of the darker colour, on a board that has two.
    Dark,
    /// No square: a gap in the grid.
    Void,
    /// A square that belongs to a seat: its base, its home, its yard.
    Seat(Seat),
}

/// A piece on a square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// The text that the terminal draws: one to three characters.
    pub text: String,
    /// The kind of piece: `general`, `die`, `marble`.
    pub kind: Cow<'static, str>,
    /// The seat that owns the piece.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// The visible numbers: top, north, east, south, west.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
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

    /// Adds a line that explains the terminal's letters.
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
    /// Returns an ordinary square without a name.
    pub fn plain() -> SceneSquare {
        SceneSquare::default()
    }

    /// Returns a gap.
    pub fn void() -> SceneSquare {
        SceneSquare {
            ground: Ground::Void,
            ..SceneSquare::default()
        }
    }

    /// Returns an ordinary square with a name.
    pub fn named(name: impl Into<String>) -> SceneSquare {
        SceneSquare {
            name: Some(name.into()),
            ..SceneSquare::default()
        }
    }

    /// Returns the square with a piece added.
    #[must_use]
    pub fn with(mut self, piece: Piece) -> SceneSquare {
        self.pieces.push(piece);
        self
    }
}

impl Piece {
    /// Returns a piece of a kind, drawn as this text.
    pub fn new(
        text: impl Into<String>,
        kind: impl Into<Cow<'static, str>>,
        seat: Option<Seat>,
    ) -> Piece {
        Piece {
            text: text.into(),
            kind: kind.into(),
            seat,
            faces: Vec::new(),
        }
    }
}
