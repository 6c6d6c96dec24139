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
    /// What the text says.
    #[serde(default, skip_serializing_if = "TextRole::is_note")]
    pub role: TextRole,
}

/// What a text says. The terminal writes each text; a page has its own place for what it says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextRole {
    /// A sentence: a page shows it beside the board.
    #[default]
    Note,
    /// A heading or a label of the terminal's drawing: a page doesn't show it.
    Caption,
    /// The text's seat is to move: a page marks its player.
    Turn,
    /// A number: of the text's seat, or of the whole game if there is none.
    Fact(SceneFact),
}

/// A number that tells how a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SceneFact {
    /// What is counted, in one or two words: `points`.
    pub label: Cow<'static, str>,
    /// The number.
    pub value: i64,
    /// The most that it can be, for a bar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i64>,
    /// The width and the height of the tiles that are counted, if they are tiles to lay. Of a program that holds rules it
    /// isn't read: moves of such games lay none.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub tile: Option<[u32; 2]>,
}

/// The lines that are drawn around the squares of a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GridStyle {
    #[default]
    /// Lines around every square: each square takes 4 columns by 2 lines; at the end there is one more column
    /// and line.
    Ruled,
    /// Lines around each group of squares, and none between squares of one group.
    Outlined,
    /// No lines: each square takes 1 column by 1 line.
    Plain,
}

/// What a grid is in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GridRole {
    /// The board, on which squares are pressed.
    #[default]
    Board,
    /// A card: a small pattern, which a seat holds or which lies beside the board.
    Card,
    /// A place of a seat for pieces that aren't on the board. A page draws it where the terminal does.
    Yard,
}

/// Squares in rows and columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// Column of the upper left corner, without labels.
    pub x: u16,
    /// Line of the upper left corner.
    pub y: u16,
    /// Description for screen readers: `board`, `card 1 of A`.
    pub name: String,
    /// What the grid is.
    #[serde(default)]
    pub role: GridRole,
    /// The seat that holds the card or owns the yard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// True if the card is drawn turned by 180°, as its holder sits on the other side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turned: bool,
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
    /// The picture on the ground: `temple`, `check`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<Cow<'static, str>>,
    /// The points of the square's group, on the square that shows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
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
    /// Adds a sentence.
    pub fn text(&mut self, x: u16, y: u16, text: impl Into<String>, seat: Option<Seat>) {
        self.write((x, y), text, seat, TextRole::Note);
    }

    /// Adds a heading or a label of the terminal's drawing.
    pub fn caption(&mut self, x: u16, y: u16, text: impl Into<String>, seat: Option<Seat>) {
        self.write((x, y), text, seat, TextRole::Caption);
    }

    /// Adds the text that says that a seat is to move.
    pub fn turn(&mut self, x: u16, y: u16, text: impl Into<String>, seat: Seat) {
        self.write((x, y), text, Some(seat), TextRole::Turn);
    }

    /// Adds a text that tells a number: of a seat, or of the whole game.
    pub fn fact(
        &mut self,
        x: u16,
        y: u16,
        text: impl Into<String>,
        seat: Option<Seat>,
        fact: SceneFact,
    ) {
        self.write((x, y), text, seat, TextRole::Fact(fact));
    }

    fn write(
        &mut self,
        (x, y): (u16, u16),
        text: impl Into<String>,
        seat: Option<Seat>,
        role: TextRole,
    ) {
        self.items.push(Item::Text(SceneText {
            x,
            y,
            text: text.into(),
            seat,
            role,
        }));
    }

    /// Adds a grid.
    pub fn grid(&mut self, grid: Grid) {
        self.items.push(Item::Grid(grid));
    }
}

impl TextRole {
    fn is_note(&self) -> bool {
        *self == TextRole::Note
    }
}

impl SceneFact {
    /// Returns a number without a most.
    pub fn new(label: impl Into<Cow<'static, str>>, value: impl Into<i64>) -> SceneFact {
        SceneFact {
            label: label.into(),
            value: value.into(),
            most: None,
            tile: None,
        }
    }

    /// Returns the fact with the most that it can be.
    #[must_use]
    pub fn of(self, most: impl Into<i64>) -> SceneFact {
        SceneFact {
            most: Some(most.into()),
            ..self
        }
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
