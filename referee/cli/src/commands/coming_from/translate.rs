//! Translates a command line of another tool to commands of the referee, and a tournament file where it takes one.

use std::path::Path;

use referee_config::match_files::quoted;
use serde::Serialize;
use toml::Value;

use super::engine_keys::{EngineBot, bots};
use super::foreign_match::{CORES, Setting, is_named_pgn};
use super::options::read;
use super::schedule::{set_format, set_start, set_time};
use super::shell::{quote, split, wrapped};

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
            text += &format!("cat > {name} <<'END'\n{file}END\n");
        }
        for words in std::iter::once(&self.command).chain(&self.then) {
            text += &wrapped(words);
            text.push('\n');
        }
        text
    }
}

/// Translates the words of a command line. An error says which of them is wrong, and what was expected.
pub fn translate(words: &[String]) -> Result<Translation, String> {
    let mut wanted = read(words)?;
    if !wanted.translation.command.is_empty() {
        return Ok(wanted.translation);
    }
    let engines = wanted.engines.len();
    if engines < 2 {
        return Err(format!(
            "-engine: found {engines}, expected two at least, as in fastchess -engine cmd=./new -engine cmd=./old -each \
             tc=8+0.08"
        ));
    }
    let notes = &wanted.translation.notes;
    if !wanted.has("concurrency") && !notes.iter().any(|note| note.contains(CORES)) {
        wanted.tell(format!(
            "-concurrency: {CORES}; --concurrency 1 plays one at a time"
        ));
    }
    let (bots, time) = bots(&mut wanted)?;
    let given = wanted.settings.len();
    wanted.set_same("game", quoted("chess"));
    let format = set_format(&mut wanted, &bots)?;
    set_time(&mut wanted, time)?;
    set_start(&mut wanted, format);
    // What the line itself sets comes last.
    wanted.settings.rotate_left(given);
    let (settings, mut translation) = (wanted.settings, wanted.translation);

    let name = file_stem(format, &bots);
    let mut results = format!("{name}.db");
    if let Some(mut line) = command(format, &settings, &bots) {
        if let Some(pgn) = &wanted.pgn {
            results = Path::new(pgn).with_extension("db").display().to_string();
            line += &format!(" --out {}", quote(&results));
        }
        translation.command = split(&line)?;
    } else {
        translation.command = split(&format!("referee run {name}.toml"))?;
        translation.file = Some(file_text(&settings, &bots));
    }
    if let Some(pgn) = &wanted.pgn {
        let mut line = format!("referee export {} -o {}", quote(&results), quote(pgn));
        if !is_named_pgn(pgn) {
            line += " --format pgn";
        }
        translation.then = Some(split(&line)?);
    }
    Ok(translation)
}

/// Returns a command, as for a shell; `None` if only a tournament file can say all of this.
fn command(format: &str, settings: &[Setting], bots: &[EngineBot]) -> Option<String> {
    let (first, others) = bots.split_first()?;
    let has_own = |bot: &EngineBot| bot.protocol != first.protocol || bot.options != first.options;
    if bots.iter().any(|bot| !bot.options.is_empty()) && others.iter().any(has_own) {
        return None;
    }
    let verb = if format == "sprt" { "sprt" } else { "match" };
    let mut line = format!("referee {verb} {}", quote(first.word.as_ref()?));
    if format == "gauntlet" {
        line += " vs";
    }
    for bot in others {
        line += &format!(" {}", quote(bot.word.as_ref()?));
    }
    for setting in settings {
        line += &format!(" {}", setting.words.as_ref()?);
    }
    for (name, value) in &first.options {
        let option = format!("{name}={value}");
        line += &format!(" --{} {}", first.protocol, quote(&option));
    }
    Some(line)
}

/// Returns the text of a tournament file.
fn file_text(settings: &[Setting], bots: &[EngineBot]) -> String {
    // The first table is that of keys above all tables.
    let first = |table: &str| settings.iter().position(|other| other.table == table);
    let mut settings: Vec<&Setting> = settings.iter().collect();
    settings.sort_by_key(|setting| first(setting.table));
    let mut text = String::new();
    for table in settings.chunk_by(|one, next| one.table == next.table) {
        if !table[0].table.is_empty() {
            text += &format!("\n[{}]\n", table[0].table);
        }
        for setting in table {
            text += &format!("{} = {}\n", setting.key, setting.value);
        }
    }
    for bot in bots {
        text += &format!("\n[[bots]]\nname = {}\n{}", quoted(&bot.name), bot.lines);
        if !bot.options.is_empty() {
            let options = bot.options.iter();
            let options = options.map(|(name, value)| (name.clone(), scalar(value)));
            text += &format!("{} = {}\n", bot.protocol, Value::Table(options.collect()));
        }
    }
    text
}

/// Returns the value of an engine's option: numbers and truth values as such.
fn scalar(value: &str) -> Value {
    match (value.parse::<i64>(), value.parse::<bool>()) {
        (Ok(number), _) if number.to_string() == value => Value::from(number),
        (_, Ok(is_on)) => Value::from(is_on),
        _ => Value::from(value),
    }
}

/// Returns the name of a tournament file, without its ending.
fn file_stem(format: &str, bots: &[EngineBot]) -> String {
    let name = match bots {
        [one, other] => format!("{}-vs-{}", one.name, other.name),
        _ => format.to_owned(),
    };
    let is_odd = |c: char| !c.is_ascii_alphanumeric() && !"-._+".contains(c);
    let name = name.replace(is_odd, "-");
    name.trim_start_matches(['-', '.']).to_owned()
}
