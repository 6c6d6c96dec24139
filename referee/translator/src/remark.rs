//! What the remarks on moves have in common.

/// Score of a mate in no moves, less one for each move until it, as other referees write it.
const MATE: i64 = 100_000;
/// Most moves of the expected line that are passed on.
pub(crate) const LINE: usize = 32;
/// Most bytes of one of them.
pub(crate) const WORD: usize = 8;

/// Returns the score of a mate in so many moves; of one that the engine suffers, if they aren't above 0.
pub(crate) fn mate_score(moves: i64) -> i64 {
    let far = MATE.saturating_sub(moves.saturating_abs());
    if moves > 0 { far } else { -far }
}
