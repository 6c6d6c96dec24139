//! A game of people as everybody may see it.

use std::time::Instant;

use referee_games::scene::Scene;
use serde::Serialize;

/// A game as it stands.
#[derive(Clone, Debug, Serialize)]
pub struct PlayView {
    /// Grows with everything that happens.
    pub version: u64,
    /// The game.
    pub game: String,
    /// Who sits where.
    pub seats: Vec<PlaySeat>,
    /// Whose turn it is.
    pub turn: Option<char>,
    /// The legal moves of a person on turn.
    pub ways: Vec<MovePath>,
    /// The position.
    pub scene: Scene,
    /// What has happened.
    pub steps: Vec<GameLogEntry>,
    /// The last of it in words.
    pub told: Vec<String>,
    /// What went wrong with the machine.
    pub trouble: Option<String>,
    /// How the game ended.
    pub over: Option<String>,
    /// Who is first then.
    pub first: Vec<char>,
    /// Whether it goes on only when somebody does something.
    pub rests: bool,
    /// Since when the clock of the seat on turn runs, if it does.
    #[serde(skip)]
    pub running: Option<Instant>,
}

/// A seat and who has it.
#[derive(Clone, Debug, Serialize)]
pub struct PlaySeat {
    /// The seat.
    pub seat: char,
    /// Who plays.
    pub name: String,
    /// The bot that moves where that is left to one.
    pub bot: String,
    /// Whether it is.
    pub auto: bool,
    /// Whether it may take a move back.
    pub undo: bool,
    /// Whether it is still in the game.
    pub plays: bool,
    /// Milliseconds on its clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
}

/// A legal move, and how it is made on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MovePath {
    /// The move in its notation.
    pub word: String,
    /// The squares to press: the numbers of an item of the scene and of its square.
    pub path: Vec<(usize, usize)>,
    /// What sets it apart from others with the same squares.
    pub says: String,
}

/// A thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameLogEntry {
    /// Whose.
    pub seat: char,
    /// `move`, `roll` or `out`.
    #[serde(rename = "deed")]
    pub action: &'static str,
    /// In its notation.
    pub word: String,
}
