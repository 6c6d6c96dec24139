//! Who met whom so far in an event that is paired by results, as people follow it.

use serde::Serialize;

use super::meeting::MeetingResult;

/// Who met whom, and who meets whom now.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Pairings {
    /// Whether who wins goes on, from round to round.
    pub bracket: bool,
    /// The rounds, in order; of a double knockout those of the winners first.
    pub rounds: Vec<Round>,
}

/// Meetings that stand side by side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Round {
    /// What people call it.
    pub title: String,
    /// Where it stands in a double knockout.
    pub part: EventPart,
    /// Who meets whom.
    pub meetings: Vec<Meeting>,
    /// Who has a bye.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye: Option<String>,
}

/// A part of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EventPart {
    /// Where everybody begins.
    #[default]
    Main,
    /// Where those go on who have lost once.
    Losers,
    /// Where the two meet.
    Final,
}

/// A meeting of two.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// Who meets; nobody where that isn't known, or where nobody is left.
    pub bots: [Option<String>; 2],
    /// Their points, once for each time that they met; nothing where that time stands void.
    pub points: Vec<Option<[f64; 2]>>,
    /// Which of the two went on, or had more points.
    pub winner: Option<usize>,
    /// How far it is.
    pub state: MeetingState,
}

/// How far a meeting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MeetingState {
    /// It isn't known who meets, or it is for a later round.
    Open,
    /// Its games are being played.
    Playing,
    /// It is decided.
    Over,
}

/// The points of a meeting, for the two in this order.
pub(super) fn points(ended: &MeetingResult, players: [usize; 2]) -> Option<[f64; 2]> {
    let [a, b] = ended.counted?.map(|halves| f64::from(halves) / 2.0);
    Some(if players == ended.players {
        [a, b]
    } else {
        [b, a]
    })
}

impl Meeting {
    /// A meeting outside a bracket.
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
