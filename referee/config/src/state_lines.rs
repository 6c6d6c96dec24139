//! Reads state lines from which games can start.

use std::path::Path;

use referee_engine::read_text;
use referee_games::{Position, Rules, Turn};

/// Reads the state lines of a file relative to `folder`; `setting` is the key that names the file.
pub(crate) fn lines(
    setting: &str,
    file: &str,
    rules: &dyn Rules,
    folder: &Path,
) -> Result<Vec<String>, String> {
    let path = folder.join(file);
    let shown = path.display();
    let text = read_text(&path)
        .map_err(|e| format!("{setting}: {shown}: {e}; expected a file of state lines"))?;
    read(&text, rules).map_err(|why| format!("{setting}: {shown}{why}"))
}

/// Parses state lines; an error begins with the line number. A file without a state line is an error.
pub(crate) fn read(text: &str, rules: &dyn Rules) -> Result<Vec<String>, String> {
    let seats = letters(&*rules.start());
    let mut starts = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let refuse = |why: String| format!(":{number}: {why}");
        starts.push(checked(line, rules, &seats).map_err(refuse)?);
    }
    if starts.is_empty() {
        return Err(": found no state line, expected at least one".to_owned());
    }
    Ok(starts)
}

/// Returns the letters of a position's seats, in order.
pub(crate) fn letters(position: &dyn Position) -> String {
    let seats = position.seats();
    seats.iter().map(|seat| seat.letter()).collect()
}

/// Returns a state line in its canonical form. Returns an error if it can't be read, or isn't a start of a game of these
/// seats.
pub(crate) fn checked(line: &str, rules: &dyn Rules, seats: &str) -> Result<String, String> {
    let position = rules.read(line).map_err(|e| e.to_string())?;
    let found = letters(&*position);
    if found != seats {
        return Err(format!("found seats {found}, expected {seats}"));
    }
    match position.turn() {
        Turn::Over(_) => Err("the game is over in this position".to_owned()),
        Turn::Failed(why) => Err(why),
        _ => Ok(position.line()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use referee_record::BookUse;

    use super::*;
    use crate::book::Book;

    #[test]
    fn a_byte_order_mark_is_skipped_and_a_pipe_refused() {
        let kind = crate::find_game("onitama").expect("a game");
        let rules = kind.rules(&BTreeMap::new()).expect("rules");
        let dir = tempfile::tempdir().expect("a folder");
        let state = rules.start().line();
        for text in [
            format!("\u{feff}{state}\r\n"),
            format!("\u{feff}# One.\n{state}"),
        ] {
            fs::write(dir.path().join("book"), text).expect("a file");
            let book = Book::open(&dir.path().join("book"), BookUse::default(), &*rules);
            let drawn = book.expect("a book").draw(&*rules, 0, (9, false));
            assert_eq!(drawn, Ok(vec![state.clone()]));
            assert_eq!(
                lines("deals", "book", &*rules, dir.path()),
                Ok(vec![state.clone()])
            );
        }
        let pipe = dir.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo is there").success());
        for wrong in ["pipe", "/dev/zero", ".", "none"] {
            let book = Book::open(&dir.path().join(wrong), BookUse::default(), &*rules);
            let error = book.expect_err("no file");
            assert!(
                error.contains("expected default, deal or a file of state lines"),
                "{error}"
            );
        }
    }
}
