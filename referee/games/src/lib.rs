//! The rules of the games.
//!
//! A game implements [`Game`] in one file and is listed in [`games`] by one line; the rest (`referee rules`,
//! drawing, perft, the laws that the tests check, the interface of the match loop) is derived from that. This
//! crate uses no processes, clocks or files, and takes random numbers from its callers.
//!
//! Begin at [`Game`], and at [`onitama`] for a game that has everything. [`Rules`] and [`Position`] are the same
//! without types, as text: all that the other crates use. This crate must not know bots, time or files.

pub mod chess;
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
mod source;
pub mod terminal;
pub mod text;
pub mod view;

pub use game::{Chance, ChanceOutcome, Ending, Game, Turn};
pub use move_parts::MoveParts;
pub use options::{ChosenOptions, OptionError, OptionKind, OptionSpec};
pub use purpose::{GamePurpose, PurposeOption};
pub use seat::Seat;
pub use source::GameSource;
pub use text::StateError;
pub use view::{GameKind, Position, Rules};

/// Builds a list of games as object-safe [`GameKind`]s from one line for each game.
#[macro_export]
macro_rules! registry {
    ($($game:ty),* $(,)?) => {{
        const GAMES: &[&dyn $crate::GameKind] = &[$(&$crate::view::GameEntry::<$game>::new()),*];
        GAMES
    }};
}

/// The game that commands use if none is named.
pub const DEFAULT_GAME: &str = onitama::Onitama::NAME;

/// Returns all games that the referee knows.
// Inlined into another crate, it would make that crate compile all games anew, by its own profile.
#[inline(never)]
pub fn games() -> &'static [&'static dyn GameKind] {
    registry![
        onitama::Onitama,
        cublino::Pur,
        cublino::Contra,
        ludo::Ludo,
        koolaamee::Koolaamee,
        chess::Chess,
    ]
}

/// Returns the game with this name; `None` if there is none.
pub fn find(name: &str) -> Option<&'static dyn GameKind> {
    games().iter().copied().find(|game| game.name() == name)
}
