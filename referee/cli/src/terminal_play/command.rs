//! The commands that people can type besides moves.

use std::path::PathBuf;

/// The help text for people, which lists all commands.
pub const HELP: &str = include_str!("help.txt");

/// A line that a person typed, parsed.
#[derive(Debug, PartialEq, Eq)]
pub enum TerminalCommand {
    /// Lists the legal moves, all or those of a piece.
    List(Option<String>),
    /// Asks for a hint.
    Hint,
    /// Discards the part of a move that was entered so far.
    Back,
    /// Shows the position again.
    Board,
    /// Takes a move back.
    Undo,
    /// Writes the game to this file, or to the file from which it was loaded.
    Save(Option<PathBuf>),
    /// Resigns.
    Resign,
    /// Quits the program.
    Quit,
    /// Lists the commands.
    Help,
    /// Anything else: a move, or a part of one.
    Move(String),
}

impl TerminalCommand {
    /// Parses a line; anything that isn't a command is a move.
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
