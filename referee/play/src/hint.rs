//! A hint: the move that the second highest level of this game would play.

use std::time::Instant;

use referee_bots::house::levels::{described, make};
use referee_bots::sdk::BotTurn;
use referee_games::Seat;
use referee_protocol::{Clock, GameLine};
use referee_record::derive;

use super::game_session::GameSession;

/// Returns the protocol's game message for a seat.
fn game_line(session: &GameSession, seat: Seat, move_ms: u64) -> GameLine {
    let owned_pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let seat = seat.letter();
    GameLine {
        game: session.rules.name().to_owned(),
        seat,
        seats: session.seats(),
        id: 1,
        seed: derive(session.seed, "bot", &[&seat.to_string()]).small(),
        clock: clock(move_ms),
        legal: true,
        options: session.rules.options().iter().map(owned_pair).collect(),
    }
}

/// Returns a move for the seat on turn, found in about `move_ms` milliseconds; returns an error in words if
/// there is none.
pub fn hint(session: &GameSession, seat: Seat, move_ms: u64) -> Result<String, String> {
    let game = session.rules.name();
    let level = match described(game).len() {
        0 => return Err(format!("nobody here knows {game} well")),
        levels => (levels - 1).max(1),
    };
    let position = session.position();
    let turn = BotTurn {
        game: game_line(session, seat, move_ms),
        number: 0,
        state: position.line(),
        legal: position.legal(),
        clock: clock(move_ms),
        happened: Vec::new(),
        since: Instant::now(),
    };
    let answer = make(game, level).and_then(|mut chooser| chooser(&turn));
    match answer {
        Ok(answer) => match answer.move_notation() {
            Some(notation) => Ok(notation.to_owned()),
            None => Err("it would resign".to_owned()),
        },
        Err(why) => Err(why.to_string()),
    }
}

/// Returns a clock of so many milliseconds for each move.
fn clock(move_ms: u64) -> Clock {
    Clock {
        move_ms: Some(move_ms),
        ..Clock::default()
    }
}
