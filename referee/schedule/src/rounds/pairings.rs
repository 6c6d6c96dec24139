//! Pairings so far of an event that is paired by results, for display.

use serde::Serialize;

use super::meeting::MeetingResult;

/// Past pairings, and the present ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Pairings {
    /// True if the winner of a meeting goes on to a later round (a bracket).
    pub bracket: bool,
    /// The rounds, in order; in a double knockout those of the winners' bracket first.
    pub rounds: Vec<Round>,
}

/// Meetings that are played at the same time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Round {
    /// Title for display.
    pub title: String,
    /// Its part of a double knockout.
    pub part: EventPart,
    /// The meetings.
    pub meetings: Vec<Meeting>,
    /// The bot with a bye.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye: Option<String>,
}

/// A part of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EventPart {
    /// The part in which all bots begin.
    #[default]
    Main,
    /// The losers' bracket, for bots that have lost once.
    Losers,
    /// The final, in which the winners of the two brackets meet.
    Final,
}

/// A meeting of two bots.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// The two bots; None if one isn't known, or no bot is left for the place.
    pub bots: [Option<String>; 2],
    /// Their points, once for each time that they met; None if that meeting is void.
    pub points: Vec<Option<[f64; 2]>>,
    /// Index (0 or 1) of the bot that went on, or had more points.
    pub winner: Option<usize>,
    /// Progress of the meeting.
    pub state: MeetingState,
}

/// Progress of a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MeetingState {
    /// The bots aren't known yet, or it belongs to a later round.
    Open,
    /// Its games are being played.
    Playing,
    /// It is decided.
    Over,
}

/// Returns the points of a meeting, for the two bots in this order; None if it doesn't count.
pub(super) fn points(ended: &MeetingResult, players: [usize; 2]) -> Option<[f64; 2]> {
    let [a, b] = ended.counted?.map(|halves| f64::from(halves) / 2.0);
    Some(if players == ended.players {
        [a, b]
    } else {
        [b, a]
    })
}

impl Meeting {
    /// Creates the view of a meeting outside a bracket.
    pub(super) fn of(
        ended: &MeetingResult,
        players: [usize; 2],
        names: &[String],
        state: MeetingState,
    ) -> Meeting {
        let ahead = ended.ahead().filter(|_| state == MeetingState::Over);
        Meeting {
            bots: players.map(|player| names.get(player).cloned()),
            points: vec![points(ended, players)],
            winner: ahead.and_then(|winner| players.iter().position(|player| *player == winner)),
            state,
        }
    }
}
