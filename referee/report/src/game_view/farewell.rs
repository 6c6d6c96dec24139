//! How a game's own log ends, where its rules give it one.

use referee_games::{Position, Seat};
use referee_record::Verdict;

/// The last line of the game's own log; none where nobody wins or the game doesn't count.
pub fn farewell(position: &dyn Position, verdict: &Verdict) -> Option<String> {
    if verdict.void.is_some() {
        return None;
    }
    let mut firsts = verdict.seats.iter().filter(|seat| seat.place == 1);
    let first = Seat::from_letter(firsts.next()?.seat)?;
    let winner = firsts.next().is_none().then_some(first);
    let fault = verdict.seats.iter().find_map(|seat| seat.fault.as_deref());
    position.farewell(winner, fault)
}
