//! What a game says of itself before its program runs.

use referee_games::{MoveParts, OptionSpec, Seat};

/// A game as its author describes it.
#[derive(Clone, Debug)]
pub struct GameDescription {
    /// The name of the game, used everywhere.
    pub name: String,
    /// A description in one sentence.
    pub title: String,
    /// The seats of the default start, in order: two to four.
    pub seats: Vec<Seat>,
    /// All reasons for which the game ends by its own rules, one word each.
    pub reasons: Vec<String>,
    /// Most moves that a game can have.
    pub max_plies: u64,
    /// The options.
    pub options: Vec<OptionSpec>,
    /// How the notation of a move is split into parts.
    pub move_parts: MoveParts,
}
