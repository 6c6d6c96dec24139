//! Writes a game of chess as PGN, for databases and for programs that count results and scores.
//!
//! The standard is that of 1994, <https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>. The comment on a move
//! is what other referees write: score in pawns and depth, as the engine said them, and the charged time.

use std::fmt::Write;

use anyhow::Result;
use referee_config::format_time_control;
use referee_games::chess::{Chess, ScoreSheet};
use referee_games::text::is_unfit;
use referee_games::{ChosenOptions, Game, text};
use referee_output::failure::bad_input;
use referee_output::text_layout::wrap_within;
use referee_protocol::Info;
use referee_record::{Adjudicated, FaultKind, PlyMeasure, Record, Step, TimeControl, Verdict};
use time::OffsetDateTime;

/// Longest line of moves, as the standard has it.
const WIDTH: usize = 80;
/// Scores from here on are mates, see `docs/engine-testing.md`.
const MATE: f64 = 100_000.0;
/// Most moves until a mate.
const FAR: f64 = 1000.0;

/// Returns the game as PGN; `None` if it is one of another game, and for a void one. Returns an error if the record can't
/// be replayed. `event` is the name of the run.
pub fn pgn(record: &Record, event: &str) -> Result<Option<String>> {
    let played = &record.played;
    if played.job.game != Chess::NAME || played.verdict.void.is_some() {
        return Ok(None);
    }
    let options = ChosenOptions::choose(Chess::NAME, &Chess::options(), &played.job.options);
    let options = options.map_err(bad_input)?;
    let chess = Chess::new(&options).map_err(bad_input)?;
    let mut sheet = chess.score_sheet(&played.start).map_err(bad_input)?;
    let result = result(&played.verdict);
    let plies = played.steps.iter().filter(|step| is_move(step)).count();
    let mut text = tags(record, event, result, (&chess, &sheet));
    let _ = writeln!(text, "[PlyCount \"{plies}\"]\n");

    let mut words = Vec::new();
    let mut measures = record.measured.plies.iter();
    for step in &played.steps {
        let Step::Move { word, .. } = step else {
            continue;
        };
        let (number, white) = sheet.number();
        if white {
            words.push(format!("{number}."));
        } else if words.is_empty() {
            words.push(format!("{number}..."));
        }
        let written = sheet.play(word).ok_or_else(|| {
            let (game, said) = (played.job.number, text::quote(word));
            bad_input(format!(
                "game {game}: {said} isn't legal where it was recorded"
            ))
        })?;
        words.push(written);
        words.extend(measures.next().map(comment));
    }
    words.push(result.to_owned());
    // A comment is two words, of which the line may be broken between.
    text += &(wrap_within(&words.join(" "), 0, WIDTH) + "\n");
    Ok(Some(text))
}

fn is_move(step: &Step) -> bool {
    matches!(step, Step::Move { .. })
}

/// Returns the tags, but for the number of plies.
fn tags(
    record: &Record,
    event: &str,
    result: &str,
    (chess, sheet): (&Chess, &ScoreSheet),
) -> String {
    let played = &record.played;
    let seat = |letter| played.job.seats.iter().find(|seat| seat.seat == letter);
    let bot = |letter| seat(letter).map_or("?", |seat| seat.bot.as_str());
    let time = |letter| seat(letter).map_or_else(String::new, |seat| clock(&seat.time));
    let seconds = i64::try_from(record.measured.began_ms / 1000).unwrap_or_default();
    let date = OffsetDateTime::from_unix_timestamp(seconds).map_or_else(
        |_| "????.??.??".to_owned(),
        |at| {
            format!(
                "{:04}.{:02}.{:02}",
                at.year(),
                u8::from(at.month()),
                at.day()
            )
        },
    );
    let round = played.job.number.to_string();
    let mut tags = vec![
        ("Event", event.to_owned()),
        ("Site", "?".to_owned()),
        ("Date", date),
        ("Round", round),
        ("White", bot('A').to_owned()),
        ("Black", bot('B').to_owned()),
        ("Result", result.to_owned()),
    ];
    if chess.is_960() {
        tags.push(("Variant", "Chess960".to_owned()));
    }
    if chess.is_960() || *sheet != chess.usual_sheet() {
        tags.push(("FEN", sheet.fen()));
        tags.push(("SetUp", "1".to_owned()));
    }
    match (time('A'), time('B')) {
        (white, black) if white == black => tags.push(("TimeControl", white)),
        (white, black) => {
            tags.push(("WhiteTimeControl", white));
            tags.push(("BlackTimeControl", black));
        }
    }
    tags.push(("Termination", termination(&played.verdict).to_owned()));
    let lines = tags.iter().map(|(name, value)| {
        let value = value
            .replace(is_unfit, " ")
            .replace('\\', "\\\\")
            .replace('"', "\\\"");
        format!("[{name} \"{value}\"]\n")
    });
    lines.collect()
}

fn result(verdict: &Verdict) -> &'static str {
    let first = |letter| verdict.seat(letter).is_some_and(|seat| seat.place == 1);
    match (first('A'), first('B')) {
        (true, false) => "1-0",
        (false, true) => "0-1",
        (true, true) => "1/2-1/2",
        // Both have failed.
        (false, false) => "*",
    }
}

/// Returns a clock as the standard writes it; `-` for anything else, of which it knows nothing.
fn clock(time: &TimeControl) -> String {
    let text = format_time_control(time);
    let clock = text.split(',').next().unwrap_or_default();
    let is_clock = clock.starts_with(|c: char| c.is_ascii_digit());
    if is_clock { clock } else { "-" }.to_owned()
}

/// Returns how the game ended, in the words of the standard.
fn termination(verdict: &Verdict) -> &'static str {
    if Adjudicated::REASONS.contains(&&*verdict.reason) {
        return "adjudication";
    }
    match verdict.seats.iter().find_map(|seat| seat.fault) {
        None | Some(FaultKind::Resigned) => "normal",
        Some(FaultKind::Timeout) => "time forfeit",
        Some(FaultKind::IllegalMove | FaultKind::Garbage | FaultKind::Flood) => "rules infraction",
        Some(FaultKind::NoHandshake | FaultKind::Crash | FaultKind::Exit | FaultKind::Memory) => {
            "abandoned"
        }
    }
}

/// Returns the comment on a move, such as `{+0.31/12 0.050s}`.
fn comment(ply: &PlyMeasure) -> String {
    let info = Info::last_scored(&ply.info);
    let seconds = std::time::Duration::from_nanos(ply.ns).as_secs_f64();
    let Some((score, depth)) = info.and_then(|info| Some((info.score?, info.depth))) else {
        return format!("{{{seconds:.3}s}}");
    };
    let sign = if score < 0.0 { '-' } else { '+' };
    let size = score.abs();
    let score = if (MATE - FAR..=MATE).contains(&size) {
        format!("M{:.0}", MATE - size)
    } else {
        format!("{:.2}", size / 100.0)
    };
    let depth = depth.unwrap_or_default();
    format!("{{{sign}{score}/{depth} {seconds:.3}s}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_have_score_depth_and_time() {
        let said = |info: &str, ns| {
            comment(&PlyMeasure {
                ns,
                info: vec![info.to_owned()],
                ..PlyMeasure::default()
            })
        };
        assert_eq!(
            said("depth=12 score=31 nodes=5", 50_000_000),
            "{+0.31/12 0.050s}"
        );
        assert_eq!(said("depth=3 score=-99998", 0), "{-M2/3 0.000s}");
        assert_eq!(said("score=1000000", 0), "{+10000.00/0 0.000s}");
        assert_eq!(said("text=\"hm\"", 1_500_000_000), "{1.500s}");
    }
}
