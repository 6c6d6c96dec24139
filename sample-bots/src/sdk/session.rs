//! Collects messages until a turn is complete.

use std::time::Instant;

use referee_protocol::Message;

use crate::sdk::game_line;
use crate::sdk::turn::{BotTurn, Happening};

/// One process of a bot, which plays one game after another.
#[derive(Default)]
pub(super) struct Session {
    /// The current game.
    turn: Option<BotTurn>,
}

impl Session {
    /// Processes a message that needs no answer. Ignores unknown messages, and also `error` and
    /// `result`: no turn of that game follows.
    pub(super) fn hear(&mut self, message: Message) {
        if message.keyword == "game" {
            self.turn = Some(BotTurn::before(game_line::read(&message)));
            return;
        }
        let Some(turn) = &mut self.turn else {
            return;
        };
        match message.keyword.as_str() {
            "state" => {
                turn.state = message.rest;
                turn.legal.clear();
            }
            "legal" => turn.legal = message.words,
            _ => turn.happened.extend(happening(&message)),
        }
    }

    /// Completes the turn with its clock and passes it to `ask`.
    pub(super) fn go(&mut self, message: &Message, ask: impl FnOnce(&BotTurn)) {
        let Some(turn) = &mut self.turn else {
            return;
        };
        turn.since = Instant::now();
        turn.clock = game_line::clock(message);
        ask(turn);
        turn.number += 1;
        turn.happened.clear();
    }
}

fn happening(message: &Message) -> Option<Happening> {
    let mut words = message.words.iter();
    let seat = words.next()?.chars().next()?;
    match message.keyword.as_str() {
        "played" => Some(Happening::Played {
            seat,
            notation: words.next()?.clone(),
            ms: message.number("ms").unwrap_or(0),
        }),
        "chance" => Some(Happening::Chance {
            seat,
            outcome: words.next()?.clone(),
        }),
        "out" => Some(Happening::Out {
            seat,
            reason: message.pairs.get("reason").cloned().unwrap_or_default(),
        }),
        _ => None,
    }
}
