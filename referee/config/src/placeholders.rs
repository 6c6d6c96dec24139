//! Refuses words in braces in a bot's commands that look like placeholders, but stand for nothing.

use crate::bot::FOLDER;
use crate::{ConfiguredBot, closest};

/// Shortest name that is taken for a misspelt one where braces may mean something else.
const LONG: usize = 3;

/// Returns an error that names the first placeholder that neither is `{folder}` nor is set by a tuning. Where
/// braces may mean something else, in a text with blanks (`sh -c "…"`) or a variable, only misspelt ones are
/// refused.
pub(crate) fn check(bot: &ConfiguredBot) -> Result<(), String> {
    let settings = bot.program.settings.iter().flatten();
    let known: Vec<&str> = [FOLDER]
        .into_iter()
        .chain(settings.map(|(name, _)| name.as_str()))
        .collect();
    let source = &bot.source;
    let build = source.build.iter().flatten();
    let fetch = source.fetch.iter().flatten();
    let engine = source.engine.iter().flat_map(|engine| {
        let key = engine.dialect.word();
        engine.options.values().map(move |value| (key, value))
    });
    let words = (source.run.iter().map(|word| ("run", word)))
        .chain(build.map(|word| ("build", word)))
        .chain(fetch.map(|word| ("fetch", word)))
        .chain(engine)
        .chain(source.env.values().map(|value| ("env", value)));
    for (key, word) in words {
        let is_free = key == "env" || word.contains(char::is_whitespace);
        for name in names(word).filter(|name| !known.contains(name)) {
            let meant = closest(name, &known);
            if is_free && (meant.is_none() || name.len() < LONG) {
                continue;
            }
            let meant =
                meant.map_or_else(String::new, |meant| format!("; did you mean {{{meant}}}?"));
            let known: Vec<String> = known.iter().map(|name| format!("{{{name}}}")).collect();
            return Err(format!(
                "{key}: {{{name}}} in {word:?} stands for nothing; expected {}, or a parameter that a \
                 tuning sets{meant}",
                known.join(", ")
            ));
        }
    }
    Ok(())
}

/// Returns the names in braces in a word, but for shell variables (`${NAME}`) and doubled braces.
fn names(word: &str) -> impl Iterator<Item = &str> {
    word.match_indices('{').filter_map(|(open, _)| {
        let name = word[open + 1..].split('}').next()?;
        let is_closed = word[open + 1..].len() > name.len();
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let is_name = begins && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let is_other = word[..open].ends_with(['$', '{']);
        (is_closed && is_name && !is_other).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use referee_record::TimeControl;

    use super::*;
    use crate::spec::BotSpec;
    use crate::{ProgramLookup, ResolveContext, entrant};

    fn checked(toml: &str) -> Result<(), String> {
        let spec: BotSpec = toml::from_str(toml).expect("a bot");
        let spec = BotSpec {
            name: Some("x".to_owned()),
            settings: Some([("depth".to_owned(), "3".to_owned())].into()),
            ..spec
        };
        let terms = ResolveContext::new(TimeControl::default(), ProgramLookup { jailed: false });
        check(&entrant(spec, Path::new("/"), terms).expect("a bot"))
    }

    #[test]
    fn unknown_placeholders_are_refused_with_the_known_ones() {
        for (toml, why) in [
            (
                "run = 'sh {foldr}/bot.sh'",
                "run: {foldr} in \"{foldr}/bot.sh\" stands for nothing; expected {folder}, {depth}, or a \
                 parameter that a tuning sets; did you mean {folder}?",
            ),
            (
                "run = 'sh --lib={here}'",
                "{here} in \"--lib={here}\" stands",
            ),
            ("run = 'sh'\nargs = ['{dept}']", "did you mean {depth}?"),
            (
                "run = 'sh -c \"cd {Folder}; ./x\"'",
                "did you mean {folder}?",
            ),
            ("run = 'sh'\nenv = { A = '{foler}' }", "env: {foler} in"),
        ] {
            let error = checked(toml).expect_err(toml);
            assert!(error.contains(why), "{toml}: {error}");
        }
    }

    #[test]
    fn other_braces_are_left_alone() {
        for toml in [
            "run = 'sh {folder}/bot.sh {depth}'",
            "run = \"sh -c 'exec ${PY} bot.py; awk {print} x'\"",
            "run = 'sh {} {a,b} {1} {{name}} {\"a\":1} {open'",
            "run = 'sh'\nenv = { FORMAT = '{level}', X = '{d}' }",
        ] {
            assert_eq!(checked(toml), Ok(()), "{toml}");
        }
    }
}
