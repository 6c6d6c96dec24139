//! The list of games and their options.

use std::fmt::Write as _;

use referee_games::{GameKind, OptionKind, OptionSpec, games};
use referee_output::{Exit, stdout};
use serde_json::{Value, json};
use tabled::builder::Builder;
use tabled::settings::formatting::TrimStrategy;
use tabled::settings::object::Columns;
use tabled::settings::{Modify, Padding, Style, Width};

/// Widths of the columns option, values, default and meaning: 80 in all with the gaps.
const WIDTHS: [usize; 4] = [9, 24, 9, 30];

/// Prints all games.
pub fn print(json: bool) -> anyhow::Result<Exit> {
    if json {
        let list: Vec<Value> = games().iter().map(|game| describe(*game)).collect();
        stdout::json(&list)?;
    } else {
        stdout::text(&listing(games())?)?;
    }
    Ok(Exit::Fine)
}

/// Prints a game as JSON.
pub fn print_game(kind: &dyn GameKind) -> anyhow::Result<Exit> {
    stdout::json(&describe(kind)).map(|()| Exit::Fine)
}

/// Describes games by their titles and options.
pub fn listing(games: &[&dyn GameKind]) -> anyhow::Result<String> {
    let mut text = String::new();
    for game in games {
        if !text.is_empty() {
            text.push('\n');
        }
        writeln!(text, "{}\n  {}", game.name(), game.title())?;
        let options = game.options();
        if !options.is_empty() {
            writeln!(text, "{}", table(&options))?;
        }
    }
    Ok(text)
}

fn table(options: &[OptionSpec]) -> String {
    let mut builder = Builder::new();
    builder.push_record(["option", "values", "default", "meaning"]);
    for option in options {
        let expected = option.kind.expected();
        builder.push_record([&*option.name, &expected, &option.default, &option.help]);
    }
    let mut table = builder.build();
    table
        .with(Style::blank())
        .with(Padding::new(1, 0, 0, 0))
        .with(TrimStrategy::Horizontal);
    for (column, width) in WIDTHS.into_iter().enumerate() {
        let wrap = Width::wrap(width + 1).keep_words(true);
        table.with(Modify::new(Columns::one(column)).with(wrap));
    }
    let lines: Vec<String> = table
        .to_string()
        .lines()
        .map(|line| format!(" {}", line.trim_end()))
        .collect();
    lines.join("\n")
}

fn describe(game: &dyn GameKind) -> Value {
    let options: Vec<Value> = game.options().iter().map(describe_option).collect();
    json!({ "name": game.name(), "title": game.title(), "options": options })
}

fn describe_option(option: &OptionSpec) -> Value {
    let mut value = json!({
        "name": option.name,
        "default": option.default,
        "help": option.help,
    });
    let kind = match &option.kind {
        OptionKind::Int { min, max } => json!({ "type": "int", "min": min, "max": max }),
        OptionKind::Flag => json!({ "type": "flag", "values": ["on", "off"] }),
        OptionKind::Choice(words) => json!({ "type": "choice", "values": words }),
        OptionKind::Word(form) => json!({ "type": "word", "form": form }),
    };
    if let (Value::Object(value), Value::Object(kind)) = (&mut value, kind) {
        value.extend(kind);
    }
    value
}
