//! A session about the rules of a game: each line is a command, answered by a reply.
//!
//! [`RulesSession::answer`] is pure: it does no input or output. [`InputLines`] reads untrusted lines in
//! bounded memory.

mod cases;
mod lines;
mod reply;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::text::quote;
use referee_games::{GameKind, OptionError, Position, Rules, StateError, Turn, terminal};
use referee_record::derive;

pub use cases::{Cases, CasesOutcome, Unreadable};
pub use lines::{InputLine, InputLines};
pub use reply::SessionReply;

/// Maximum depth of perft: deeper counts would take far too long.
const PERFT_MAX: u32 = 12;
const COMMANDS: &str =
    "state, new, legal, play, chance, turn, result, perft, explain, view, show or quit";

/// A game, a position of it, and the options that new games start with.
pub struct RulesSession {
    kind: &'static dyn GameKind,
    given: BTreeMap<String, String>,
    rules: Box<dyn Rules>,
    position: Box<dyn Position>,
}

impl RulesSession {
    /// Creates a session at the default start. Returns an error if the options are invalid.
    pub fn new(
        kind: &'static dyn GameKind,
        given: BTreeMap<String, String>,
    ) -> Result<RulesSession, OptionError> {
        let rules = kind.rules(&given)?;
        let position = rules.start();
        Ok(RulesSession {
            kind,
            given,
            rules,
            position,
        })
    }

    /// Answers one line. A command that can't be carried out is answered by an error, and changes nothing.
    pub fn answer(&mut self, line: &str) -> SessionReply {
        let line = line.trim_ascii();
        let blank = |c: char| c.is_ascii_whitespace();
        let (command, rest) = line.split_once(blank).unwrap_or((line, ""));
        let rest = rest.trim_ascii_start();
        match command {
            "state" if rest.is_empty() => {
                SessionReply::line(format!("state {}", self.position.line()))
            }
            "state" => SessionReply::done(self.read(rest)),
            "new" => SessionReply::done(self.start(rest)),
            "play" => one(command, rest, "move", |notation| self.play(notation)),
            "chance" => one(command, rest, "outcome", |outcome| self.cast(outcome)),
            "explain" => one(command, rest, "move", |notation| self.explain(notation)),
            "perft" => self.perft(rest),
            "legal" | "turn" | "result" | "view" | "show" | "quit" if !rest.is_empty() => {
                SessionReply::error(format!("{command} stands alone, found {}", quote(rest)))
            }
            "legal" => self.legal(),
            "turn" => SessionReply::line(reply::turn(&self.position.turn())),
            "result" => SessionReply::line(reply::result(&self.position.turn())),
            "view" => SessionReply::line(format!("view {}", self.position.view())),
            "show" => self.show(),
            "quit" => SessionReply::Quit,
            _ => SessionReply::error(format!("found {}, expected {COMMANDS}", quote(command))),
        }
    }

    fn read(&mut self, line: &str) -> Result<(), StateError> {
        self.position = self.rules.read(line)?;
        Ok(())
    }

    /// Starts a new game. Its options are those of the session, overridden by those given here. The deal of
    /// seed N comes from the stream `deal` of the seed that is derived from N for `deal`.
    fn start(&mut self, rest: &str) -> Result<(), String> {
        let mut given = pairs(rest)?;
        let seed = given
            .remove("seed")
            .map(|seed_text| seed(&seed_text))
            .transpose()?;
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

    fn legal(&self) -> SessionReply {
        let mut words = self.position.legal();
        words.insert(0, "legal".to_owned());
        SessionReply::line(words.join(" "))
    }

    fn play(&mut self, notation: &str) -> SessionReply {
        let illegal = match self.position.turn() {
            Turn::Seat(_) | Turn::Forced(..) => "illegal-move ",
            Turn::Chance(_) | Turn::Over(_) => "",
        };
        match self.position.explain(notation) {
            Some(why) => return SessionReply::error(format!("{illegal}{why}")),
            None => drop(self.position.play(notation)),
        }
        SessionReply::ok()
    }

    fn cast(&mut self, outcome: &str) -> SessionReply {
        if self.position.cast(outcome) {
            return SessionReply::ok();
        }
        let Turn::Chance(chance) = self.position.turn() else {
            return SessionReply::error(
                "there is nothing to cast here; `turn` says who is on turn",
            );
        };
        let names: Vec<&str> = chance.outcomes.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        SessionReply::error(format!(
            "chance: found {}, expected {names}",
            quote(outcome)
        ))
    }

    fn explain(&self, notation: &str) -> SessionReply {
        let why = self.position.explain(notation);
        SessionReply::line(format!("explain {}", why.as_deref().unwrap_or("legal")))
    }

    fn perft(&self, rest: &str) -> SessionReply {
        let depth = whole_number(rest).and_then(|n| u32::try_from(n).ok());
        match depth.filter(|depth| *depth <= PERFT_MAX) {
            Some(depth) => {
                SessionReply::line(format!("perft {depth} {}", self.position.perft(depth)))
            }
            None => SessionReply::error(format!(
                "perft: found {}, expected a number from 0 to {PERFT_MAX}",
                quote(rest)
            )),
        }
    }

    fn show(&self) -> SessionReply {
        let drawn = terminal::draw(&self.position.scene());
        let head = format!("show {}", drawn.len());
        SessionReply::Lines([&[head], &drawn[..]].concat())
    }
}

/// Runs a command that takes exactly one word.
fn one(
    command: &str,
    rest: &str,
    what: &str,
    run: impl FnOnce(&str) -> SessionReply,
) -> SessionReply {
    if rest.is_empty() || rest.contains(|c: char| c.is_ascii_whitespace()) {
        let quoted = quote(rest);
        return SessionReply::error(format!("{command} takes one {what}, found {quoted}"));
    }
    run(rest)
}

/// Parses the words `KEY=VALUE` of a line.
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

fn seed(text: &str) -> Result<u64, String> {
    let expected = format!("expected a whole number from 0 to {}", u64::MAX);
    whole_number(text).ok_or_else(|| format!("seed: found {}, {expected}", quote(text)))
}

/// Parses a number of plain digits.
fn whole_number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Formats an options error, with the user's words cut and escaped.
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
