//! What a reader asks of the list of games, and what is found.

use super::GameSummary;

/// A query for games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameQuery {
    /// The first number.
    pub from: u64,
    /// The most games to return.
    pub most: usize,
    /// Displayed names of bots, all of which must have played in the game.
    pub of: Vec<String>,
    /// Words that must stand in the game's row of the list; a number alone is that of a game.
    pub text: String,
}

/// The games that were found.
#[derive(Clone, Debug, Default)]
pub struct GameList {
    /// The first of them, as many as were wanted.
    pub games: Vec<GameSummary>,
    /// Number of those that match among the games that were looked at.
    pub found: u64,
    /// The number from which to go on, if not all games were looked at or returned.
    pub next: Option<u64>,
    /// True if more may match than were counted.
    pub is_cut: bool,
}

impl GameQuery {
    /// Returns the number of the only game that is asked for, if it is asked for by its number.
    pub fn number(&self) -> Option<u64> {
        self.text.trim().parse().ok()
    }

    /// Returns whether a game is asked for.
    pub fn matches(&self, game: &GameSummary) -> bool {
        let plays = |name: &String| game.seats.iter().any(|seat| seat.bot == *name);
        if !self.of.iter().all(plays) {
            return false;
        }
        if let Some(number) = self.number() {
            return game.number == number;
        }
        let text = self.text.trim();
        if text.is_empty() {
            return true;
        }
        let row = game.row().to_lowercase();
        let text = text.to_lowercase();
        text.split_whitespace().all(|word| row.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GameSeat;

    #[test]
    fn words_and_numbers_find_games() {
        let seat = |seat, bot: &str, fault: Option<&str>| GameSeat {
            seat,
            bot: bot.to_owned(),
            place: 1,
            fault: fault.map(str::to_owned),
        };
        let game = GameSummary {
            number: 31,
            place: "round 2, deal 3".to_owned(),
            seats: vec![seat('A', "Zoë", None), seat('B', "fox 31", Some("crash"))],
            reason: "crash".to_owned(),
            void: None,
            steps: 4,
            replay: true,
            files: false,
            faults: Vec::new(),
        };
        for (text, of, expected) in [
            ("", "", true),
            (" 31 ", "", true),
            ("3", "", false),
            ("zoË CRASH", "", true),
            ("zoë timeout", "", false),
            ("round 2", "Zoë", true),
            ("round 2", "zo", false),
        ] {
            let query = GameQuery {
                of: (!of.is_empty())
                    .then(|| of.to_owned())
                    .into_iter()
                    .collect(),
                text: text.to_owned(),
                ..GameQuery::default()
            };
            assert_eq!(query.matches(&game), expected, "{text:?} {of:?}");
        }
    }
}
