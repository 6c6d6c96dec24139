//! Purposes for which a game is wanted short, long or with more seats, as checks of bots want it.

/// The purpose of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePurpose {
    /// The game with its default options.
    Usual,
    /// A game of few moves.
    Short,
    /// A game of many moves.
    Long,
    /// A game with all seats that it can have.
    Crowd,
    /// A game whose dealt starts differ.
    Drawn,
    /// A game whose positions have few legal moves.
    Narrow,
}

/// An option of a game that serves a purpose: the purpose, the option's name, its value.
pub type PurposeOption = (GamePurpose, &'static str, &'static str);
