//! Reads the start positions of a tournament.

use std::path::Path;

use referee_engine::read_text;
use referee_games::{Position, Rules, Turn};
use referee_record::StartFrom;

/// Resolves `start`: a word, or a file of state lines relative to `folder`.
pub(crate) fn find(
    start: &str,
    rules: &dyn Rules,
    folder: &Path,
) -> Result<Vec<StartFrom>, String> {
    match start {
        "default" => return Ok(vec![StartFrom::Default]),
        "deal" => return Ok(vec![StartFrom::Deal]),
        _ => {}
    }
    let path = folder.join(start);
    let shown = path.display();
    let text = read_text(&path).map_err(|e| {
        format!("start: {shown}: {e}; expected default, deal or a file of state lines")
    })?;
    let lines = read(&text, rules).map_err(|why| format!("{shown}{why}"))?;
    Ok(lines.into_iter().map(StartFrom::State).collect())
}

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
    let letters = |position: &dyn Position| -> String {
        let seats = position.seats();
        seats.iter().map(|seat| seat.letter()).collect()
    };
    let expected = letters(&*rules.start());
    let mut starts = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let refuse = |why: String| format!(":{number}: {why}");
        let position = rules.read(line).map_err(|e| refuse(e.to_string()))?;
        let seat_letters = letters(&*position);
        if seat_letters != expected {
            return Err(refuse(format!(
                "found seats {seat_letters}, expected {expected}"
            )));
        }
        match position.turn() {
            Turn::Over(_) => return Err(refuse("the game is over in this position".to_owned())),
            Turn::Failed(why) => return Err(refuse(why)),
            _ => {}
        }
        starts.push(position.line());
    }
    if starts.is_empty() {
        return Err(": found no state line, expected at least one".to_owned());
    }
    Ok(starts)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use super::*;

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
            let starts = find("book", &*rules, dir.path()).expect("a state line");
            assert_eq!(starts, [StartFrom::State(state.clone())]);
            assert_eq!(
                lines("deals", "book", &*rules, dir.path()),
                Ok(vec![state.clone()])
            );
        }
        let pipe = dir.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo is there").success());
        for wrong in ["pipe", "/dev/zero", ".", "none"] {
            let error = find(wrong, &*rules, dir.path()).expect_err("no file");
            assert!(
                error.contains("expected default, deal or a file of state lines"),
                "{error}"
            );
        }
    }
}
