//! Explains illegal moves and describes legal ones, in words.

use std::fmt::Write;

use crate::ludo::LudoMove;
use crate::ludo::state::LudoState;
use crate::ludo::track::{END, LudoSquare, YARD, bounces, land, stacks};
use crate::text::quote;

/// Explains which rule an illegal move breaks.
pub(super) fn explain(state: &LudoState, notation: &str) -> String {
    let [p, q] = state.tokens.of(state.player).unwrap_or([END; 2]);
    let step = match notation {
        "p" => p,
        "q" => q,
        "pass" => return "a roll that can move a token must be used".to_owned(),
        _ => return format!("a move is p or q, not {}", quote(notation)),
    };
    let roll = state.roll.unwrap_or_default();
    let seat = state.player;
    match step {
        END => format!("{notation} has finished and stays where it is"),
        YARD if p != q => format!("{notation} needs a six to leave the yard, the roll is {roll}"),
        step if stacks(step) => {
            let square = LudoSquare { seat, step };
            format!("both tokens are stacked on {square}, p moves them and q isn't listed")
        }
        step => {
            let square = LudoSquare { seat, step };
            format!("both tokens stand on {square}, there only p is listed")
        }
    }
}

/// Describes a legal move in one line.
pub(super) fn narrate(state: &LudoState, m: LudoMove) -> String {
    format!("{} {}", state.player, effects(state, m))
}

/// Says where a legal move leads, and whom it kicks.
pub(super) fn effects(state: &LudoState, m: LudoMove) -> String {
    let (seat, roll) = (state.player, state.roll.unwrap_or_default());
    let (Some(pair), Some(token)) = (state.tokens.of(seat), m.token()) else {
        return format!("can't use the {roll}");
    };
    let from = pair[token];
    let to = land(from, roll);
    let [start, end] = [from, to].map(|step| LudoSquare { seat, step });
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
    let mut sentence = format!("{verb} {who} from {start} to {end}");
    let joins = !together && pair[1 - token] == to && stacks(to);
    if joins {
        sentence += ", stacks p and q";
    }
    let kicked: Vec<String> = state
        .tokens
        .kicked(seat, to)
        .map(|(other, token)| format!("{other}'s {}", ["p", "q"][token]))
        .collect();
    if !kicked.is_empty() {
        let _ = write!(sentence, ", kicks {} home", kicked.join(" and "));
    }
    if to == END && (together || pair[1 - token] == END) {
        sentence += " and has finished";
    }
    sentence
}
