//! Options by which a game gets short or long, has more seats, or another board.

use std::collections::BTreeMap;

/// What a game is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
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
const OPTIONS: &[(&str, Wanted, &str, &str)] = &[
    ("onitama", Wanted::Short, "turns", "6"),
    ("onitama", Wanted::Long, "turns", "1000"),
    ("onitama", Wanted::Narrow, "wall", "off"),
    ("cublino-pur", Wanted::Short, "stall", "4"),
    ("cublino-pur", Wanted::Long, "stall", "200"),
    ("cublino-contra", Wanted::Short, "stall", "4"),
    ("cublino-contra", Wanted::Long, "stall", "200"),
    ("ludo", Wanted::Short, "rolls", "60"),
    ("ludo", Wanted::Long, "rolls", "2000"),
    ("ludo", Wanted::Crowd, "seats", "ABCD"),
    ("ludo", Wanted::Crowd, "rolls", "200"),
    ("koolaamee", Wanted::Drawn, "board", "random"),
];

/// The options for it.
pub fn options(game: &str, wanted: Wanted) -> BTreeMap<String, String> {
    let own = OPTIONS
        .iter()
        .filter(|(name, kind, ..)| *name == game && *kind == wanted);
    own.map(|(_, _, key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect()
}

/// Whether the game has more seats than by default.
pub fn has_crowd(game: &str) -> bool {
    !options(game, Wanted::Crowd).is_empty()
}
