//! Converts the options of a match to a tournament file. The database holds that file as if somebody had
//! written it, and the same command continues it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use referee_config::match_files::{PARK_AFTER, SEATS, apart, quoted};
use referee_config::{EngineDialect, ProgramLookup, find_bot};
use referee_games::{GameKind, GameSource};
use referee_output::failure::{bad_input, machine};

use super::args::OrderArgs;

/// A tournament that was asked for on the command line.
pub struct MatchOrder {
    /// The tournament file.
    pub text: String,
    /// The title that messages use.
    pub title: String,
    /// The file for the results.
    pub out: PathBuf,
    /// Where its game comes from.
    pub games: GameSource,
}

/// The bots and the format of a match, apart from the options of [`OrderArgs`].
pub struct MatchContent<'a> {
    /// The bots as they are given, the new one first.
    pub bots: Vec<&'a str>,
    /// A suffix for each bot that distinguishes bots of the same name.
    pub endings: Vec<String>,
    /// The kind of the event, used in the name of the results file.
    pub kind: &'static str,
    /// The keys of the format.
    pub keys: String,
    /// Returns the table of the format, which comes below all keys, for the names of the bots.
    pub table: &'a dyn Fn(&[String]) -> String,
    /// True if starts differ only where the file says how.
    pub varied: bool,
}

impl OrderArgs {
    /// Returns the tournament that is asked for.
    pub fn order(&self, wanted: &MatchContent<'_>) -> anyhow::Result<MatchOrder> {
        let jail = self.jail.wanted();
        let places = ProgramLookup::at(jail.level());
        let (game, mut options) = self.options.clone().choose(&self.game, &jail)?;
        let kind = game.kind()?;
        let has_seats = kind.options().iter().any(|spec| spec.name == SEATS.0);
        if has_seats {
            let (key, two) = SEATS;
            options.entry(key.to_owned()).or_insert(two.to_owned());
        }
        let spoken = |bot: &str| EngineDialect::of_bot(bot).map(|(dialect, _)| dialect);
        for dialect in EngineDialect::ALL {
            if let Some((name, value)) = self.engine_options(dialect).first()
                && !wanted.bots.iter().any(|bot| spoken(bot) == Some(dialect))
            {
                let word = dialect.word();
                return Err(bad_input(format!(
                    "--{word} {name}={value}: no bot here is such an engine; name one by {word}:ENGINE"
                )));
            }
        }
        let mut names = Vec::new();
        for bot in &wanted.bots {
            names.push(find_bot(bot, places)?.name);
        }
        let names = apart(&names, &wanted.endings);
        let mut text = self.text(wanted, kind, &options)?;
        text += &(wanted.table)(&names);
        for (bot, name) in wanted.bots.iter().zip(&names) {
            let _ = write!(
                text,
                "\n[[bots]]\nname = {}\nbot = {}\n",
                quoted(name),
                quoted(bot)
            );
            let set = spoken(bot).map(|dialect| (dialect, self.engine_options(dialect)));
            if let Some((dialect, options)) = set.filter(|(_, options)| !options.is_empty()) {
                let pairs = options.iter();
                let pairs =
                    pairs.map(|(name, value)| format!("{} = {}", quoted(name), quoted(value)));
                let pairs = pairs.collect::<Vec<_>>().join(", ");
                let _ = writeln!(text, "{} = {{ {pairs} }}", dialect.word());
            }
        }
        let joined = match &names[..] {
            [one, two] => format!("{one}-vs-{two}"),
            [one, ..] => one.clone(),
            [] => String::new(),
        };
        let file: String = joined
            .chars()
            .map(|c| {
                if c.is_alphanumeric() || "-._+=".contains(c) {
                    c
                } else {
                    '-'
                }
            })
            .collect();
        let file = format!("{}-{}.db", file.trim_start_matches('.'), wanted.kind);
        Ok(MatchOrder {
            text,
            title: format!("{} of {}", wanted.kind, names.join(" against ")),
            out: self.out.clone().unwrap_or_else(|| PathBuf::from(file)),
            games: game.games,
        })
    }

    /// Returns the options of the engines that speak a protocol.
    fn engine_options(&self, dialect: EngineDialect) -> &[(String, String)] {
        match dialect {
            EngineDialect::Uci => &self.uci,
            EngineDialect::Xboard => &self.xboard,
        }
    }

    /// Returns the keys of the file that come before all tables.
    fn text(
        &self,
        wanted: &MatchContent<'_>,
        kind: &dyn GameKind,
        options: &BTreeMap<String, String>,
    ) -> anyhow::Result<String> {
        let mut text = format!("game = {}\n", quoted(&self.game));
        if !options.is_empty() {
            let pairs = options
                .iter()
                .map(|(key, value)| format!("{key} = {}", quoted(value)));
            let _ = writeln!(
                text,
                "options = {{ {} }}",
                pairs.collect::<Vec<_>>().join(", ")
            );
        }
        text += &wanted.keys;
        if self.allow_faults {
            text += "allow_faults = true\n";
        } else {
            let _ = writeln!(text, "park_after = {PARK_AFTER}");
        }
        if let Some(seed) = self.seed {
            let _ = writeln!(text, "seed = {seed}");
        }
        let mut openings = self.openings;
        if let Some(keys) = self.book.keys()? {
            text += &keys;
        } else if wanted.varied {
            let rules = kind.rules(options).map_err(bad_input)?;
            let usual = referee_config::usual_starts(kind, &*rules);
            let (from, plies) = usual.map_err(machine)?;
            let _ = writeln!(text, "start = {}", quoted(from));
            openings = openings.or(Some(plies));
        }
        if let Some(plies) = openings {
            let _ = writeln!(text, "openings = {plies}");
        }
        let adjudicate = self.adjudicate.chosen();
        if !adjudicate.is_off() {
            let _ = writeln!(text, "adjudicate = {}", toml::Value::try_from(adjudicate)?);
        }
        if let Some(time) = self.tc {
            let keys = toml::to_string(&time)?;
            let keys: Vec<&str> = keys.lines().collect();
            let _ = writeln!(text, "time = {{ {} }}", keys.join(", "));
        }
        Ok(text)
    }
}

/// Returns the folder to which paths in an order are relative.
pub fn here() -> &'static Path {
    Path::new("")
}
