//! Reads the start positions of a tournament.

use std::fs;
use std::path::Path;

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
    let text = fs::read_to_string(&path).map_err(|e| {
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
    let text = fs::read_to_string(&path)
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
        if let Turn::Over(_) = position.turn() {
            return Err(refuse("the game is over in this position".to_owned()));
        }
        starts.push(position.line());
    }
    if starts.is_empty() {
        return Err(": found no state line, expected at least one".to_owned());
    }
    Ok(starts)
}
