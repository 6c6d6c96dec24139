//! The session of one bot: its start and handshake, the messages to it, and its answer to a question.
//!
//! A [`Player`](player::Player) is a running bot in one game. [`turn`] asks it, which is where an answer is judged late;
//! [`fault`] says what a bot did wrong.

pub mod bot_session;
pub mod bot_start;
pub mod conversation;
pub mod engine_context;
pub mod fault;
pub mod forfeit;
pub mod handshake;
mod idle_stop;
mod interference;
pub mod past_attempts;
pub mod patience;
pub mod player;
pub mod probe;
pub mod seat_messages;
pub mod stderr;
pub mod suspension;
pub mod traffic;
pub mod transcript_hash;
pub mod turn;
pub mod turn_answer;
pub mod turn_log;
