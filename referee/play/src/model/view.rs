//! The view model of a game with people: everything that a page may show of it.

use std::time::Instant;

use referee_games::scene::Scene;
use serde::Serialize;

/// A snapshot of a game for the page.
#[derive(Clone, Debug, Serialize)]
pub struct PlayView {
    /// Version number; grows with every change.
    pub version: u64,
    /// The name of the game.
    pub game: String,
    /// The seats and their players.
    pub seats: Vec<PlaySeat>,
    /// The seat on turn, if a seat has to choose.
    pub turn: Option<char>,
    /// The legal moves, if a person is on turn; otherwise empty.
    pub ways: Vec<MovePath>,
    /// The position.
    pub scene: Scene,
    /// The squares over which the pieces of the last step went, by their names.
    pub paths: Vec<Vec<String>>,
    /// The game log: every move, roll and forfeit so far.
    pub steps: Vec<GameLogEntry>,
    /// The latest events in words.
    pub told: Vec<String>,
    /// A failure of the machine, in words.
    pub trouble: Option<String>,
    /// The result in words, once the game is over.
    pub over: Option<String>,
    /// The seats in first place, once the game is over.
    pub first: Vec<char>,
    /// True while the game is suspended: it continues only with somebody's next action.
    pub rests: bool,
    /// Start of the current turn on the clock of the seat on turn, if its clock runs.
    #[serde(skip)]
    pub running: Option<Instant>,
}

/// A seat and its player.
#[derive(Clone, Debug, Serialize)]
pub struct PlaySeat {
    /// The seat.
    pub seat: char,
    /// The player's name.
    pub name: String,
    /// The bot that moves for the seat when `auto` is on.
    pub bot: String,
    /// True if the bot moves for the seat.
    pub auto: bool,
    /// True if the seat may take a move back.
    pub undo: bool,
    /// True if the seat is still in the game.
    pub plays: bool,
    /// Milliseconds on its clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
}

/// A legal move, with the squares that a person presses to make it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MovePath {
    /// The move in its notation.
    pub word: String,
    /// The squares to press in order, each as the index of an item of the scene and the index of a square in
    /// it.
    pub path: Vec<(usize, usize)>,
    /// The first of these is a card, which needs no press where the others tell enough.
    pub by_card: bool,
    /// Words that distinguish it from other moves with the same squares.
    pub says: String,
    /// The width and the height of the tile that it lays, whose upper left square is the last one to press.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<[u8; 2]>,
}

/// An entry of the game log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameLogEntry {
    /// The seat that it is about.
    pub seat: char,
    /// The kind of entry: `move`, `roll` or `out`.
    #[serde(rename = "deed")]
    pub action: &'static str,
    /// The move or the roll in its notation; for `out`, the reason.
    pub word: String,
}
