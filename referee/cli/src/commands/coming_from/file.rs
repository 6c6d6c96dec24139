//! Writes the tournament file of a match that no command can ask for.

use referee_config::match_files::quoted;

use super::engine::EngineBot;
use super::foreign_match::Setting;
use super::shell::quote;

/// Returns the text of the file.
pub fn text(settings: &[Setting], bots: &[EngineBot]) -> String {
    let mut tables: Vec<&str> = Vec::new();
    for setting in settings {
        if !tables.contains(&setting.table) {
            tables.push(setting.table);
        }
    }
    // A key below a table would belong to it.
    tables.sort_by_key(|table| !table.is_empty());
    let mut text = String::new();
    for table in tables {
        if !table.is_empty() {
            text += &format!("\n[{table}]\n");
        }
        for setting in settings.iter().filter(|setting| setting.table == table) {
            text += &format!("{} = {}\n", setting.key, setting.value);
        }
    }
    text.extend(bots.iter().map(described));
    text
}

/// Returns the table of a bot.
fn described(bot: &EngineBot) -> String {
    let mut text = format!(
        "\n[[bots]]\nname = {}\nbot = {}\n",
        quoted(&bot.name),
        quoted(&bot.bot)
    );
    if let Some(run) = &bot.run {
        text += &format!("run = {}\n", quoted(&quote(run)));
    }
    if !bot.args.is_empty() {
        let args: Vec<String> = bot.args.iter().map(|arg| quoted(arg)).collect();
        text += &format!("args = [{}]\n", args.join(", "));
    }
    if let Some(factor) = bot.time_factor {
        text += &format!("time_factor = {factor}\n");
    }
    if !bot.options.is_empty() {
        let pair = |(name, value): &(String, String)| format!("{} = {}", key(name), scalar(value));
        let options: Vec<String> = bot.options.iter().map(pair).collect();
        text += &format!("{} = {{ {} }}\n", bot.protocol, options.join(", "));
    }
    text
}

/// Writes a key, in quotes if TOML wants them.
fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    if !name.is_empty() && name.chars().all(is_bare) {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// Writes the value of an engine's option: numbers and truth values as such.
fn scalar(value: &str) -> String {
    let is_number = value
        .parse::<i64>()
        .is_ok_and(|number| number.to_string() == value);
    if is_number || ["true", "false"].contains(&value) {
        value.to_owned()
    } else {
        quoted(value)
    }
}
