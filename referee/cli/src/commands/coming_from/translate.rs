//! Translates a command line of another tool to commands of the referee, and a tournament file where it takes one.

use referee_config::format_time_control;
use referee_config::match_files::quoted;
use referee_record::TimeControl;
use serde::Serialize;

use super::engine::{self, EngineBot};
use super::foreign_match::{ForeignMatch, Setting, owned};
use super::openings::is_named_pgn;
use super::running::CORES;
use super::{file, reading, schedule, shell};

/// The line that ends a file in the output.
const END: &str = "END";
/// Number of random plies with which the games of a gauntlet begin, as `referee match` chooses it for chess.
const PLIES: u32 = 6;

/// Commands of the referee that do what another tool was asked for.
#[derive(Debug, Default, Serialize)]
pub struct Translation {
    /// The words of the command.
    pub command: Vec<String>,
    /// The words of a command for afterwards.
    pub then: Option<Vec<String>>,
    /// The text of the tournament file, whose name is the last word of the command.
    pub file: Option<String>,
    /// A sentence for each option that has no counterpart or means something else.
    pub notes: Vec<String>,
}

impl Translation {
    /// Returns lines for a shell, which write the file and run the commands.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if let (Some(file), Some(name)) = (&self.file, self.command.last()) {
            text += &format!("cat > {name} <<'{END}'\n{file}{END}\n");
        }
        for words in std::iter::once(&self.command).chain(&self.then) {
            text += &shell::wrapped(words);
            text.push('\n');
        }
        text
    }
}

/// Translates the words of a command line. An error says which of them is wrong, and what was expected.
pub fn translate(words: &[String]) -> Result<Translation, String> {
    let mut wanted = reading::read(words)?;
    if let Some(command) = wanted.instead.take() {
        let notes = wanted.notes;
        return Ok(Translation {
            command,
            notes,
            ..Translation::default()
        });
    }
    let engines = wanted.engines.len();
    if engines < 2 {
        return Err(format!(
            "-engine: found {engines}, expected two at least, as in fastchess -engine cmd=./new -engine cmd=./old -each \
             tc=8+0.08"
        ));
    }
    if !wanted.has("concurrency") && !wanted.notes.iter().any(|note| note.contains(CORES)) {
        wanted.tell(format!(
            "-concurrency: {CORES}; --concurrency 1 plays one at a time"
        ));
    }
    let (bots, time) = engine::bots(&mut wanted)?;
    let format = schedule::format(&wanted, &bots)?;
    let chess = Setting::new(Some(&["--game", "chess"]), ("", "game"), quoted("chess"));
    let mut settings = vec![chess];
    settings.extend(schedule::settings(&mut wanted, format, &bots)?);
    settings.extend(timed(&mut wanted, time)?);
    settings.extend(starts(&mut wanted, format));
    settings.append(&mut wanted.settings);
    let pgn = wanted.pgn.take();
    let mut translation = Translation {
        notes: wanted.notes,
        ..Translation::default()
    };
    let results = if let Some(command) = command(format, &settings, &bots) {
        translation.command = command;
        let results = pgn.as_ref().map(|pgn| format!("{}.db", stem(pgn)));
        if let Some(results) = &results {
            translation.command.extend(owned(&["--out", results]));
        }
        results
    } else {
        let name = file_stem(format, &bots);
        translation.command = owned(&["referee", "run", &format!("{name}.toml")]);
        translation.file = Some(file::text(&settings, &bots));
        Some(format!("{name}.db"))
    };
    translation.then = results
        .zip(pgn)
        .map(|(results, pgn)| export(&results, &pgn));
    Ok(translation)
}

/// Returns the setting for the time.
fn timed(wanted: &mut ForeignMatch, time: Option<TimeControl>) -> Result<Option<Setting>, String> {
    let Some(time) = time else {
        wanted.tell("tc=: without a time control it is one second for each move".to_owned());
        return Ok(None);
    };
    let keys = toml::to_string(&time).map_err(|why| why.to_string())?;
    let keys: Vec<&str> = keys.lines().collect();
    let words = ["--tc", &format_time_control(&time)];
    // An option has no margin.
    let words = (time.margin_ms == 0).then_some(&words[..]);
    Ok(Some(Setting::new(
        words,
        ("", "time"),
        format!("{{ {} }}", keys.join(", ")),
    )))
}

/// Returns the setting for starts without a book, where a tournament file has to say what a command does by itself.
fn starts(wanted: &mut ForeignMatch, format: &str) -> Option<Setting> {
    if wanted.has("start") {
        return None;
    }
    let is_pair = ["sprt", "match"].contains(&format);
    if wanted.has("options") {
        return (!is_pair).then(|| Setting::new(Some(&[]), ("", "start"), quoted("deal")));
    }
    let is_gauntlet = format == "gauntlet";
    if is_pair || is_gauntlet {
        wanted.tell(
            "-openings: without it each pair of games begins with random moves of its own"
                .to_owned(),
        );
    }
    is_gauntlet.then(|| Setting::new(Some(&[]), ("", "openings"), PLIES))
}

/// Returns the words of a command; `None` if only a tournament file can say all of this.
fn command(format: &str, settings: &[Setting], bots: &[EngineBot]) -> Option<Vec<String>> {
    let [first, others @ ..] = bots else {
        return None;
    };
    let is_plain = |bot: &EngineBot| {
        let has_own = bot.run.is_some() || bot.time_factor.is_some() || bot.is_named;
        let same = bot.options == first.options && bot.protocol == first.protocol;
        !has_own && bot.args.is_empty() && (same || bots.iter().all(|bot| bot.options.is_empty()))
    };
    if !bots.iter().all(is_plain) {
        return None;
    }
    let verb = if format == "sprt" { "sprt" } else { "match" };
    let mut words = owned(&["referee", verb, &first.bot]);
    if format == "gauntlet" {
        words.push("vs".to_owned());
    }
    words.extend(others.iter().map(|bot| bot.bot.clone()));
    for setting in settings {
        words.extend_from_slice(setting.words.as_ref()?);
    }
    for (name, value) in &first.options {
        let option = format!("--{}", first.protocol);
        words.extend(owned(&[&option, &format!("{name}={value}")]));
    }
    Some(words)
}

/// Returns the words of the command that writes the games of a run as PGN.
fn export(results: &str, pgn: &str) -> Vec<String> {
    let format: &[&str] = if is_named_pgn(pgn) {
        &[]
    } else {
        &["--format", "pgn"]
    };
    owned(&[&["referee", "export", results, "-o", pgn], format].concat())
}

/// Returns the path of a file without its ending.
fn stem(file: &str) -> &str {
    file.rsplit_once('.')
        .filter(|(stem, ending)| !stem.is_empty() && !ending.contains('/'))
        .map_or(file, |(stem, _)| stem)
}

/// Returns the name of a tournament file, without its ending.
fn file_stem(format: &str, bots: &[EngineBot]) -> String {
    let name = match bots {
        [one, other] => format!("{}-vs-{}", one.name, other.name),
        _ => format.to_owned(),
    };
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || "-._+".contains(c) {
            c
        } else {
            '-'
        }
    };
    let name: String = name.chars().map(plain).collect();
    name.trim_start_matches(['-', '.']).to_owned()
}
