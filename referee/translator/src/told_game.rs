//! A game, as far as the referee told it.

/// Words of a state line that are FEN; the rest are moves.
const FEN: usize = 6;

/// A game, as far as it was told.
pub(crate) struct ToldGame {
    /// The engine's seat.
    pub(crate) seat: char,
    /// Moves before the first question.
    pub(crate) before: Vec<String>,
    /// The position of the first question; empty before that.
    pub(crate) fen: String,
    /// The moves since that position.
    pub(crate) moves: Vec<String>,
}

impl ToldGame {
    /// Returns a game of which only the seat is known.
    pub(crate) fn new(seat: char) -> ToldGame {
        ToldGame {
            seat,
            before: Vec::new(),
            fen: String::new(),
            moves: Vec::new(),
        }
    }

    /// Takes a state line: FEN and the moves since. The first one counts.
    pub(crate) fn start(&mut self, state: &str) {
        if self.fen.is_empty() {
            let mut words = state.split_ascii_whitespace();
            let fen: Vec<&str> = words.by_ref().take(FEN).collect();
            self.fen = fen.join(" ");
            self.moves = words.map(str::to_owned).collect();
        }
    }

    /// Adds a move. Those before the first question stand in its state line, too.
    pub(crate) fn play(&mut self, word: &str) {
        let moves = if self.fen.is_empty() {
            &mut self.before
        } else {
            &mut self.moves
        };
        moves.push(word.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_told_from_its_first_question_on() {
        let mut game = ToldGame::new('B');
        game.play("e2e4");
        game.start("fen of six words - 1 g1f3 b8c6");
        game.play("f1b5");
        game.start("another of six words - 1");
        assert_eq!(game.before, ["e2e4"]);
        assert_eq!(game.fen, "fen of six words - 1");
        assert_eq!(game.moves, ["g1f3", "b8c6", "f1b5"]);
    }
}
