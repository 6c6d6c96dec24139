//! A game as pictures: the first picture, and for each event its changes.

use referee_engine::replay;
use referee_games::scene::Scene;
use referee_games::{Position, Rules};
use referee_record::{Record, Step};
use serde::Serialize;

use super::change::{SceneChange, changes};
use super::move_info::MoveInfo;

/// A game as pictures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReplayFrames {
    /// The picture of the start.
    pub first: Scene,
    /// The events in order.
    pub shots: Vec<Frame>,
}

/// An event of a game and its changes of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The seat of the event.
    pub seat: char,
    /// The kind of the event.
    pub action: FrameEvent,
    /// The event in its notation: a move, the value of a die, the word of a fault.
    pub word: String,
    /// Charged time of a move in nanoseconds; `None` if its bot wasn't asked, as for a forced move.
    pub ns: Option<u64>,
    /// What a move brought about that its notation doesn't say.
    pub effects: Option<String>,
    /// The squares over which its pieces went, by their names.
    pub paths: Vec<Vec<String>>,
    /// The info of its bot.
    pub info: Option<MoveInfo>,
    /// The moves of the line of `info` as far as they are legal, from before this move if it is the first of them, else
    /// from after it.
    pub expected: Vec<ExpectedMove>,
    /// The changes of the picture.
    pub changes: Vec<SceneChange>,
}

/// A move that a bot expected.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedMove {
    /// The seat that would play it.
    pub seat: char,
    /// The move in its notation.
    pub word: String,
    /// Its changes of the picture, after those of the expected moves before it.
    pub changes: Vec<SceneChange>,
}

/// Whether the moves that bots expected are played out, too: they take more room than the game itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedMoves {
    /// They stay words.
    Named,
    /// Each has its changes of the picture.
    Drawn,
}

/// Kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FrameEvent {
    /// A move.
    Move,
    /// A die was cast.
    Roll,
    /// A seat is out of the game.
    Out,
}

impl ReplayFrames {
    /// Replays a recorded game. `tells` selects the seats whose remarks are shown. Returns an error if the
    /// record doesn't follow the rules.
    pub fn of(
        rules: &dyn Rules,
        record: &Record,
        tells: impl Fn(char) -> bool,
        expected: ExpectedMoves,
    ) -> Result<ReplayFrames, String> {
        let played = &record.played;
        let mut stood = rules.read(&played.start).map_err(|why| why.to_string())?;
        let first = stood.scene();
        let mut plies = record.measured.plies.iter();
        let mut before = first.clone();
        let mut shots = Vec::with_capacity(played.steps.len());
        for step in replay(rules, played).map_err(|why| why.to_string())? {
            let (step, position) = step.map_err(|why| why.to_string())?;
            let (seat, action, notation) = match step {
                Step::Move { seat, word, .. } => (*seat, FrameEvent::Move, &**word),
                Step::Chance { seat, chance } => (*seat, FrameEvent::Roll, &**chance),
                Step::Out { out, reason } => (*out, FrameEvent::Out, reason.text()),
                // The last position stays as it is.
                Step::Adjudicated { .. } => continue,
            };
            let ply = plies.next_if_move(action);
            let (paths, effects) = match action {
                FrameEvent::Move => (stood.paths(notation), stood.effects(notation)),
                FrameEvent::Roll | FrameEvent::Out => (Vec::new(), None),
            };
            let info = ply
                .filter(|_| tells(seat))
                .and_then(|ply| MoveInfo::of(&ply.info));
            let after = position.scene();
            let expected = match &info {
                Some(info) if expected == ExpectedMoves::Drawn => {
                    // Most lines begin with the move itself.
                    let first = info.line.first();
                    let first = first.and_then(|first| stood.boxed().play(first));
                    if first.is_some_and(|first| first == notation) {
                        play_out(stood, &before, &info.line)
                    } else {
                        play_out(position.boxed(), &after, &info.line)
                    }
                }
                _ => Vec::new(),
            };
            stood = position;
            shots.push(Frame {
                seat,
                action,
                word: notation.to_owned(),
                effects,
                paths,
                ns: ply.map(|ply| ply.ns).filter(|ns| *ns > 0),
                info,
                expected,
                changes: changes(&before, &after),
            });
            before = after;
        }
        Ok(ReplayFrames { first, shots })
    }
}

/// Plays the words of a line as far as they are legal moves; no die is cast for it.
fn play_out(mut position: Box<dyn Position>, shown: &Scene, line: &[String]) -> Vec<ExpectedMove> {
    let mut before = shown.clone();
    let moves = line.iter().map_while(|word| {
        let seat = position.chooser().ok()?;
        let word = position.play(word)?;
        let after = position.scene();
        let changes = changes(&before, &after);
        before = after;
        Some(ExpectedMove {
            seat: seat.letter(),
            word,
            changes,
        })
    });
    moves.collect()
}

/// An iterator over the measurements, which exist for moves only.
trait Measures<'a> {
    fn next_if_move(&mut self, action: FrameEvent) -> Option<&'a referee_record::PlyMeasure>;
}

impl<'a> Measures<'a> for std::slice::Iter<'a, referee_record::PlyMeasure> {
    fn next_if_move(&mut self, action: FrameEvent) -> Option<&'a referee_record::PlyMeasure> {
        (action == FrameEvent::Move).then(|| self.next()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use referee_games::games;

    use super::*;

    #[test]
    fn expected_moves_are_played_as_far_as_they_are_legal() {
        let rules_of = |name: &str| {
            let kind = games().iter().find(|kind| kind.name() == name);
            kind.expect("a game")
                .rules(&BTreeMap::new())
                .expect("rules")
        };
        let start = rules_of("koolaamee").start();
        let first = start.legal().remove(0);
        let mut then = start.boxed();
        then.play(&first).expect("it is legal");
        let second = then.legal().remove(0);
        let line = [
            first.clone(),
            second.clone(),
            "nonsense".to_owned(),
            first.clone(),
        ];
        let played = play_out(start.boxed(), &start.scene(), &line);
        let words: Vec<_> = played
            .iter()
            .map(|one| (one.seat, one.word.as_str()))
            .collect();
        assert_eq!(words, [('A', first.as_str()), ('B', second.as_str())]);
        then.play(&second).expect("it is legal");
        assert!(played.iter().all(|one| !one.changes.is_empty()));
        assert!(play_out(start.boxed(), &start.scene(), &["nonsense".to_owned()]).is_empty());
        // Nobody chooses a move where a die is due.
        let dice = rules_of("ludo").start();
        assert!(play_out(dice.boxed(), &dice.scene(), &["p".to_owned()]).is_empty());
    }
}
