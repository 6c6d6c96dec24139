//! Describes moves and endings for spectators.

use super::path::Path;
use super::{Cublino, CublinoState, Variant};
use crate::game::{Ending, Game, Turn};

/// Says which battles a legal move starts, and who loses them.
pub(super) fn battles<V: Variant>(state: &CublinoState, path: &Path) -> Option<String> {
    let mut arrived = *state;
    arrived.carry(path);
    let battles: Vec<String> = V::battles(&arrived, path.last())
        .map(|battle| battle.to_string())
        .collect();
    (!battles.is_empty()).then(|| battles.join("; "))
}

/// Describes a legal move and its effects in one line.
pub(super) fn narrate<V: Variant>(game: &Cublino<V>, state: &CublinoState, path: &Path) -> String {
    let mover = state.mover();
    let mut sentences = vec![format!("{mover}: {path}")];
    sentences.extend(battles::<V>(state, path));
    let mut next = *state;
    game.play(&mut next, path);
    match game.turn(&next) {
        Turn::Over(ending) => sentences.push(outcome(&ending)),
        _ if next.mover() == mover => {
            sentences.push(format!("{} can't move and is skipped", mover.other()));
        }
        _ => {}
    }
    sentences.join("; ")
}

/// Describes how the game ended.
pub(super) fn outcome(ending: &Ending) -> String {
    let mut best = ending.places.iter().filter(|(_, place)| *place == 1);
    let result = match (best.next(), best.next()) {
        (Some((winner, _)), None) => format!("{winner} wins"),
        _ => "a draw".to_owned(),
    };
    let mut why = vec![ending.reason.to_string()];
    let score = ending.score.iter().flatten();
    why.extend(score.map(|(seat, total)| format!("{seat} {total}")));
    format!("{result} ({})", why.join(", "))
}
