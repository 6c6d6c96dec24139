//! Converts a position to JSON, for bots and pages.

use serde_json::{Map, Value, json};

use crate::ludo::state::LudoState;
use crate::ludo::tokens::Pair;
use crate::ludo::track::LudoSquare;
use crate::seat::Seat;

/// Returns the fields of the state line by name, and the squares of all tokens.
pub(super) fn view(state: &LudoState) -> Value {
    let by_seat = |value: &dyn Fn(Seat, Pair) -> Value| -> Map<String, Value> {
        let entry = |(seat, pair): (Seat, Pair)| (seat.to_string(), value(seat, pair));
        state.tokens.iter().map(entry).collect()
    };
    let squares = |seat, pair: Pair| json!(pair.map(|step| LudoSquare { seat, step }.to_string()));
    json!({
        "player": state.player,
        "roll": state.roll,
        "bonus": state.bonus,
        "finished": state.finished().collect::<Vec<_>>(),
        "rolls_left": state.rolls_left,
        "tokens": by_seat(&|_, pair| json!(pair)),
        "squares": by_seat(&squares),
    })
}
