//! Reads a command line of fastchess or cutechess-cli.

use referee_config::closest;
use referee_output::sanitize::is_unfit;

use super::foreign_match::ForeignMatch;
use super::key_values::check_pair;
use super::options::Means::{Refused, Set, Told};
use super::options::Takes::{AtMostOne, Keys, Nothing, One};
use super::options::{ForeignOption, OPTIONS};
use super::shell::{is_option, join};

/// Reads the words of a command line, the name of the tool first or not. An error says which word is wrong, and what
/// was expected.
pub fn read(words: &[String]) -> Result<ForeignMatch, String> {
    for (place, word) in (1..).zip(words) {
        if word.contains(is_unfit) {
            return Err(format!(
                "word {place}, {word:?}: it holds a character that no terminal shows; leave that out"
            ));
        }
    }
    let tool = words.first().filter(|word| !is_option(word));
    let name = tool.map_or("", |tool| tool.rsplit(['/', '\\']).next().unwrap_or(tool));
    let mut wanted = ForeignMatch {
        cutechess: name.to_ascii_lowercase().starts_with("cutechess"),
        ..ForeignMatch::default()
    };
    let mut place = usize::from(tool.is_some());
    while let Some(word) = words.get(place) {
        let behind = &words[place + 1..];
        let count = behind.iter().take_while(|word| !is_option(word)).count();
        let shown = join(&words[place..=place + count.min(1)]);
        let more = if count > 1 { " …" } else { "" };
        let refuse = |why: String| format!("{shown}{more} (word {}): {why}", place + 1);
        let values = &behind[..count];
        find(word)
            .and_then(|option| option.apply(&mut wanted, values))
            .map_err(refuse)?;
        place += 1 + count;
    }
    Ok(wanted)
}

/// Returns the option of this name.
fn find(name: &str) -> Result<&'static ForeignOption, String> {
    let found = OPTIONS.iter().find(|option| option.names.contains(&name));
    found.ok_or_else(|| {
        let names: Vec<&str> = OPTIONS
            .iter()
            .flat_map(|option| option.names)
            .copied()
            .collect();
        let hint = closest(name, &names).map_or_else(
            || "`referee docs coming-from` lists those that there are".to_owned(),
            |meant| format!("did you mean {meant}?"),
        );
        format!("expected an option of fastchess or cutechess-cli; {hint}")
    })
}

impl ForeignOption {
    /// Applies the option with its values to what is asked for.
    fn apply(&self, wanted: &mut ForeignMatch, values: &[String]) -> Result<(), String> {
        match (&self.takes, values) {
            (Nothing, [_, ..]) => return Err("it takes no value; leave that out".to_owned()),
            (One, [] | [_, _, ..]) => return Err("expected one value".to_owned()),
            (AtMostOne, [_, _, ..]) => return Err("expected one value at most".to_owned()),
            (Keys(keys), []) => {
                return Err(format!(
                    "expected KEY=VALUE, with one of {}",
                    keys.join(", ")
                ));
            }
            (Keys(keys), values) => values
                .iter()
                .try_for_each(|value| check_pair(value, keys))?,
            _ => {}
        }
        match self.means {
            Set(set) => return set(wanted, values),
            Told(sentence) => wanted.tell(format!("{}: {sentence}", self.names[0])),
            Refused(why) => return Err(why.to_owned()),
        }
        Ok(())
    }
}
