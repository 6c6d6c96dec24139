//! Events of the stream and the topics by which they replace each other.

use std::sync::Arc;

use referee_games::scene::Scene;
use serde::Serialize;

use super::live_games::LiveSnapshot;
use crate::board::{SceneChange, changes};
use crate::text::harmless;

/// Topic of an event: a later event on the same topic makes an earlier one unnecessary.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// Progress, tables and faults of the run.
    Run,
    /// A game in play.
    Board(u64),
}

/// An event for readers, whose text all of them share.
#[derive(Clone, Debug)]
pub struct StreamEvent {
    /// Its number in the stream.
    pub id: u64,
    /// Its topic.
    pub topic: Topic,
    /// Its name in the stream.
    pub name: &'static str,
    /// JSON in one line.
    pub data: Arc<str>,
}

/// A board, whole or as changes.
#[derive(Serialize)]
pub(super) struct LiveBoard<'a> {
    number: u64,
    game: &'a str,
    seats: Vec<(char, String)>,
    steps: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<(char, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<&'a Scene>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<SceneChange>,
    /// What the last step brought about that its notation doesn't say.
    #[serde(skip_serializing_if = "Option::is_none")]
    effects: Option<String>,
    /// The squares over which the pieces of the last step went.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    paths: Vec<Vec<String>>,
}

impl<'a> LiveBoard<'a> {
    /// Returns the whole board.
    pub(super) fn whole(seen: &'a LiveSnapshot, scene: &'a Scene) -> LiveBoard<'a> {
        let harmless_of = |(seat, text): &(char, String)| (*seat, harmless(text));
        let (paths, effects) = seen.last_move();
        LiveBoard {
            number: seen.number,
            game: &seen.game,
            seats: seen.seats.iter().map(harmless_of).collect(),
            steps: seen.steps,
            last: seen.last.as_ref().map(harmless_of),
            ended: seen.ended.as_deref(),
            scene: Some(scene),
            changes: Vec::new(),
            effects,
            paths,
        }
    }

    /// Returns the changes of the board since the scene `before`.
    pub(super) fn changed(
        seen: &'a LiveSnapshot,
        scene: &'a Scene,
        before: &Scene,
    ) -> LiveBoard<'a> {
        LiveBoard {
            scene: None,
            changes: changes(before, scene),
            ..LiveBoard::whole(seen, scene)
        }
    }
}

/// Returns JSON in one line, as an event stream requires.
pub(super) fn line(value: &impl Serialize) -> Arc<str> {
    let text = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    harmless(&text).into()
}
