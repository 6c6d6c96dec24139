//! Options by which a game gets short or long, has more seats, or another board.

use std::collections::BTreeMap;

/// What a game is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePurpose {
    /// As it is by default.
    Usual,
    /// Few moves.
    Short,
    /// Many moves.
    Long,
    /// All seats that it can have.
    Crowd,
    /// A start that is drawn.
    Drawn,
    /// Positions with few moves.
    Narrow,
}

/// Where the options differ from the default; a game that isn't named here is played as it is.
const OPTIONS: &[(&str, GamePurpose, &str, &str)] = &[
    ("onitama", GamePurpose::Short, "turns", "6"),
    ("onitama", GamePurpose::Long, "turns", "1000"),
    ("onitama", GamePurpose::Narrow, "wall", "off"),
    ("cublino-pur", GamePurpose::Short, "stall", "4"),
    ("cublino-pur", GamePurpose::Long, "stall", "200"),
    ("cublino-contra", GamePurpose::Short, "stall", "4"),
    ("cublino-contra", GamePurpose::Long, "stall", "200"),
    ("ludo", GamePurpose::Short, "rolls", "60"),
    ("ludo", GamePurpose::Long, "seats", "ABCD"),
    ("ludo", GamePurpose::Crowd, "seats", "ABCD"),
    ("ludo", GamePurpose::Crowd, "rolls", "200"),
    ("koolaamee", GamePurpose::Drawn, "board", "random"),
];

/// The options for it.
pub fn options(game: &str, wanted: GamePurpose) -> BTreeMap<String, String> {
    let matching_options = OPTIONS
        .iter()
        .filter(|(name, kind, ..)| *name == game && *kind == wanted);
    matching_options
        .map(|(_, _, key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect()
}

/// Whether the game has more seats than by default.
pub fn has_crowd(game: &str) -> bool {
    !options(game, GamePurpose::Crowd).is_empty()
}
