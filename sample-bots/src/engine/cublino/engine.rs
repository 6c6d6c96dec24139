//! Implements the engine for Cublino, with the rules of a variant and its learned evaluation.

use referee_games::Game;
use referee_games::cublino::{CublinoSquare, Path};

use super::board::{CublinoBoard, Move};
use super::kind::Kind;
use super::weights::Weights;
use crate::engine::{Choice, Code, Engine, keys};
use crate::sdk::{BotTurn, RulesError};

/// Number of moves before a draw from which on the hash key depends on the stall count.
const NEAR_STALL: usize = 16;
const STALL: [u64; NEAR_STALL] = keys(1);

/// A variant with its rules and weights.
pub(crate) struct CublinoEngine<K: Kind> {
    game: K::Game,
    weights: &'static Weights<K>,
}

impl<K: Kind> Engine for CublinoEngine<K> {
    const NAME: &'static str = K::Game::NAME;
    type Board = CublinoBoard;

    fn read(turn: &BotTurn) -> Result<(CublinoEngine<K>, CublinoBoard), RulesError> {
        let (game, state) = turn.typed::<K::Game>()?;
        let weights = K::weights();
        Ok((CublinoEngine { game, weights }, CublinoBoard::of(&state)))
    }

    fn key(&self, board: &CublinoBoard) -> u64 {
        let left = K::stall(&self.game).saturating_sub(board.stall());
        board.key() ^ STALL.get(usize::from(left)).unwrap_or(&0)
    }

    fn again(&self, before: &CublinoBoard, after: &CublinoBoard) -> bool {
        before.mover() == after.mover()
    }

    fn ending(&self, board: &CublinoBoard) -> Option<i32> {
        K::ended(board, K::stall(&self.game))
    }

    fn wins_at_once(&self, board: &CublinoBoard) -> bool {
        K::wins_next(board)
    }

    fn evaluate(&self, board: &CublinoBoard) -> i32 {
        self.weights.value(board)
    }

    fn moves(&self, board: &CublinoBoard, moves: &mut Vec<Choice>) {
        K::moves(board, |m| {
            let code = m.code();
            moves.push(Choice { code, order: 0 });
        });
    }

    fn play(&self, board: &CublinoBoard, code: Code) -> CublinoBoard {
        let mut next = *board;
        K::play(&mut next, code.into());
        next
    }

    fn format_move(&self, board: &CublinoBoard, code: Code) -> String {
        let path = path::<K>(&self.game, board, code.into());
        path.map_or_else(String::new, |path| path.to_string())
    }

    fn squares(&self, code: Code) -> (Option<String>, Option<String>) {
        let [from, to] = Move::from(code).squares();
        let name = |square: CublinoSquare| square.to_string();
        (from.map(name), to.map(name))
    }
}

/// Returns the shortest path with the effect of a move.
pub(crate) fn path<K: Kind>(game: &K::Game, board: &CublinoBoard, m: Move) -> Option<Path> {
    let mut paths = Vec::new();
    game.moves(&board.state(), &mut paths);
    paths.retain(|path| Move::of(path) == m);
    paths.into_iter().min_by_key(|path| path.squares().len())
}
