//! Describes a game that was played: two runs of one configuration and seed agree in it.

use serde::{Deserialize, Serialize};

use crate::adjudication::Adjudicated;
use crate::fault::FaultKind;
use crate::job::Job;

/// A finished game; the rules alone suffice to replay it from here, dice included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The job that was played.
    pub job: Job,
    /// The state line before the first move, the opening already played.
    pub start: String,
    /// The steps of the game, in order.
    pub steps: Vec<Step>,
    /// The last state line.
    pub end: String,
    /// Verdict on the game.
    pub verdict: Verdict,
}

/// One step of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// An accepted or forced move.
    Move {
        /// The seat that moves.
        seat: char,
        /// The move in its canonical notation.
        #[serde(rename = "move")]
        word: String,
        /// The bot's own spelling, where it differs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
    },
    /// A die that the referee cast.
    Chance {
        /// The seat whose die it is.
        seat: char,
        /// The outcome.
        chance: String,
    },
    /// A seat left the game, which went on or ended by it.
    Out {
        /// The seat.
        out: char,
        /// Why it left.
        reason: FaultKind,
    },
    /// The referee ended the game before its rules did: the last step.
    Adjudicated {
        /// What was decided.
        adjudicated: Adjudicated,
    },
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Word for the end of the game: the game's own, that of the fault of the last seat that forfeited, or one of
    /// [`Adjudicated::REASONS`].
    pub reason: String,
    /// Why the game doesn't count, if it doesn't: a failure of the referee, the machine or an examiner's bot,
    /// or a ruling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void: Option<String>,
    /// Results of all seats of the game, in order.
    pub seats: Vec<SeatResult>,
}

/// How a game ended for one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatResult {
    /// The seat's letter.
    pub seat: char,
    /// Place in the game: 1 is the best; equal seats share the better place.
    pub place: u8,
    /// Points in the game, for games that count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The seat's own fault; that it resigned counts as one here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultKind>,
}

impl SeatResult {
    /// Returns the seat's own fault. Resigning is a decision and no fault.
    pub fn failure(&self) -> Option<FaultKind> {
        self.fault.filter(|fault| *fault != FaultKind::Resigned)
    }
}

impl Verdict {
    /// Returns the result of a seat, or `None` if the game has no such seat.
    pub fn seat(&self, seat: char) -> Option<&SeatResult> {
        self.seats.iter().find(|result| result.seat == seat)
    }

    /// Tells if no seat got as far as playing: then all seats lost, and ratings leave the game out. In a game
    /// that was played, the last remaining seat has no fault.
    pub fn nobody_started(&self) -> bool {
        self.seats.iter().all(|s| s.fault.is_some())
    }

    /// Returns the points of a seat, from 0 to 1: (seats beaten + ½ · seats tied) / (other seats). Returns 0
    /// if no seat got as far as playing.
    pub fn points(&self, seat: char) -> f64 {
        let Some(result) = self.seat(seat) else {
            return 0.0;
        };
        if self.nobody_started() || self.seats.len() < 2 {
            return 0.0;
        }
        let others = || self.seats.iter().filter(|s| s.seat != seat);
        let halves: u8 = others()
            .map(|s| match s.place.cmp(&result.place) {
                std::cmp::Ordering::Greater => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 0,
            })
            .sum();
        let count = u8::try_from(2 * others().count()).unwrap_or(u8::MAX);
        f64::from(halves) / f64::from(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(places: &[u8]) -> Verdict {
        let seat = |(seat, place): (char, &u8)| SeatResult {
            seat,
            place: *place,
            score: None,
            fault: None,
        };
        Verdict {
            reason: "finished".to_owned(),
            void: None,
            seats: ('A'..).zip(places).map(seat).collect(),
        }
    }

    #[test]
    fn points_count_seats_beaten_and_tied() {
        let points = |places: &[u8]| -> Vec<f64> {
            let v = verdict(places);
            v.seats.iter().map(|s| v.points(s.seat)).collect()
        };
        assert_eq!(points(&[1, 2]), [1.0, 0.0]);
        assert_eq!(points(&[1, 1]), [0.5, 0.5]);
        assert_eq!(points(&[2, 1, 2, 4]), [0.5, 1.0, 0.5, 0.0]);
    }

    #[test]
    fn nobody_gets_points_where_nobody_started() {
        let mut v = verdict(&[2, 2]);
        v.seats
            .iter_mut()
            .for_each(|s| s.fault = Some(FaultKind::NoHandshake));
        assert_eq!((v.points('A'), v.points('B')), (0.0, 0.0));
    }

    #[test]
    fn steps_are_told_apart_in_json() {
        for text in [
            r#"{"seat":"A","move":"p"}"#,
            r#"{"seat":"A","move":"1e4d3s","said":"1e4d3r"}"#,
            r#"{"seat":"C","chance":"6"}"#,
            r#"{"out":"C","reason":"timeout"}"#,
            r#"{"adjudicated":"draw"}"#,
            r#"{"adjudicated":{"loss":"B"}}"#,
        ] {
            let step: Step = serde_json::from_str(text).expect(text);
            assert_eq!(serde_json::to_string(&step).expect(text), text);
        }
    }
}
