//! A game as pictures: the first picture, and for each event its changes.

use referee_engine::replay;
use referee_games::Rules;
use referee_games::scene::Scene;
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
    /// The changes of the picture.
    pub changes: Vec<SceneChange>,
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
            stood = position.boxed();
            let after = position.scene();
            shots.push(Frame {
                seat,
                action,
                word: notation.to_owned(),
                effects,
                paths,
                ns: ply.map(|ply| ply.ns).filter(|ns| *ns > 0),
                info: ply
                    .filter(|_| tells(seat))
                    .and_then(|ply| MoveInfo::of(&ply.info)),
                changes: changes(&before, &after),
            });
            before = after;
        }
        Ok(ReplayFrames { first, shots })
    }
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
