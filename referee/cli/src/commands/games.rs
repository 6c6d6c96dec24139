//! `referee games`: lists the games that a run has played; without a run, the games that the referee knows.

use std::fmt::Write as _;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use crate::args::FilterArgs;
use referee_games::{GameKind, OptionKind, OptionSpec, games};
use referee_output::exit_code::Exit;
use referee_output::failure::bad_input;
use referee_output::stdout;
use referee_report::game_view;
use referee_report::text_table::TableFormat;
use referee_tournament::results;
use serde_json::{Value, json};
use tabled::builder::Builder;
use tabled::settings::formatting::TrimStrategy;
use tabled::settings::object::Columns;
use tabled::settings::{Modify, Padding, Style, Width};

use super::form::FormArgs;

/// Widths of the columns option, values, default and meaning: 80 in all with the gaps.
const WIDTHS: [usize; 4] = [9, 24, 9, 30];

/// List the games that a run has played; without a run, the games that there are.
///
/// Of a run, a line for each attempt at a game: its number, the bots with their seats and places,
/// and how it ended. The conditions can be combined. --json prints an object a line.
/// Without a run: the rules that the referee knows, and their options.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee games
  referee games --json
  referee games cup.db --bot ann --result loss
  referee games cup.db --bot ann --opponent bob --seat B
  referee games cup.db --reason timeout --csv")]
pub struct GamesArgs {
    /// The file of results, or the tournament file beside it.
    run: Option<PathBuf>,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    form: FormArgs,
}

impl GamesArgs {
    /// Prints the list.
    pub fn run(self) -> anyhow::Result<Exit> {
        let form = self.form.form();
        let Some(run) = &self.run else {
            return self.rules(form);
        };
        let run = results::open(run)?;
        let filter = self.filter.choose(&run)?;
        let mut out = BufWriter::new(stdout::stdout());
        game_view::games(&run, &filter, form, &mut out)?;
        out.flush()?;
        Ok(Exit::Fine)
    }

    /// Lists the games that the referee knows.
    fn rules(self, form: TableFormat) -> anyhow::Result<Exit> {
        let of_run = || {
            bad_input(
                "these options are about the games of a run; name its file, as in `referee games \
                 cup.db`",
            )
        };
        if !self.filter.is_empty() {
            return Err(of_run());
        }
        match form {
            TableFormat::Text => stdout::text(&listing(games())?)?,
            TableFormat::Json => {
                let list: Vec<Value> = games().iter().map(|game| describe(*game)).collect();
                stdout::json(&list)?;
            }
            TableFormat::Csv | TableFormat::Markdown => return Err(of_run()),
        }
        Ok(Exit::Fine)
    }
}

fn listing(games: &[&dyn GameKind]) -> anyhow::Result<String> {
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
