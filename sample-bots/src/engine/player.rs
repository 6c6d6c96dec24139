//! A bot that plays by an engine: as strong as it is let, within the limits of each turn.

use referee_games::ReadError;

use super::Engine;
use super::search::{Memory, search};
use crate::house::levels::Chooser;
use crate::house::limits::{Limits, MAX_DEPTH};
use crate::sdk::{Answer, Info, RulesError, Turn};

/// How many moves of its line a bot draws on the board.
const DRAWN: usize = 3;

/// How much an engine may think.
#[derive(Clone, Copy)]
pub(crate) struct Strength {
    /// The positions that it looks at in a move.
    pub(crate) nodes: u64,
    /// Whether it keeps to that even where the referee tells it how much to think.
    pub(crate) always: bool,
    /// The size of its table: 16 bytes times 2 to this power.
    pub(crate) bits: u32,
}

impl Strength {
    /// Where a search ends.
    pub(super) fn limits(self, turn: &Turn) -> Limits {
        let limits = Limits::of(turn, MAX_DEPTH);
        let clock = &turn.clock;
        // A cap alone is there to end a game with a bot that hangs.
        let told = [clock.move_ms, clock.clock_ms, clock.nodes, clock.depth];
        if self.always || told == [None; 4] {
            let nodes = limits.nodes.min(self.nodes);
            return Limits { nodes, ..limits };
        }
        limits
    }
}

/// Makes a bot for one game.
pub(crate) fn player<E: Engine>(strength: Strength) -> Chooser {
    let mut memory = Memory::new(strength.bits);
    Box::new(move |turn| choose::<E>(turn, strength.limits(turn), &mut memory))
}

fn choose<E: Engine>(
    turn: &Turn,
    limits: Limits,
    memory: &mut Memory,
) -> Result<Answer, RulesError> {
    let line = turn.position()?.line();
    let unknown = || ReadError::new("STATE", &line, format!("a position of {}", E::NAME));
    let (engine, mut board) = E::read(&line).ok_or_else(unknown)?;
    let found = search(&engine, &board, limits, memory, &mut turn.rng());
    let mut info = Info::new()
        .depth(found.depth)
        .score(found.score)
        .nodes(found.nodes);
    let mut words = Vec::new();
    let mut before = None;
    for (i, code) in found.line.into_iter().enumerate() {
        words.push(engine.word(&board, code));
        board = engine.play(&board, code);
        if i >= DRAWN {
            continue;
        }
        let (from, to) = engine.squares(code);
        if let (Some(from), Some(to)) = (from.or(before), &to) {
            info = info.arrow(from, to);
        } else if let Some(to) = &to {
            info = info.mark(to);
        }
        before = to;
    }
    let Some(first) = words.first() else {
        return Ok(Answer::resign());
    };
    Ok(Answer::play(first).info(info.pv(words)))
}
