//! Translates the options for the files that games begin with and end in.

use referee_config::match_files::quoted;

use super::foreign_match::{ForeignMatch, Setting, owned};
use super::key_values::{check_key, count_of, value_of};

/// The keys of `-pgnout`, that of the file first.
const PGN: [&str; 13] = [
    "file",
    "append",
    "nodes",
    "seldepth",
    "nps",
    "hashfull",
    "tbhits",
    "timeleft",
    "latency",
    "min",
    "notation",
    "match_line",
    "pv",
];
/// More plies than an opening has: without a number, all of it is played.
const WHOLE: &str = "1024";
/// The file for the games where none is named.
const GAMES: &str = "games.pgn";

/// Each function takes the values of the option that it is named after; their number is right.
impl ForeignMatch {
    pub(super) fn openings(&mut self, values: &[String]) -> Result<(), String> {
        let file = value_of(values, "file").ok_or("expected file=FILE")?;
        self.set(Setting::new(
            Some(&["--book", file]),
            ("", "start"),
            quoted(file),
        ));
        let is_pgn = match value_of(values, "format") {
            None => is_named_pgn(file),
            Some("pgn") => {
                if !is_named_pgn(file) {
                    self.tell(format!(
                        "-openings format=pgn: a book is PGN if its name ends in .pgn; give {file} such a name"
                    ));
                }
                true
            }
            Some("epd") => false,
            Some(_) => return Err("format: expected epd or pgn".to_owned()),
        };
        let (mut words, mut keys) = (Vec::new(), Vec::new());
        match value_of(values, "order") {
            None | Some("sequential") => {}
            Some("random") => {
                words.extend(owned(&["--book-order", "random"]));
                keys.push("order = \"random\"".to_owned());
            }
            Some(_) => return Err("order: expected sequential or random".to_owned()),
        }
        if let Some(line) = count_of::<1>(values, "start")?.filter(|line| *line > 1) {
            words.extend(owned(&["--book-from", &line.to_string()]));
            keys.push(format!("from = {line}"));
        }
        match count_of::<1>(values, "plies")? {
            Some(plies) if is_pgn => {
                words.extend(owned(&["--book-plies", &plies.to_string()]));
                keys.push(format!("plies = {plies}"));
            }
            Some(_) => self.tell(
                "-openings plies=: the positions of an EPD file have no moves to count".to_owned(),
            ),
            None if is_pgn => {
                words.extend(owned(&["--book-plies", WHOLE]));
                keys.push(format!("plies = {WHOLE}"));
            }
            None => {}
        }
        if !keys.is_empty() {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let used = format!("{{ {} }}", keys.join(", "));
            self.set(Setting::new(Some(&words), ("", "book"), used));
        }
        match value_of(values, "policy") {
            // It is all that fastchess can do.
            Some("round") if !self.cutechess => {}
            None | Some("default") => {}
            Some(policy @ ("round" | "encounter")) => self.tell(format!(
                "-openings policy={policy}: the referee's schedule says which games share a start; it has no choice of it"
            )),
            Some(_) => return Err("policy: expected default, round or encounter".to_owned()),
        }
        Ok(())
    }

    pub(super) fn pgn_out(&mut self, values: &[String]) -> Result<(), String> {
        let mut file = None;
        let mut ignored = Vec::new();
        for (place, value) in values.iter().enumerate() {
            match value.split_once('=') {
                Some(("file", name)) => file = Some(name),
                Some((key, _)) => {
                    check_key(key, &PGN)?;
                    ignored.push(key);
                }
                None if ["min", "fi"].contains(&value.as_str()) => ignored.push(value),
                None if place == 0 => file = Some(value),
                None => return Err(format!("{value}: expected FILE, KEY=VALUE, min or fi")),
            }
        }
        if !ignored.is_empty() {
            let ignored = ignored.join(", ");
            self.tell(format!(
                "-pgnout {ignored}: a PGN is a new file with all games that count, their scores and times as comments"
            ));
        }
        self.pgn = Some(file.unwrap_or(GAMES).to_owned());
        Ok(())
    }
}

/// Tells if the name of a file is one of a PGN.
pub fn is_named_pgn(file: &str) -> bool {
    file.to_ascii_lowercase().ends_with(".pgn")
}
