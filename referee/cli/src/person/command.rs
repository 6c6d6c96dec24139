//! What people can say besides a move.

use std::path::PathBuf;

/// All of it, for people.
pub const HELP: &str = include_str!("help.txt");

/// Something that was typed.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// List the legal moves, all or those of a piece.
    List(Option<String>),
    /// Ask for a hint.
    Hint,
    /// Forget what was entered of a move.
    Back,
    /// Show the position again.
    Board,
    /// Take a move back.
    Undo,
    /// Write the game to a file, or to the one where it came from.
    Save(Option<PathBuf>),
    /// Give up.
    Resign,
    /// Stop here.
    Quit,
    /// List the commands.
    Help,
    /// Anything else: a move, or a part of one.
    Move(String),
}

impl Command {
    /// Understands a line.
    pub fn of(line: &str) -> Command {
        let line = line.trim();
        if let Some(piece) = line.strip_prefix('?') {
            let piece = piece.trim();
            return Command::List((!piece.is_empty()).then(|| piece.to_owned()));
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("0", "") => Command::List(None),
            ("hint", "") => Command::Hint,
            ("back", "") => Command::Back,
            ("board", "") => Command::Board,
            ("undo", "") => Command::Undo,
            ("save", "") => Command::Save(None),
            ("save", file) => Command::Save(Some(PathBuf::from(file))),
            ("resign", "") => Command::Resign,
            ("quit", "") => Command::Quit,
            ("help", "") => Command::Help,
            _ => Command::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_moves() {
        let list = |piece: &str| Command::List(Some(piece.to_owned()));
        let save = |file: &str| Command::Save(Some(PathBuf::from(file)));
        for (line, expected) in [
            ("?", Command::List(None)),
            ("0", Command::List(None)),
            ("? e4", list("e4")),
            ("?e4", list("e4")),
            (" hint ", Command::Hint),
            ("save", Command::Save(None)),
            ("save my game.json", save("my game.json")),
            ("p", Command::Move("p".to_owned())),
            ("hints", Command::Move("hints".to_owned())),
            ("", Command::Move(String::new())),
        ] {
            assert_eq!(Command::of(line), expected, "{line:?}");
        }
    }
}
