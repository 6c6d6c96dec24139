//! Makes bots that play with an engine, within a strength and the limits of each turn.

use rand::Rng;

use super::limits::{MAX_DEPTH, SearchLimits};
use super::mcts::MctsTree;
use super::search::{Memory, search};
use super::{Engine, Found};
use crate::sdk::{Answer, AnswerInfo, BotTurn, RulesError};

/// Number of moves of its line that a bot draws on the board.
const DRAWN: usize = 3;

/// Answers the turns of one game; it may keep state from turn to turn.
pub type Chooser = Box<dyn FnMut(&BotTurn) -> Result<Answer, RulesError>>;

/// The limit of a search if the referee sets no lower one.
#[derive(Clone, Copy)]
pub(crate) enum EngineStrength {
    /// A depth in plies.
    Depth(u32),
    /// A number of positions per move.
    Nodes(u64),
    /// As long as the limits allow, with an upper bound of its own. The number of positions applies
    /// only if the referee limits neither time nor depth nor positions.
    Patient(u64),
}

impl EngineStrength {
    /// Returns the limits of a search for a turn.
    pub(super) fn limits(self, turn: &BotTurn) -> SearchLimits {
        let mut limits = SearchLimits::of(turn, MAX_DEPTH);
        match self {
            EngineStrength::Depth(depth) => limits.depth = limits.depth.min(depth),
            EngineStrength::Patient(_) if SearchLimits::is_limited(&turn.clock) => {
                limits = limits.patient(turn);
            }
            EngineStrength::Nodes(nodes) | EngineStrength::Patient(nodes) => {
                limits.nodes = limits.nodes.min(nodes);
            }
        }
        limits
    }

    /// Returns a suitable table size, as a power of two.
    fn bits(self) -> u32 {
        match self {
            EngineStrength::Depth(_) | EngineStrength::Nodes(_) => 13,
            EngineStrength::Patient(_) => 19,
        }
    }
}

/// Creates a bot that searches by alpha-beta.
pub(crate) fn alpha_beta<E: Engine>(strength: EngineStrength) -> Chooser {
    let mut memory = Memory::new(strength.bits());
    by::<E>(strength, move |engine, board, limits, rng| {
        search(engine, board, limits, &mut memory, rng)
    })
}

/// Creates a bot that plays by Monte Carlo tree search.
pub(crate) fn tree_search<E: Engine>(strength: EngineStrength) -> Chooser {
    let mut tree = MctsTree::default();
    by::<E>(strength, move |engine, board, limits, _| {
        tree.search(engine, board, limits)
    })
}

fn by<E: Engine>(
    strength: EngineStrength,
    mut search: impl FnMut(&E, &E::Board, SearchLimits, &mut dyn Rng) -> Found + 'static,
) -> Chooser {
    Box::new(move |turn| {
        let (engine, board) = E::read(turn)?;
        let result = search(&engine, &board, strength.limits(turn), &mut turn.rng());
        let (words, info) = describe(&engine, board, &result);
        Ok(Answer::play_or_resign(words.first()).info(info.pv(words)))
    })
}

/// Returns the line in the game's notation, and a remark with depth, score, nodes and arrows.
fn describe<E: Engine>(
    engine: &E,
    mut board: E::Board,
    result: &Found,
) -> (Vec<String>, AnswerInfo) {
    let mut info = AnswerInfo::new()
        .depth(result.depth)
        .score(result.score)
        .nodes(result.nodes);
    let mut words = Vec::new();
    let mut before = None;
    for (i, code) in result.line.iter().copied().enumerate() {
        words.push(engine.format_move(&board, code));
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
    (words, info)
}
