//! What people can say besides a move.

use std::path::PathBuf;

/// All of it, for people.
pub const HELP: &str = include_str!("help.txt");

/// Something that was typed.
#[derive(Debug, PartialEq, Eq)]
pub enum TerminalCommand {
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

impl TerminalCommand {
    /// Understands a line.
    pub fn of(line: &str) -> TerminalCommand {
        let line = line.trim();
        if let Some(piece) = line.strip_prefix('?') {
            let piece = piece.trim();
            return TerminalCommand::List((!piece.is_empty()).then(|| piece.to_owned()));
        }
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match (name, rest) {
            ("0", "") => TerminalCommand::List(None),
            ("hint", "") => TerminalCommand::Hint,
            ("back", "") => TerminalCommand::Back,
            ("board", "") => TerminalCommand::Board,
            ("undo", "") => TerminalCommand::Undo,
            ("save", "") => TerminalCommand::Save(None),
            ("save", file) => TerminalCommand::Save(Some(PathBuf::from(file))),
            ("resign", "") => TerminalCommand::Resign,
            ("quit", "") => TerminalCommand::Quit,
            ("help", "") => TerminalCommand::Help,
            _ => TerminalCommand::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_moves() {
        let list = |piece: &str| TerminalCommand::List(Some(piece.to_owned()));
        let save = |file: &str| TerminalCommand::Save(Some(PathBuf::from(file)));
        for (line, expected) in [
            ("?", TerminalCommand::List(None)),
            ("0", TerminalCommand::List(None)),
            ("? e4", list("e4")),
            ("?e4", list("e4")),
            (" hint ", TerminalCommand::Hint),
            ("save", TerminalCommand::Save(None)),
            ("save my game.json", save("my game.json")),
            ("p", TerminalCommand::Move("p".to_owned())),
            ("hints", TerminalCommand::Move("hints".to_owned())),
            ("", TerminalCommand::Move(String::new())),
        ] {
            assert_eq!(TerminalCommand::of(line), expected, "{line:?}");
        }
    }
}
