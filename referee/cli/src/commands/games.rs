//! `referee games`: the games and their options.

use std::fmt::Write;

use referee_games::{Kind, OptionKind, OptionSpec, games};
use serde_json::{Value, json};
use tabled::builder::Builder;
use tabled::settings::formatting::TrimStrategy;
use tabled::settings::object::Columns;
use tabled::settings::{Modify, Padding, Style, Width};

use crate::exit::Exit;
use crate::out;

/// The widths of the columns option, values, default, meaning: with the gaps 80 in all.
const WIDTHS: [usize; 4] = [9, 24, 9, 30];

/// List the games and their options.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee games
  referee games --json")]
pub struct Args {
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Lists them.
    pub fn run(self) -> anyhow::Result<Exit> {
        if self.json {
            let list: Vec<Value> = games().iter().map(|game| describe(*game)).collect();
            out::text(&serde_json::to_string_pretty(&list)?)?;
        } else {
            out::text(&listing(games())?)?;
        }
        Ok(Exit::Fine)
    }
}

fn listing(games: &[&dyn Kind]) -> anyhow::Result<String> {
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
        builder.push_record([option.name, &expected, option.default, option.help]);
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

fn describe(game: &dyn Kind) -> Value {
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
