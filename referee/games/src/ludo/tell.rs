//! What is told in words: why a move is refused, and what a move did.

use std::fmt::Write;

use crate::ludo::Move;
use crate::ludo::state::State;
use crate::ludo::track::{END, Square, YARD, bounces, land, stacks};
use crate::text::quote;

/// Which rule a word breaks that is no legal move.
pub(super) fn explain(state: &State, word: &str) -> String {
    let [p, q] = state.tokens.of(state.player).unwrap_or([END; 2]);
    let step = match word {
        "p" => p,
        "q" => q,
        "pass" => return "a roll that can move a token must be used".to_owned(),
        _ => return format!("a move is p or q, not {}", quote(word)),
    };
    let roll = state.roll.unwrap_or_default();
    let seat = state.player;
    match step {
        END => format!("{word} has finished and stays where it is"),
        YARD if p != q => format!("{word} needs a six to leave the yard, the roll is {roll}"),
        step if stacks(step) => {
            let square = Square { seat, step };
            format!("both tokens are stacked on {square}, p moves them and q isn't listed")
        }
        step => {
            let square = Square { seat, step };
            format!("both tokens stand on {square}, there only p is listed")
        }
    }
}

/// What a legal move does, in one line.
pub(super) fn narrate(state: &State, m: Move) -> String {
    let (seat, roll) = (state.player, state.roll.unwrap_or_default());
    let (Some(pair), Some(token)) = (state.tokens.of(seat), m.token()) else {
        return format!("{seat} can't use the {roll}");
    };
    let from = pair[token];
    let to = land(from, roll);
    let [start, end] = [from, to].map(|step| Square { seat, step });
    let together = pair == [from; 2] && stacks(from);
    let who = if together {
        "p and q".to_owned()
    } else {
        m.to_string()
    };
    let verb = if bounces(from, roll) {
        "bounces"
    } else {
        "moves"
    };
    let mut told = format!("{seat} {verb} {who} from {start} to {end}");
    let joins = !together && pair[1 - token] == to && stacks(to);
    if joins {
        told += ", stacks p and q";
    }
    let kicked: Vec<String> = state
        .tokens
        .kicked(seat, to)
        .map(|(other, token)| format!("{other}'s {}", ["p", "q"][token]))
        .collect();
    if !kicked.is_empty() {
        let _ = write!(told, ", kicks {} home", kicked.join(" and "));
    }
    if to == END && (together || pair[1 - token] == END) {
        told += " and has finished";
    }
    told
}
