//! Errors that point at a place in a tournament file.
//!
//! A place is a path of keys and indices, such as `bots.2.name`. It is looked up in the text only when the
//! error is shown, so that no other code has to carry places along.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Reason why a tournament file is refused, and the place.
#[derive(Debug)]
pub(crate) struct Refusal {
    at: Option<At>,
    why: String,
}

#[derive(Debug)]
enum At {
    Key(String),
    Value(String),
}

impl Refusal {
    /// Creates an error about the value at this path; `why` is a sentence that makes sense without the
    /// place too.
    pub(crate) fn value(path: impl Into<String>, why: impl Into<String>) -> Refusal {
        let (at, why) = (Some(At::Value(path.into())), why.into());
        Refusal { at, why }
    }

    /// Creates an error about a key at this path that shouldn't be there.
    pub(crate) fn key(path: impl Into<String>, why: impl Into<String>) -> Refusal {
        let (at, why) = (Some(At::Key(path.into())), why.into());
        Refusal { at, why }
    }

    /// Returns the sentence, below the line of the file that it is about, if there is one.
    pub(crate) fn shown(&self, text: &str) -> String {
        let span = self.at.as_ref().and_then(|at| span(text, at));
        match span {
            Some(span) => format!("{}\n{}", pointed(text, span), self.why),
            None => self.why.clone(),
        }
    }
}

impl From<String> for Refusal {
    /// Creates an error without a place.
    fn from(why: String) -> Refusal {
        Refusal { at: None, why }
    }
}

/// Finds the place in the text; for a missing value, the part that would hold it.
fn span(text: &str, at: &At) -> Option<Range<usize>> {
    let table = DeTable::parse(text).ok()?.into_inner();
    let (At::Key(path) | At::Value(path)) = at;
    let mut steps = path.split('.');
    let (mut key, mut value) = entry(&table, steps.next()?)?;
    for step in steps {
        let below = match value.get_ref() {
            DeValue::Table(table) => entry(table, step),
            DeValue::Array(values) => {
                let index: Option<usize> = step.parse().ok();
                let element = index.and_then(|index| values.get(index));
                element.map(|element| (element.span(), element))
            }
            _ => None,
        };
        let Some(below) = below else { break };
        (key, value) = below;
    }
    Some(match at {
        At::Key(_) => key,
        At::Value(_) => value.span(),
    })
}

fn entry<'a, 'i>(
    table: &'a DeTable<'i>,
    step: &str,
) -> Option<(Range<usize>, &'a Spanned<DeValue<'i>>)> {
    let (key, value) = table.iter().find(|(key, _)| key.get_ref() == step)?;
    Some((key.span(), value))
}

/// Shows the line and column, then the line with carets below.
fn pointed(text: &str, span: Range<usize>) -> String {
    let before = text.get(..span.start).unwrap_or(text);
    let number = before.split('\n').count();
    let begin = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[begin..].lines().next().unwrap_or_default();
    let column = text[begin..before.len()].chars().count();
    let inside = text.get(span).unwrap_or_default();
    let carets = inside.lines().next().unwrap_or_default().chars().count();
    let margin = " ".repeat(number.to_string().len());
    format!(
        "line {number}, column {}\n{margin} |\n{number} | {line}\n{margin} | {}{}",
        column + 1,
        " ".repeat(column),
        "^".repeat(carets.max(1))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "game = 'é' # x\noptions = { turns = 5 }\n[[bots]]\nbot = 'a'\n[[bots]]\n\
        name = 'b'\n[gauntlet]\nnewcomers = ['x', 'yy']\n";

    #[test]
    fn places_are_found_by_their_path() {
        for (refusal, shown) in [
            (
                Refusal::value("game", "why"),
                "line 1, column 8\n  |\n1 | game = 'é' # x\n  |        ^^^\nwhy",
            ),
            (
                Refusal::value("options.turns", "why"),
                "line 2, column 21\n  |\n2 | options = { turns = 5 }\n  |                     ^\nwhy",
            ),
            (
                Refusal::key("options.turns", "why"),
                "line 2, column 13\n  |\n2 | options = { turns = 5 }\n  |             ^^^^^\nwhy",
            ),
            (
                Refusal::value("bots.1.name", "why"),
                "line 6, column 8\n  |\n6 | name = 'b'\n  |        ^^^\nwhy",
            ),
            (
                Refusal::value("bots.1.bot", "why"),
                "line 5, column 1\n  |\n5 | [[bots]]\n  | ^^^^^^^^\nwhy",
            ),
            (
                Refusal::value("gauntlet.newcomers.1", "why"),
                "line 8, column 19\n  |\n8 | newcomers = ['x', 'yy']\n  |                   ^^^^\nwhy",
            ),
            (
                Refusal::key("gauntlet", "why"),
                "line 7, column 2\n  |\n7 | [gauntlet]\n  |  ^^^^^^^^\nwhy",
            ),
            (Refusal::value("start", "why"), "why"),
            (Refusal::from("why".to_owned()), "why"),
        ] {
            assert_eq!(refusal.shown(TEXT), shown);
        }
    }
}
