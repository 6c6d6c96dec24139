//! Defines when a game ends before its rules end it, and what is decided then.

use std::fmt;
use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When games end before their rules end them: by what the bots say of their positions in `info score=`, or after a
/// number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// A draw, where both bots say that nobody is ahead, such as `{ from = 34, moves = 8, score = 20 }`. Only in games of
    /// two seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// The loss of a bot that says that it is far behind, such as `{ moves = 3, score = 600 }`. Only in games of two
    /// seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// Number of moves of all seats together after which a game is a draw, forced moves included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<NonZeroU32>,
}

/// When a game is a draw by what its bots say.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Number of moves that each seat must have played since the start of the game. Default: 0.
    #[serde(default)]
    pub from: u32,
    /// Number of moves in a row, of each seat, with such a score. The row begins anew with a move that can't be taken
    /// back, as a capture or a move of a pawn in chess.
    pub moves: NonZeroU32,
    /// The largest score, above or below 0, in the unit of the bots; for UCI, hundredths of a pawn.
    #[schemars(range(min = 0))]
    pub score: f64,
}

/// When a bot loses by what it says itself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// Number of moves of that bot in a row with such a score.
    pub moves: NonZeroU32,
    /// How far below 0 the score is at least, in the unit of the bot; for UCI, hundredths of a pawn.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub score: f64,
    /// True if its opponent must say the same: as many moves in a row with a score so far above 0. Default: false.
    #[serde(default)]
    pub both: bool,
}

/// What was decided of a game that was ended before its rules ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Adjudicated {
    /// A draw, by [`Adjudication::draw`].
    Draw,
    /// The loss of this seat, by [`Adjudication::resign`].
    Loss(char),
    /// A draw, by [`Adjudication::plies`].
    Plies,
}

impl Adjudication {
    /// Tells if games end by their rules alone.
    pub fn is_off(&self) -> bool {
        *self == Adjudication::default()
    }

    /// Returns an error, in words, that names the first value out of range for games of so many seats.
    pub fn check(&self, seats: usize) -> Result<(), String> {
        let is_size = |score: f64| score.is_finite() && score >= 0.0;
        if let Some(draw) = self.draw.filter(|draw| !is_size(draw.score)) {
            let score = draw.score;
            return Err(format!("draw: score = {score}: expected a number from 0"));
        }
        let is_far = |score: f64| is_size(score) && score > 0.0;
        if let Some(resign) = self.resign.filter(|resign| !is_far(resign.score)) {
            let score = resign.score;
            return Err(format!(
                "resign: score = {score}: expected a number above 0"
            ));
        }
        let by_scores = [
            ("draw", self.draw.is_some()),
            ("resign", self.resign.is_some()),
        ];
        match by_scores.iter().find(|(_, given)| *given) {
            Some((key, _)) if seats != 2 => Err(format!(
                "{key}: it is for games of two seats, and these have {seats}; leave it out"
            )),
            _ => Ok(()),
        }
    }
}

impl Adjudicated {
    /// All reasons of games that were ended so, one word each.
    pub const REASONS: [&str; 3] = ["adjudicated-draw", "adjudicated-win", "max-plies"];

    /// Returns the reason, one word, as [`crate::Verdict::reason`] has it.
    pub fn reason(self) -> &'static str {
        let [draw, win, plies] = Self::REASONS;
        match self {
            Adjudicated::Draw => draw,
            Adjudicated::Loss(_) => win,
            Adjudicated::Plies => plies,
        }
    }

    /// Returns the seat that loses by it.
    pub fn loser(self) -> Option<char> {
        match self {
            Adjudicated::Loss(seat) => Some(seat),
            Adjudicated::Draw | Adjudicated::Plies => None,
        }
    }
}

impl fmt::Display for Adjudicated {
    /// Writes what was decided, such as `a draw by the scores`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Adjudicated::Draw => f.write_str("a draw by the scores"),
            Adjudicated::Loss(seat) => write!(f, "{seat} loses by its scores"),
            Adjudicated::Plies => f.write_str("a draw by the number of moves"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(toml: &str) -> Result<Adjudication, serde_json::Error> {
        serde_json::from_str(toml)
    }

    #[test]
    fn values_out_of_range_are_named() {
        for (text, seats, expected) in [
            (r#"{"draw":{"moves":8,"score":0}}"#, 2, None),
            (
                r#"{"draw":{"moves":8,"score":-1}}"#,
                2,
                Some("draw: score = -1"),
            ),
            (r#"{"resign":{"moves":3,"score":600}}"#, 2, None),
            (
                r#"{"resign":{"moves":3,"score":0}}"#,
                2,
                Some("resign: score = 0"),
            ),
            (
                r#"{"resign":{"moves":3,"score":600}}"#,
                3,
                Some("two seats"),
            ),
            (r#"{"plies":400}"#, 4, None),
        ] {
            let said = with(text).expect(text).check(seats);
            match expected {
                None => assert_eq!(said, Ok(()), "{text}"),
                Some(words) => assert!(said.expect_err(text).contains(words), "{text}"),
            }
        }
        for text in [
            r#"{"draw":{"moves":0,"score":1}}"#,
            r#"{"plies":0}"#,
            r#"{"draws":{}}"#,
        ] {
            assert!(with(text).is_err(), "{text}");
        }
    }
}
