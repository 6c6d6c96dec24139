//! A session about the rules of a game: a question is a line, and so is its answer.
//!
//! Pure: [`Session::answer`] does no input or output. [`Lines`] reads lines of strangers in bounded
//! memory.

mod cases;
mod lines;
mod reply;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::text::quote;
use referee_games::{Kind, OptionError, Position, ReadError, Rules, Turn, terminal};
use referee_record::derive;

pub use cases::{Cases, Outcome, Unreadable};
pub use lines::{Line, Lines};
pub use reply::Reply;

/// Deeper counts aren't finished within a life.
const PERFT_MAX: u32 = 12;
const COMMANDS: &str =
    "state, new, legal, play, chance, turn, result, perft, explain, view, show or quit";

/// A game, a position of it, and the options that new games start with.
pub struct Session {
    kind: &'static dyn Kind,
    given: BTreeMap<String, String>,
    rules: Box<dyn Rules>,
    position: Box<dyn Position>,
}

impl Session {
    /// A session that begins with the default start.
    pub fn new(
        kind: &'static dyn Kind,
        given: BTreeMap<String, String>,
    ) -> Result<Session, OptionError> {
        let rules = kind.rules(&given)?;
        let position = rules.start();
        Ok(Session {
            kind,
            given,
            rules,
            position,
        })
    }

    /// Answers one line. What can't be done is answered by an error, and changes nothing.
    pub fn answer(&mut self, line: &str) -> Reply {
        let line = line.trim_ascii();
        let blank = |c: char| c.is_ascii_whitespace();
        let (command, rest) = line.split_once(blank).unwrap_or((line, ""));
        let rest = rest.trim_ascii_start();
        match command {
            "state" if rest.is_empty() => Reply::line(format!("state {}", self.position.line())),
            "state" => Reply::done(self.read(rest)),
            "new" => Reply::done(self.start(rest)),
            "play" => one(command, rest, "move", |word| self.play(word)),
            "chance" => one(command, rest, "outcome", |word| self.cast(word)),
            "explain" => one(command, rest, "move", |word| self.explain(word)),
            "perft" => self.perft(rest),
            "legal" | "turn" | "result" | "view" | "show" | "quit" if !rest.is_empty() => {
                Reply::error(format!("{command} stands alone, found {}", quote(rest)))
            }
            "legal" => self.legal(),
            "turn" => Reply::line(reply::turn(&self.position.turn())),
            "result" => Reply::line(reply::result(&self.position.turn())),
            "view" => Reply::line(format!("view {}", self.position.view())),
            "show" => self.show(),
            "quit" => Reply::Quit,
            _ => Reply::error(format!("found {}, expected {COMMANDS}", quote(command))),
        }
    }

    fn read(&mut self, line: &str) -> Result<(), ReadError> {
        self.position = self.rules.read(line)?;
        Ok(())
    }

    /// A fresh game. Its options are those of the session, overlaid by those given here; the deal of
    /// seed N comes from the stream `deal` of the seed that is derived from N for `deal`.
    fn start(&mut self, rest: &str) -> Result<(), String> {
        let mut given = pairs(rest)?;
        let seed = given.remove("seed").map(|word| seed(&word)).transpose()?;
        let mut options = self.given.clone();
        options.extend(given);
        let rules = self.kind.rules(&options).map_err(|e| quoted_error(&e))?;
        self.position = match seed {
            Some(seed) => {
                let seed = derive(seed, "deal", &[]);
                rules.deal(&mut ChaCha8Rng::from_seed(seed.stream("deal")))
            }
            None => rules.start(),
        };
        self.rules = rules;
        Ok(())
    }

    fn legal(&self) -> Reply {
        let mut words = self.position.legal();
        words.insert(0, "legal".to_owned());
        Reply::line(words.join(" "))
    }

    fn play(&mut self, word: &str) -> Reply {
        let illegal = match self.position.turn() {
            Turn::Seat(_) | Turn::Forced(..) => "illegal-move ",
            Turn::Chance(_) | Turn::Over(_) => "",
        };
        match self.position.explain(word) {
            Some(why) => return Reply::error(format!("{illegal}{why}")),
            None => drop(self.position.play(word)),
        }
        Reply::ok()
    }

    fn cast(&mut self, word: &str) -> Reply {
        if self.position.cast(word) {
            return Reply::ok();
        }
        let Turn::Chance(chance) = self.position.turn() else {
            return Reply::error("there is nothing to cast here; `turn` says who is on turn");
        };
        let names: Vec<&str> = chance.outcomes.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        Reply::error(format!("chance: found {}, expected {names}", quote(word)))
    }

    fn explain(&self, word: &str) -> Reply {
        let why = self.position.explain(word);
        Reply::line(format!("explain {}", why.as_deref().unwrap_or("legal")))
    }

    fn perft(&self, rest: &str) -> Reply {
        let depth = whole_number(rest).and_then(|n| u32::try_from(n).ok());
        match depth.filter(|depth| *depth <= PERFT_MAX) {
            Some(depth) => Reply::line(format!("perft {depth} {}", self.position.perft(depth))),
            None => Reply::error(format!(
                "perft: found {}, expected a number from 0 to {PERFT_MAX}",
                quote(rest)
            )),
        }
    }

    fn show(&self) -> Reply {
        let drawn = terminal::draw(&self.position.scene());
        let head = format!("show {}", drawn.len());
        Reply::Lines([&[head], &drawn[..]].concat())
    }
}

/// Runs a command that takes exactly one word.
fn one(command: &str, rest: &str, what: &str, run: impl FnOnce(&str) -> Reply) -> Reply {
    if rest.is_empty() || rest.contains(|c: char| c.is_ascii_whitespace()) {
        let found = quote(rest);
        return Reply::error(format!("{command} takes one {what}, found {found}"));
    }
    run(rest)
}

/// The words `KEY=VALUE` of a line.
fn pairs(text: &str) -> Result<BTreeMap<String, String>, String> {
    let mut given = BTreeMap::new();
    for word in text.split_ascii_whitespace() {
        let Some((key, value)) = word.split_once('=') else {
            return Err(format!("new: found {}, expected KEY=VALUE", quote(word)));
        };
        if given.insert(key.to_owned(), value.to_owned()).is_some() {
            return Err(format!("new: {} is given twice", quote(key)));
        }
    }
    Ok(given)
}

fn seed(word: &str) -> Result<u64, String> {
    let expected = format!("expected a whole number from 0 to {}", u64::MAX);
    whole_number(word).ok_or_else(|| format!("seed: found {}, {expected}", quote(word)))
}

/// A number of plain digits.
fn whole_number(word: &str) -> Option<u64> {
    let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten()
}

/// The message of an options error, with what a stranger wrote in it cut and escaped.
fn quoted_error(error: &OptionError) -> String {
    match error {
        OptionError::Unknown { game, name, known } => {
            let known = known.join(", ");
            format!("{game} has no option {}; it has: {known}", quote(name))
        }
        OptionError::Value {
            name,
            value,
            expected,
            ..
        } => format!("{name}: found {}, expected {expected}", quote(value)),
        OptionError::Rejected { why, .. } => why.clone(),
    }
}
