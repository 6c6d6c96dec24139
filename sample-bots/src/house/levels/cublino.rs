//! The levels of both kinds of Cublino.

use referee_games::Game;

use super::{Chooser, GREEDY, Level, RANDOM};
use crate::engine::cublino::Limits as EngineLimits;
use crate::engine::cublino::{AlphaBeta, Board, Contra, Engine, Found, Kind, Mcts, Pur, words};
use crate::house::limits::{Limits, MAX_DEPTH};
use crate::house::play;
use crate::sdk::{Answer, Info, RulesError, Turn};

pub(super) const PUR: &[Level] = &[
    RANDOM,
    GREEDY,
    Level {
        about: "two plies ahead, with the learned evaluation",
        make: || by_engine::<AlphaBeta<Pur>>(Own::Depth(2)),
    },
    Level {
        about: "tree search with the learned evaluation, 2000 positions a move",
        make: || by_engine::<Mcts<Pur>>(Own::Nodes(2000)),
    },
    Level {
        about: "the same in all its time, or 16 000 positions a move",
        make: || by_engine::<Mcts<Pur>>(Own::Time(16_000)),
    },
];
pub(super) const CONTRA: &[Level] = &[
    RANDOM,
    GREEDY,
    Level {
        about: "two plies ahead, with the learned evaluation",
        make: || by_engine::<AlphaBeta<Contra>>(Own::Depth(2)),
    },
    Level {
        about: "alpha-beta with the learned evaluation, 2000 positions a move",
        make: || by_engine::<AlphaBeta<Contra>>(Own::Nodes(2000)),
    },
    Level {
        about: "the same in all its time, or 16 000 positions a move",
        make: || by_engine::<AlphaBeta<Contra>>(Own::Time(16_000)),
    },
];

/// How many moves of a line are shown on the board.
const SHOWN: usize = 3;

/// How far a level looks, if the referee doesn't wish for less.
#[derive(Clone, Copy)]
enum Own {
    /// So many plies.
    Depth(u32),
    /// So many positions.
    Nodes(u64),
    /// As far as its time allows; so many positions where neither time nor a wish limits them.
    Time(u64),
}

impl Own {
    fn limits(self, turn: &Turn) -> EngineLimits {
        let wished = Limits::of(turn, MAX_DEPTH);
        let mut limits = EngineLimits {
            depth: wished.depth,
            nodes: wished.nodes,
            until: wished.until,
        };
        match self {
            Own::Depth(depth) => limits.depth = limits.depth.min(depth),
            Own::Nodes(nodes) => limits.nodes = limits.nodes.min(nodes),
            Own::Time(nodes) if limits.until.is_none() && turn.clock.nodes.is_none() => {
                limits.nodes = nodes;
            }
            Own::Time(_) => {}
        }
        limits
    }
}

/// Answers by an engine, which is made at the first turn of a game.
fn by_engine<E: Engine + 'static>(own: Own) -> Chooser {
    let mut engine = None;
    Box::new(move |turn| {
        let engine = engine.get_or_insert_with(|| E::new(stall::<E::Kind>(turn)));
        choose(turn, engine, own.limits(turn))
    })
}

fn choose<E: Engine>(
    turn: &Turn,
    engine: &mut E,
    limits: EngineLimits,
) -> Result<Answer, RulesError> {
    let (game, state) = turn.typed::<<E::Kind as Kind>::Game>()?;
    let Found {
        depth,
        score,
        nodes,
        line,
    } = engine.search(&Board::of(&state), limits);
    let mut info = Info::new().depth(depth).score(score).nodes(nodes);
    for [from, to] in line.iter().take(SHOWN).map(|m| m.squares()) {
        if let (Some(from), Some(to)) = (from, to) {
            info = info.arrow(from, to);
        }
    }
    let words = words::<E::Kind>(&game, &state, &line);
    Ok(play(words.first()).info(info.pv(words)))
}

/// The moves that don't go forward before a draw.
pub(in crate::house) fn stall<K: Kind>(turn: &Turn) -> u16 {
    let specs = <K::Game as Game>::options();
    let default = specs.iter().find(|spec| spec.name == "stall");
    let told = turn.game.options.iter().find(|(key, _)| key == "stall");
    let stall = told
        .map(|(_, value)| value.as_str())
        .or(default.map(|spec| spec.default));
    stall
        .and_then(|stall| stall.parse().ok())
        .unwrap_or(u16::MAX)
}
