//! The part of a move's time that an engine may use.

/// Part of a move's time that an engine isn't told of: it answers when its time is over, and the answer has a way to go.
const PART: u64 = 10;
/// Least and most milliseconds that are spared so, if the move has twice as many.
const SPARED: (u64, u64) = (5, 20);

/// Returns the milliseconds that an engine may use of a move's time.
pub(crate) fn usable(ms: u64) -> u64 {
    let spared = (ms / PART).clamp(SPARED.0, SPARED.1).min(ms / 2);
    (ms - spared).max(1)
}
