//! The start of a seat in a game: a bot that is ready, or the fault by which it isn't.

use crate::fault::SeatFault;
use crate::player::Player;

/// The start of a seat: a bot that may play, or why it may not.
pub(crate) enum SeatStart {
    /// The bot has finished its handshake.
    Ready(Player),
    /// The bot failed to start; holds what is left of it.
    Failed(Option<Player>, SeatFault),
}

impl SeatStart {
    /// Suspends the bot until its turn, if the game is played that way.
    pub(crate) fn rest(&mut self) {
        if let SeatStart::Ready(player) = self {
            player.rest();
        }
    }
}
