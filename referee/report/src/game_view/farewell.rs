//! The last line of a game's own log, for games whose rules define one.

use referee_games::{Position, Seat};
use referee_record::{FaultKind, Verdict};

/// Returns the last line of the game's own log; `None` if the game doesn't count, or if its rules define
/// none.
pub fn farewell(position: &dyn Position, verdict: &Verdict) -> Option<String> {
    if verdict.void.is_some() {
        return None;
    }
    let mut firsts = verdict.seats.iter().filter(|seat| seat.place == 1);
    let first = Seat::from_letter(firsts.next()?.seat)?;
    let winner = firsts.next().is_none().then_some(first);
    let fault = verdict.seats.iter().find_map(|seat| seat.fault);
    position.farewell(winner, fault.map(FaultKind::text))
}
