//! What was played: two runs of one configuration and seed agree in it.

use serde::{Deserialize, Serialize};

use crate::job::Job;

/// A finished game; with the rules alone it can be played again from here, dice included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// What was to be played.
    pub job: Job,
    /// The state line before the first move, the opening already played.
    pub start: String,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// The last state line.
    pub end: String,
    /// How it ended.
    pub verdict: Verdict,
}

/// One thing that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// An accepted or forced move.
    Move {
        /// Whose.
        seat: char,
        /// In its canonical notation.
        #[serde(rename = "move")]
        word: String,
        /// The bot's own word, where it differs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
    },
    /// A die that the referee cast.
    Chance {
        /// Whose.
        seat: char,
        /// What came.
        chance: String,
    },
    /// A seat left a game that went on or ended by it.
    Out {
        /// Which.
        out: char,
        /// Why: a verdict word.
        reason: String,
    },
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// A verdict word: the game's own, or that of the last seat that forfeited.
    pub reason: String,
    /// Why the game doesn't count, if it doesn't: a fault of the referee or the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void: Option<String>,
    /// Every seat of the game, in order.
    pub seats: Vec<SeatResult>,
}

/// How a game ended for one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatResult {
    /// The seat's letter.
    pub seat: char,
    /// 1 is the best; equal seats share the better place.
    pub place: u8,
    /// Points, in games that count some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The verdict word of a fault of its own, `resigned` among them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// The verdict word of a seat that gave up.
pub const RESIGNED: &str = "resigned";

impl SeatResult {
    /// The word of a fault of its own. Who gives up has decided so, which is none.
    pub fn failure(&self) -> Option<&str> {
        self.fault
            .as_deref()
            .filter(|fault_word| *fault_word != RESIGNED)
    }
}

impl Verdict {
    /// The result of a seat.
    pub fn seat(&self, seat: char) -> Option<&SeatResult> {
        self.seats.iter().find(|result| result.seat == seat)
    }

    /// Whether no seat got as far as playing: everybody lost, and ratings leave the game out. Where
    /// somebody did, the last seat of all is there without a fault.
    pub fn nobody_started(&self) -> bool {
        self.seats.iter().all(|s| s.fault.is_some())
    }

    /// The points of a seat, from 0 to 1: (seats beaten + ½ · seats tied) / (other seats).
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
            .for_each(|s| s.fault = Some("no-handshake".to_owned()));
        assert_eq!((v.points('A'), v.points('B')), (0.0, 0.0));
    }

    #[test]
    fn steps_are_told_apart_in_json() {
        for text in [
            r#"{"seat":"A","move":"p"}"#,
            r#"{"seat":"A","move":"1e4d3s","said":"1e4d3r"}"#,
            r#"{"seat":"C","chance":"6"}"#,
            r#"{"out":"C","reason":"timeout"}"#,
        ] {
            let step: Step = serde_json::from_str(text).expect(text);
            assert_eq!(serde_json::to_string(&step).expect(text), text);
        }
    }
}
