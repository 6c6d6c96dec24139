//! Games of people against bots and each other, independent of terminal and browser.
//!
//! Begin at [`GameSession`], one game with undo and result. A [`PlayService`] holds the games that are played in
//! browsers and keeps them through a restart; [`PlayView`] is the view of a game that a page shows. The terminal's part
//! is `referee/cli/src/terminal_play`, the browser's `service/thread.rs`; both ask by [`BotPlayer::answer`], and that
//! by the engine's `Conversation`.
//!
//! This crate must not know how a board is drawn or how a person is asked.

mod bot;
mod clock;
mod game_session;
mod hint;
mod model;
mod result;
mod save;
mod service;

pub use bot::BotPlayer;
pub use clock::{RemainingTime, Times, format_remaining, parse_times};
pub use game_session::{GameSession, NextStep};
pub use hint::hint;
pub use model::{
    Action, ActionReply, GameLogEntry, MovePath, NewGame, NewGameRequest, Offer, PlayApi,
    PlayRefusal, PlaySeat, PlayView, PlayableBot, PlayableGame, PlayableOption, SeatKey,
};
pub use result::describe_result;
pub use save::SavedTerminalGame;
pub use service::{OfferedBots, PlayService, RunBots};
