//! Reads a game of PGN as far as its main line is the start of others.
//!
//! The standard is that of 1994, <https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>. What people and
//! programs write besides is read, too: numbers without dots, `0-0`, marks such as `!?`.

use cozy_chess::util::parse_san_move;

use crate::game::Game;
use crate::text::quote;

use super::{Chess, ChessMove, endings};

/// Characters that end a word.
const BREAKS: &[char] = &['{', '}', '(', ')', '[', ']', ';'];
/// Words that end a game.
const RESULTS: [&str; 6] = ["1-0", "0-1", "1/2-1/2", "1/2", "½-½", "*"];

/// Why a game can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is wrong there, and what was expected.
    pub why: String,
}

/// A part of a game that counts here.
enum Token<'a> {
    /// A tag, and its value.
    Tag(&'a str, String),
    /// A word of the main line.
    Word(&'a str),
}

/// The text of a game, and how far it was read.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Variations that are open.
    depth: usize,
}

impl Chess {
    /// Plays the first moves of a game's main line, at most `plies` and none that ends the game, and returns the state
    /// line. Comments and variations are passed over. What comes after those moves isn't looked at.
    ///
    /// # Errors
    ///
    /// Returns an error if the text isn't PGN, a move isn't legal, or the game is one of another variant.
    pub fn main_line(&self, text: &str, plies: usize) -> Result<String, PgnError> {
        let mut tokens = Tokens {
            text,
            at: 0,
            line: 1,
            depth: 0,
        };
        let mut state = self.start();
        let mut played = 0;
        while played < plies {
            let Some(token) = tokens.next()? else { break };
            let refused = |why: String| PgnError {
                line: tokens.line,
                why,
            };
            match token {
                Token::Tag("FEN", value) => {
                    state = self.read(&value).map_err(|e| refused(e.to_string()))?;
                }
                Token::Tag("Variant", value) => self.check_variant(&value).map_err(refused)?,
                Token::Tag(..) => {}
                Token::Word(word) if RESULTS.contains(&word) => break,
                Token::Word(word) => {
                    let Some(san) = san(word) else { continue };
                    let board = state.board();
                    let m = parse_san_move(board, &san).ok();
                    let m = m.filter(|m| board.is_legal(*m)).ok_or_else(|| {
                        refused(format!(
                            "{} isn't legal after {played} moves; expected a move such as Nf3",
                            quote(word)
                        ))
                    })?;
                    let mut next = state.clone();
                    next.play(ChessMove::of(board, m, self.variant));
                    if endings::ending(&next).is_some() {
                        break;
                    }
                    state = next;
                    played += 1;
                }
            }
        }
        let mut line = String::new();
        self.write(&state, &mut line);
        Ok(line)
    }

    fn check_variant(&self, name: &str) -> Result<(), String> {
        let name = name.to_ascii_lowercase();
        let is_960 = name.contains("960") || name.contains("fischer");
        if is_960 && !self.is_960() {
            return Err("this is a game of Chess960; expected variant = 960".to_owned());
        }
        let is_known = is_960 || name.is_empty() || name.contains("standard") || name == "chess";
        if is_known || name.contains("normal") || name.contains("position") {
            return Ok(());
        }
        Err(format!(
            "this is a game of {}; expected chess",
            quote(&name)
        ))
    }
}

impl<'a> Tokens<'a> {
    /// Returns the next tag or word; `None` at the end.
    fn next(&mut self) -> Result<Option<Token<'a>>, PgnError> {
        loop {
            let rest = self.skip_blanks();
            let Some(first) = rest.chars().next() else {
                let open = (self.depth > 0).then(|| self.error("a variation is open; expected )"));
                return open.map_or(Ok(None), Err);
            };
            let is_line_start = self.text[..self.at].ends_with('\n') || self.at == 0;
            match first {
                '%' if is_line_start => self.skip(rest.find('\n').unwrap_or(rest.len())),
                ';' => self.skip(rest.find('\n').unwrap_or(rest.len())),
                '{' => match rest.find('}') {
                    Some(end) => self.skip(end + 1),
                    None => return Err(self.error("a comment is open; expected }")),
                },
                '(' => {
                    self.depth += 1;
                    self.skip(1);
                }
                ')' => {
                    let depth = self.depth.checked_sub(1);
                    self.depth =
                        depth.ok_or_else(|| self.error("found ) without (, expected a move"))?;
                    self.skip(1);
                }
                '[' if self.depth == 0 => return self.tag(rest).map(Some),
                '}' | '[' | ']' if self.depth == 0 => {
                    return Err(self.error(&format!("found {first}, expected a move")));
                }
                '}' | '[' | ']' => self.skip(1),
                _ => {
                    let is_end = |c: char| c.is_whitespace() || BREAKS.contains(&c);
                    let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
                    self.skip(word.len());
                    if self.depth == 0 {
                        return Ok(Some(Token::Word(word)));
                    }
                }
            }
        }
    }

    /// Reads `[NAME "VALUE"]`, in which a backslash stands before quotation marks and backslashes.
    fn tag(&mut self, rest: &'a str) -> Result<Token<'a>, PgnError> {
        let refused = |tokens: &Tokens<'_>| {
            let line = rest.lines().next().unwrap_or_default();
            let found = quote(line);
            tokens.error(&format!(
                "found {found}, expected a tag such as [White \"Fox\"]"
            ))
        };
        let (name, value) = rest[1..].split_once('"').ok_or_else(|| refused(self))?;
        let mut text = String::new();
        let mut chars = value.char_indices();
        let end = loop {
            match chars.next() {
                None | Some((_, '\n')) => return Err(refused(self)),
                Some((at, '"')) => break at + 1,
                Some((_, '\\')) => text.extend(chars.next().map(|(_, c)| c)),
                Some((_, c)) => text.push(c),
            }
        };
        let blanks = value[end..].len() - value[end..].trim_start_matches([' ', '\t']).len();
        let name_is_word = name
            .trim()
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !name_is_word || !value[end + blanks..].starts_with(']') {
            return Err(refused(self));
        }
        self.skip(1 + name.len() + 1 + end + blanks + 1);
        Ok(Token::Tag(name.trim(), text))
    }

    fn skip_blanks(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let blanks = rest.len() - rest.trim_start().len();
        self.skip(blanks);
        &self.text[self.at..]
    }

    fn skip(&mut self, bytes: usize) {
        let passed = &self.text[self.at..self.at + bytes];
        self.line += passed.matches('\n').count();
        self.at += bytes;
    }

    fn error(&self, why: &str) -> PgnError {
        PgnError {
            line: self.line,
            why: why.to_owned(),
        }
    }
}

/// Returns the move of a word, in the letters that are read; `None` for a number, a mark and the like.
fn san(word: &str) -> Option<String> {
    let is_castling = word.starts_with("0-0");
    let bare = word.trim_end_matches(['!', '?', '+', '#']);
    let bare = if is_castling {
        bare
    } else {
        let unnumbered = bare.trim_start_matches(|c: char| c.is_ascii_digit());
        match unnumbered.strip_prefix('.') {
            Some(dotted) => dotted.trim_start_matches('.'),
            None if unnumbered.is_empty() => "",
            None => bare,
        }
    };
    if is_castling {
        return Some(bare.replace('0', "O"));
    }
    let bare = bare.strip_suffix("e.p.").unwrap_or(bare);
    let is_sign = |c: char| !c.is_ascii_alphanumeric() && !c.is_control();
    let is_mark = bare.starts_with('$') || bare.chars().all(is_sign);
    // Between squares, as in Nb8-c6.
    let is_long = bare.contains('-') && !bare.starts_with('O') && bare != "--";
    let san = if is_long {
        bare.replace('-', "")
    } else {
        bare.to_owned()
    };
    (!is_mark || bare == "--").then_some(san)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::ChosenOptions;

    fn chess(variant: &str) -> Chess {
        let given = [("variant".to_owned(), variant.to_owned())].into();
        let options = ChosenOptions::choose("chess", &Chess::options(), &given);
        Chess::new(&options.expect("in range")).expect("a game")
    }

    fn read(text: &str, plies: usize) -> Result<String, PgnError> {
        chess("standard").main_line(text, plies)
    }

    #[test]
    fn the_main_line_is_played() {
        let played = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 g1f3 b8c6 f1b5";
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *",
            "1.e4 e5 2.Nf3! $1 Nc6?! 3.Bb5 {Spanish [%eval 0.3]} (3.Bc4 (3.d4 exd4) Bc5) 3...a6",
            "[Event \"A \\\"good\\\" one\"]\n[White \"x\"]\n\n1 e4 e5 2 Nf3 ; a remark (\nNc6 3 Bb5 1-0",
            "1. e4 +- e5 2. Ng1-f3 \u{b1} Nb8-c6 3. Bf1-b5 = a7-a6",
            "% escaped {\n1. e4 e5\n2. Nf3 Nc6 3. Bb5 junk that isn't read",
        ] {
            let state = read(text, 5).unwrap_or_else(|e| panic!("{text}: {e:?}"));
            assert_eq!(state, played, "{text}");
        }
        let whole = read("1. e4 e5 1/2-1/2 2. Nf3", 99).expect("a game");
        assert!(whole.contains(" 0 2"), "{whole}");
        let usual = read("", 16).expect("nothing was played");
        assert!(usual.starts_with("rnbqkbnr/"), "{usual}");
    }

    #[test]
    fn a_game_may_begin_anywhere() {
        let start = "[FEN \"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 40\"]\n[SetUp \"1\"]\n\n";
        let castled = read(&format!("{start}40. 0-0 Kd7 41. a8=Q+ *"), 3).expect("a game");
        assert!(castled.starts_with("Q7/3k4/8/8/8/8/8/R4RK1 b"), "{castled}");
        let free =
            "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\n\n1. O-O-O";
        let castled = chess("960").main_line(free, 1).expect("a game of Chess960");
        assert!(castled.starts_with("4k3/8/8/8/8/8/8/2KR2R1 b"), "{castled}");
        let why = read(free, 1).expect_err("another variant").why;
        assert!(why.contains("variant = 960"), "{why}");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, line, expected) in [
            ("1. e4 e5\n2. Ke3", 2, "\"Ke3\" isn't legal after 2 moves"),
            ("1. e4\n\n{ no end", 3, "a comment is open"),
            ("1. e4 (1. d4\n(1. c4", 2, "a variation is open"),
            ("1. e4)", 1, "found ) without ("),
            ("[Event x]\n1. e4", 1, "expected a tag"),
            ("[Event \"x\n\"]", 1, "expected a tag"),
            ("[Event \"x\"\n", 1, "expected a tag"),
            ("1. e4 ] e5", 1, "found ], expected a move"),
            ("1. e4 \0", 1, "isn't legal"),
            ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]", 1, "BOARD"),
            ("[Variant \"Crazyhouse\"]", 1, "expected chess"),
            ("1. -- e5", 1, "\"--\" isn't legal"),
        ] {
            let error = read(text, 16).expect_err(text);
            assert_eq!(error.line, line, "{text}: {error:?}");
            assert!(error.why.contains(expected), "{text}: {error:?}");
        }
    }
}
