//! Selection of the games on a page.

use std::str::FromStr;

use referee_output::text_layout::count;
use referee_record::Outcome;

/// Selection of the games on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameSelection {
    /// All of them.
    All,
    /// Games in which a bot failed.
    Faults,
    /// This many games, spread evenly over the run.
    Sample(u64),
}

impl FromStr for GameSelection {
    type Err = String;

    fn from_str(text: &str) -> Result<GameSelection, String> {
        let number = text.strip_prefix("sample=").map(str::parse);
        match (text, number) {
            ("all", _) => Ok(GameSelection::All),
            ("faults", _) => Ok(GameSelection::Faults),
            (_, Some(Ok(number))) if number > 0 => Ok(GameSelection::Sample(number)),
            _ => Err("expected all, faults or sample=N with N from 1".to_owned()),
        }
    }
}

impl GameSelection {
    /// Returns whether a game is selected; `place` is its index, from 0, among the `of` games of the run.
    pub fn takes(self, outcome: &Outcome, place: u64, of: u64) -> bool {
        match self {
            GameSelection::All => true,
            GameSelection::Faults => {
                let mut seats = outcome.seats.iter();
                seats.any(|seated| outcome.fault(&seated.bot).is_some())
            }
            GameSelection::Sample(number) => {
                let before =
                    |place: u64| u128::from(place) * u128::from(number) / u128::from(of.max(1));
                number >= of || before(place) < before(place + 1)
            }
        }
    }

    /// Returns a remark on the games that aren't selected; `None` if there are none.
    pub fn remark(self, taken: u64, of: u64) -> Option<String> {
        let what = match self {
            _ if taken == of => return None,
            GameSelection::All => return None,
            GameSelection::Faults => "those in which a bot failed",
            GameSelection::Sample(_) => "a sample, spread evenly over the run",
        };
        let left = count(of - taken, "game");
        Some(format!(
            "Here stand {taken} of {of} games: {what}. {left} left out; tables and plots count them all."
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read() {
        assert_eq!("all".parse(), Ok(GameSelection::All));
        assert_eq!("sample=20".parse(), Ok(GameSelection::Sample(20)));
        for text in ["", "sample", "sample=0", "sample=x", "some"] {
            assert!(text.parse::<GameSelection>().is_err(), "{text}");
        }
    }
}
