//! Moves as people enter them: as one word, or part by part in the order in which the exam asks.
//!
//! A part is what one question asks for: a card, a square, the wall's direction. What has been
//! entered is kept as the beginning of a word.

use referee_games::Position;

/// Choices that a question lists; more are left to `?`.
const LISTED: usize = 9;
/// Stands for both squares where no pawn can move.
const NO_PAWN: &str = "XXXX";

/// How the moves of a game fall into parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// They don't.
    Whole,
    /// Square by square.
    Squares,
    /// Card, pawn's square, target, wall.
    Card,
}

/// A move that is being entered.
pub struct Entry {
    cut: Cut,
    legal: Vec<String>,
    begun: String,
}

/// What an entered word comes to.
pub enum Entered {
    /// This move.
    Move(String),
    /// The next part is asked for.
    More,
    /// It can't be played; why.
    Wrong(String),
}

impl Cut {
    fn of(game: &str) -> Cut {
        match game {
            "onitama" => Cut::Card,
            "cublino-pur" | "cublino-contra" => Cut::Squares,
            _ => Cut::Whole,
        }
    }

    /// Where the part of a move ends that begins here.
    fn end(self, word: &str, from: usize) -> usize {
        let length = match self {
            Cut::Whole => word.len(),
            Cut::Squares => 2,
            Cut::Card if from == 0 || from == 5 => 1,
            Cut::Card if word[from..].starts_with(NO_PAWN) => NO_PAWN.len(),
            Cut::Card => 2,
        };
        word.len().min(from + length)
    }

    /// What the part that begins here is called.
    fn name(self, from: usize) -> &'static str {
        match (self, from) {
            (Cut::Whole, _) => "move",
            (Cut::Squares, 0) => "die's square",
            (Cut::Squares, 2) => "to",
            (Cut::Squares, _) => "on to",
            (Cut::Card, 0) => "card",
            (Cut::Card, 1) => "pawn's square",
            (Cut::Card, 3) => "target",
            (Cut::Card, _) => "wall",
        }
    }

    /// The piece that a move moves, as its player calls it.
    fn piece(self, word: &str) -> &str {
        match self {
            Cut::Whole => word,
            Cut::Squares => &word[..self.end(word, 0)],
            Cut::Card => &word[1..self.end(word, 1)],
        }
    }
}

impl Entry {
    /// Nothing is entered yet.
    pub fn new(game: &str, position: &dyn Position) -> Entry {
        Entry {
            cut: Cut::of(game),
            legal: position.legal(),
            begun: String::new(),
        }
    }

    /// Forgets what was entered; false if that is nothing.
    pub fn back(&mut self) -> bool {
        !std::mem::take(&mut self.begun).is_empty()
    }

    /// The question for the next part.
    pub fn question(&self) -> String {
        let name = self.cut.name(self.begun.len());
        let mut choices = self.choices();
        if choices.len() > LISTED {
            return name.to_owned();
        }
        if self.complete() {
            let stop = self.begun.len().saturating_sub(2);
            choices.push(format!("or Enter: stop on {}", &self.begun[stop..]));
        }
        format!("{name} ({})", choices.join(" "))
    }

    /// What was entered, understood.
    pub fn enter(&mut self, position: &dyn Position, text: &str) -> Entered {
        let word: String = text.split_whitespace().collect();
        if word.is_empty() {
            let complete = self.complete();
            return self.settle(complete);
        }
        for word in [&word, &word.to_lowercase()] {
            let joined = format!("{}{word}", self.begun);
            if self.is_beginning(&joined) {
                let whole = self.begun.is_empty() && self.legal.contains(&joined);
                self.begun = joined;
                return self.settle(whole);
            }
            for whole in [&joined, word] {
                if position.explain(whole).is_none() {
                    return Entered::Move(whole.clone());
                }
            }
        }
        Entered::Wrong(position.explain(&self.meant(&word)).unwrap_or_default())
    }

    /// The legal moves, those of a piece together, as far as they begin like what was entered.
    pub fn list(&self) -> Vec<String> {
        let mut pieces: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in self.rest() {
            let piece = match self.cut {
                Cut::Whole => "",
                _ => self.cut.piece(word),
            };
            match pieces.iter_mut().find(|(known, _)| *known == piece) {
                Some((_, words)) => words.push(word),
                None => pieces.push((piece, vec![word])),
            }
        }
        pieces.sort_by_key(|(piece, _)| *piece);
        pieces
            .into_iter()
            .map(|(_, words)| words.join(" "))
            .collect()
    }

    /// The legal moves of a piece, or why there are none.
    pub fn list_of(&self, position: &dyn Position, piece: &str) -> Result<String, String> {
        let own = |word: &&String| self.cut.piece(word).eq_ignore_ascii_case(piece);
        let words: Vec<&str> = self.legal.iter().filter(own).map(String::as_str).collect();
        if !words.is_empty() {
            return Ok(words.join(" "));
        }
        let word = match (self.cut, self.legal.first()) {
            (Cut::Card, Some(model)) if piece.len() == 2 && piece.is_ascii() => {
                format!("{}{piece}{}", &model[..1], &model[3..])
            }
            _ => self.meant(piece),
        };
        let why = position.explain(&word).unwrap_or_default();
        Err(format!("no move of {piece}: {why}"))
    }

    /// Goes on where there is but one way, unless a square has to be chosen.
    fn settle(&mut self, whole: bool) -> Entered {
        if whole {
            return Entered::Move(std::mem::take(&mut self.begun));
        }
        loop {
            match &self.choices()[..] {
                [] => return Entered::Move(std::mem::take(&mut self.begun)),
                [only] if self.cut == Cut::Card && (only == NO_PAWN || self.begun.len() == 5) => {
                    self.begun += only;
                }
                _ => return Entered::More,
            }
        }
    }

    fn complete(&self) -> bool {
        self.legal.contains(&self.begun)
    }

    /// The legal moves that begin so.
    fn rest(&self) -> impl Iterator<Item = &str> {
        let words = self.legal.iter().map(String::as_str);
        words.filter(|word| word.starts_with(&self.begun))
    }

    /// What the next part may be.
    fn choices(&self) -> Vec<String> {
        let from = self.begun.len();
        let mut found: Vec<String> = Vec::new();
        for word in self.rest().filter(|word| word.len() > from) {
            let part = &word[from..self.cut.end(word, from)];
            if !found.iter().any(|known| known == part) {
                found.push(part.to_owned());
            }
        }
        found
    }

    /// Whether some legal move begins with these whole parts.
    fn is_beginning(&self, text: &str) -> bool {
        self.legal.iter().any(|word| {
            let mut end = 0;
            while end < text.len() && end < word.len() {
                end = self.cut.end(word, end);
            }
            end == text.len() && word.starts_with(text)
        })
    }

    /// The move that was probably meant: a part that is wrong, in the midst of a legal move.
    fn meant(&self, word: &str) -> String {
        let Some(model) = self.rest().next() else {
            return word.to_owned();
        };
        let from = self.begun.len();
        let end = self.cut.end(model, from);
        if self.cut == Cut::Whole || !word.is_ascii() || word.len() != end - from {
            return word.to_owned();
        }
        format!("{}{word}{}", self.begun, &model[end..])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn start(game: &str, line: Option<&str>) -> Box<dyn Position> {
        let kind = referee_games::find(game).expect("a game");
        let rules = kind.rules(&BTreeMap::new()).expect("defaults");
        line.map_or_else(|| rules.start(), |line| rules.read(line).expect("a line"))
    }

    /// What came of the words, one after the other.
    fn entered(game: &str, line: Option<&str>, words: &[&str]) -> String {
        let position = start(game, line);
        let mut entry = Entry::new(game, &*position);
        let mut last = String::new();
        for word in words {
            last = match entry.enter(&*position, word) {
                Entered::Move(word) => return word,
                Entered::More => entry.question(),
                Entered::Wrong(why) => why,
            };
        }
        last
    }

    const NEAR_THE_BASE: &str = ".B.../W.Ab./...../...../..... A 8 ..x../...x./..o../...../..... \
        ...../..x../..ox./...../..... ...../.x.../.xo.x/...../..... ...../..x../..o../.x.../..... \
        ...../.x.x./..o../.x.../.....";

    #[test]
    fn a_move_is_one_word_or_several() {
        for words in [&["c1c2"][..], &["c1", "c2"], &["C1 c2"], &["c1", "", "c2"]] {
            assert_eq!(entered("cublino-pur", None, words), "c1c2", "{words:?}");
        }
        assert_eq!(entered("koolaamee", None, &["E4"]), "e4");
    }

    #[test]
    fn the_exam_s_order() {
        let line = Some(NEAR_THE_BASE);
        for (words, expected) in [
            (&[""][..], "card (1 2)"),
            (&["1"], "pawn's square (b3)"),
            (&["1", "b3"], "target (a4)"),
            (&["1", "b3", "a4"], "wall (u d r s)"),
            (&["1", "b3", "a4", "u"], "1b3a4u"),
            // A winning move: the wall doesn't move.
            (&["2", "b3", "a3"], "2b3a3s"),
            (&["2b3a3d"], "2b3a3d"),
            (&["1", "2b3b4u"], "2b3b4u"),
        ] {
            assert_eq!(entered("onitama", line, words), expected, "{words:?}");
        }
        for (words, why) in [
            (&["3"][..], "there is no card"),
            (&["1", "b4"], "is B's"),
            (&["1", "b3", "e5"], "doesn't take a pawn from b3 to e5"),
            (&["1", "b3", "a4", "l"], "would leave the board"),
        ] {
            let found = entered("onitama", line, words);
            assert!(found.contains(why), "{words:?}: {found}");
        }
    }

    #[test]
    fn without_a_pawn_to_move_card_and_wall_are_asked() {
        let line = "...../...../A..../...../B.... A 8 ...../...../x.o../...../..... \
            ...../...../x.o../...../..... ...../...../x.o../...../..... ...../...../x.o../...../..... \
            ...../...../x.o../...../.....";
        assert_eq!(entered("onitama", Some(line), &["1"]), "1XXXXs");
        let wall = line.replacen("...../A", "....W/A", 1);
        assert_eq!(entered("onitama", Some(&wall), &["1"]), "wall (u l d s)");
        assert_eq!(entered("onitama", Some(&wall), &["2", "l"]), "2XXXXl");
    }

    #[test]
    fn jumps_go_on_or_stop() {
        let line = Some("Pva4vb4vc4vd4ve4vf4Wf5vg6Wa7Wb7Wc7Wd7We7Wf7 0");
        let asked = entered("cublino-pur", line, &["f5", "g5"]);
        assert_eq!(asked, "on to (g7 or Enter: stop on g5)");
        assert_eq!(entered("cublino-pur", line, &["f5", "g5", ""]), "f5g5");
        assert_eq!(entered("cublino-pur", line, &["f5", "g5", "g7"]), "f5g5g7");
        assert_eq!(entered("cublino-pur", line, &["f5g5"]), "f5g5");
    }

    #[test]
    fn moves_of_one_piece() {
        let position = start("cublino-pur", None);
        let entry = Entry::new("cublino-pur", &*position);
        assert_eq!(entry.list_of(&*position, "c1"), Ok("c1c2".to_owned()));
        let why = entry.list_of(&*position, "d4").expect_err("it is empty");
        assert!(why.contains("d4"), "{why}");
    }
}
