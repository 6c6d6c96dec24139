//! The rules of the games.
//!
//! A game implements [`Game`] in one file and is listed in [`games`] by one line; everything else
//! (`referee rules`, drawing, perft, the laws that the tests check, the match loop's view)
//! follows. Nothing here knows a process, a clock or a file, and randomness comes in from outside.

pub mod cublino;
pub mod game;
pub mod koolaamee;
pub mod ludo;
pub mod move_parts;
pub mod onitama;
pub mod options;
pub mod perft;
mod purpose;
pub mod random;
pub mod scene;
pub mod seat;
pub mod terminal;
pub mod text;
pub mod view;

pub use game::{Chance, Ending, Game, Turn};
pub use move_parts::MoveParts;
pub use options::{ChosenOptions, OptionError, OptionKind, OptionSpec};
pub use purpose::{GamePurpose, PurposeOption};
pub use seat::Seat;
pub use text::StateError;
pub use view::{GameKind, Position, Rules};

/// A list of games as the object-safe [`GameKind`]s: one line a game.
#[macro_export]
macro_rules! registry {
    ($($game:ty),* $(,)?) => {{
        const GAMES: &[&dyn $crate::GameKind] = &[$(&$crate::view::GameEntry::<$game>::new()),*];
        GAMES
    }};
}

/// The game that commands take where none is named.
pub const DEFAULT_GAME: &str = onitama::Onitama::NAME;

/// All games that the referee knows.
pub fn games() -> &'static [&'static dyn GameKind] {
    registry![
        onitama::Onitama,
        cublino::Pur,
        cublino::Contra,
        ludo::Ludo,
        koolaamee::Koolaamee,
    ]
}

/// The game of this name.
pub fn find(name: &str) -> Option<&'static dyn GameKind> {
    games().iter().copied().find(|game| game.name() == name)
}
